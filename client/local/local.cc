#include "carom/client/local/local.h"

#include "client/internal/callback_scope.h"
#include "client/internal/refusing_connection.h"
#include "client/internal/thread_count.h"
#include "client/local/local_connection.h"
#include "server/container_limits.h"

namespace carom {
std::shared_ptr<Connection> Local(const LocalOptions& options) {
  if (absl::Status wrong = CheckThreads(options.threads); !wrong.ok()) {
    return std::make_shared<RefusingConnection>(wrong);
  }
  (void)ForkGeneration();  // Forks count from now on.
  const int threads = options.threads > 0 ? options.threads : ReadContainerLimits().processors;
  return DestroyOutsideCallbacks<Connection>(std::make_unique<LocalConnection>(threads));
}

}  // namespace carom
