#ifndef CAROM_SERVER_METRICS_EXPOSITION_H_
#define CAROM_SERVER_METRICS_EXPOSITION_H_

#include <string>

#include "server/log/server_log.h"
#include "server/server.h"

namespace carom {

/// All that a server counts and times, in the text format of Prometheus (version 0.0.4):
/// server/README.md says what each of the metrics measures.
std::string MetricsText(const Server& server, const ServerLog& log);

}  // namespace carom

#endif  // CAROM_SERVER_METRICS_EXPOSITION_H_
