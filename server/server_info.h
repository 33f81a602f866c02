#ifndef CAROM_SERVER_SERVER_INFO_H_
#define CAROM_SERVER_SERVER_INFO_H_

#include <cstdint>
#include <string>

#include "carom/v1/simulation.pb.h"
#include "server/request_limits.h"

namespace carom {

/// Of this build, as every answer names it.
const char* EngineVersion();

/// Of the wire that it speaks (proto/README.md).
uint32_t WireRevision();

/// Both, for people: "wire revision 3 (engine 0.4.0)".
std::string ThisRevision();

/// What GetServerInfo tells of a service with these limits and so many workers.
void FillServerInfo(const RequestLimits& limits, int threads, v1::GetServerInfoResponse& answer);

}  // namespace carom

#endif  // CAROM_SERVER_SERVER_INFO_H_
