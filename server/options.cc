#include "server/options.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "server/container_limits.h"
#include "server/split.h"

namespace carom {
namespace {

constexpr int64_t kMostQuotaBytes = 512 << 20;
constexpr char kUnix[] = "unix:";

}  // namespace

bool IsUnixAddress(const std::string& address) {
  return absl::StartsWith(address, kUnix) && address != kUnix;
}

ServerOptions Resolved(ServerOptions options) {
  const ContainerLimits container = ReadContainerLimits();
  if (options.threads == 0) options.threads = container.processors;
  if (options.admission.memory_budget_bytes == 0) {
    options.admission.memory_budget_bytes = container.memory_bytes / 2;
  }
  if (options.connections.memory_quota_bytes == 0) {
    options.connections.memory_quota_bytes = std::min(kMostQuotaBytes, container.memory_bytes / 8);
  }
  StreamLimits& streams = options.streams;
  if (streams.outbox_bytes == 0) {
    streams.outbox_bytes = DefaultOutboxBytes(streams, options.threads);
  }
  return options;
}

}  // namespace carom
