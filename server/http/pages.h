#ifndef CAROM_SERVER_HTTP_PAGES_H_
#define CAROM_SERVER_HTTP_PAGES_H_

#include <map>
#include <string>

#include "server/http/http_port.h"
#include "server/log/server_log.h"
#include "server/options.h"
#include "server/server.h"

namespace carom {

/// What a server tells over HTTP. The arguments outlive the pages.
///
///   /livez    200 while the process answers
///   /readyz   200 while the server wants calls and its port answers; 503 otherwise
///   /configz  JSON: version, and every flag with its value
///   /metrics  for Prometheus: see exposition.h
std::map<std::string, HttpPort::MakePage> MakePages(const Server& server,
                                                    const ServerOptions& options,
                                                    const ServerLog& log);

}  // namespace carom

#endif  // CAROM_SERVER_HTTP_PAGES_H_
