#ifndef CAROM_SERVER_SERVICE_CONTEXT_H_
#define CAROM_SERVER_SERVICE_CONTEXT_H_

#include <spdlog/logger.h>

#include <atomic>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "server/options.h"
#include "server/stats.h"
#include "server/worker_pool.h"

namespace carom {

/// What the calls share. Outlives every call.
struct ServiceContext {
  ServiceContext(const ServerOptions& resolved, std::shared_ptr<spdlog::logger> logger)
      : options(resolved), log(std::move(logger)), pool(resolved.threads) {}

  /// UNAVAILABLE once the server is going down, so that the client asks another. Every call that
  /// simulates passes here first.
  absl::Status Admit() const {
    if (draining) return absl::UnavailableError("the server is shutting down");
    return absl::OkStatus();
  }

  const ServerOptions options;                ///< As Resolved() leaves them.
  const std::shared_ptr<spdlog::logger> log;  ///< May be null.
  Stats stats;
  std::atomic<bool> draining{false};
  WorkerPool pool;  ///< Last, so that its threads find all else in place.
};

}  // namespace carom

#endif  // CAROM_SERVER_SERVICE_CONTEXT_H_
