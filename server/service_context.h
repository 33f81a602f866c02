#ifndef CAROM_SERVER_SERVICE_CONTEXT_H_
#define CAROM_SERVER_SERVICE_CONTEXT_H_

#include <spdlog/logger.h>

#include <memory>
#include <utility>

#include "server/options.h"
#include "server/stats.h"
#include "server/worker_pool.h"

namespace carom {

/// What the calls share. Outlives every call.
struct ServiceContext {
  ServiceContext(const ServerOptions& resolved, std::shared_ptr<spdlog::logger> logger)
      : options(resolved), log(std::move(logger)), pool(resolved.threads) {}

  const ServerOptions options;                ///< As Resolved() leaves them.
  const std::shared_ptr<spdlog::logger> log;  ///< May be null.
  Stats stats;
  WorkerPool pool;  ///< Last, so that its threads find all else in place.
};

}  // namespace carom

#endif  // CAROM_SERVER_SERVICE_CONTEXT_H_
