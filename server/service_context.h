#ifndef CAROM_SERVER_SERVICE_CONTEXT_H_
#define CAROM_SERVER_SERVICE_CONTEXT_H_

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "server/admission.h"
#include "server/log/server_log.h"
#include "server/metrics/timings.h"
#include "server/options.h"
#include "server/scene_store.h"
#include "server/security/security.h"
#include "server/split.h"
#include "server/stall_watch.h"
#include "server/stats.h"
#include "server/worker_pool.h"

namespace carom {

/// What the calls share. Outlives every call.
struct ServiceContext {
  ServiceContext(const ServerOptions& resolved, std::shared_ptr<const ServerLog> call_log,
                 std::unique_ptr<Security> opened)
      : options(resolved),
        log(std::move(call_log)),
        security(std::move(opened)),
        admission(resolved.admission, resolved.threads),
        scenes(resolved.scene_cache_bytes, ToConvertLimits(resolved.requests)),
        stalls(StallLimits(resolved), draining),
        pool(resolved.threads, &timings) {}

  /// Requests on their way may take half of the quota: gRPC's own buffers are the other half.
  static StallWatch::Limits StallLimits(const ServerOptions& resolved) {
    StallWatch::Limits limits;
    limits.patience = resolved.connections.max_stall;
    limits.slow_requests = std::max<int64_t>(
        1, resolved.connections.memory_quota_bytes / (2 * resolved.requests.max_message_bytes));
    return limits;
  }

  const ServerOptions options;                 ///< As Resolved() leaves them.
  const std::shared_ptr<const ServerLog> log;  ///< May be null.
  const std::unique_ptr<Security> security;
  Stats stats;
  Timings timings;
  Admission admission;
  SceneStore scenes;
  std::atomic<bool> draining{false};  ///< The port is closed; batches hand back what is left.
  StallWatch stalls;
  WorkerPool pool;  ///< Last, so that its threads find all else in place.
};

}  // namespace carom

#endif  // CAROM_SERVER_SERVICE_CONTEXT_H_
