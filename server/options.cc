#include "server/options.h"

#include <sys/resource.h>

#include <algorithm>

#include "absl/strings/match.h"
#include "server/container_limits.h"
#include "server/split.h"

namespace carom {
namespace {

constexpr int64_t kMostQuotaBytes = 512 << 20;
// An idle connection takes 22 KB of it.
constexpr int64_t kQuotaPerConnection = 32 << 10;
// The port of probes holds up to 85; libraries, logs and the port itself some 20.
constexpr int64_t kOtherDescriptors = 160;
constexpr char kUnix[] = "unix:";

}  // namespace

bool IsUnixAddress(const std::string& address) {
  return absl::StartsWith(address, kUnix) && address != kUnix;
}

int64_t DescriptorsForConnections() {
  constexpr int64_t kLeast = 1;
  constexpr int64_t kMost = 1'000'000;
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return kLeast;
  const auto soft = static_cast<int64_t>(std::min<rlim_t>(limit.rlim_cur, 2 * kMost));
  return std::clamp(soft - kOtherDescriptors, kLeast, kMost);
}

ServerOptions Resolved(ServerOptions options) {
  const ContainerLimits container = ReadContainerLimits();
  if (options.threads == 0) options.threads = container.processors;
  if (options.admission.memory_budget_bytes == 0) {
    options.admission.memory_budget_bytes = container.memory_bytes / 2;
  }
  options.requests.max_log_bytes =
      LogBytes(options.requests, options.admission.memory_budget_bytes, options.threads);
  if (options.connections.memory_quota_bytes == 0) {
    options.connections.memory_quota_bytes = std::min(kMostQuotaBytes, container.memory_bytes / 8);
  }
  ConnectionLimits& connections = options.connections;
  if (connections.max_connections == 0) {
    connections.max_connections = std::clamp(connections.memory_quota_bytes / kQuotaPerConnection,
                                             int64_t{1}, DescriptorsForConnections());
  }
  StreamLimits& streams = options.streams;
  if (streams.outbox_bytes == 0) {
    streams.outbox_bytes = DefaultOutboxBytes(streams, options.threads);
  }
  return options;
}

}  // namespace carom
