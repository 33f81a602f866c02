#ifndef CAROM_SERVER_SERVER_H_
#define CAROM_SERVER_SERVER_H_

#include <grpcpp/channel.h>
#include <grpcpp/server.h>
#include <grpcpp/support/channel_arguments.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "server/log/server_log.h"
#include "server/options.h"
#include "server/service_context.h"
#include "server/wire_service.h"

namespace carom {

/// The whole service in one object: workers, calls, limits, and a port if one is wanted. It owns
/// neither signals nor global state, so that any program may hold one, or several. Thread-safe.
class Server {
 public:
  /// Starts workers and service. With `options.listen` it also opens the port and serves
  /// grpc.health.v1 and reflection; without it, InProcessChannel() is the only way in. `log` may be
  /// null. UNAVAILABLE when the port cannot be opened, INVALID_ARGUMENT when a file of
  /// `options.security` is unfit.
  static absl::StatusOr<std::unique_ptr<Server>> Start(const ServerOptions& options,
                                                       std::shared_ptr<const ServerLog> log);

  /// As Shutdown(0 s).
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// HOST:PORT with the port that was opened; empty without one.
  const std::string& address() const { return address_; }
  int port() const { return port_; }
  int threads() const { return context_->pool.threads(); }

  /// A channel to this very service without a port, with the same limits. Not to be used after
  /// Shutdown().
  std::shared_ptr<grpc::Channel> InProcessChannel(
      const grpc::ChannelArguments& arguments = grpc::ChannelArguments());

  /// What grpc.health.v1 says from now on, while calls are served as before.
  void SetServing(bool serving);
  bool serving() const { return serving_; }

  /// The end that loses nothing: not healthy, yet serving, for options.lame_duck, so that load
  /// balancers look away; then Shutdown(options.shutdown_grace). Takes little more than both.
  void Drain();

  /// Closes the port, tells every connection to go (GOAWAY), and waits for the calls that run;
  /// batches hand back what they have not begun (UNAVAILABLE, so that clients resume elsewhere).
  /// After `grace` calls are cancelled. Returns when all have ended. May be called more than once.
  void Shutdown(std::chrono::milliseconds grace);

  WorkerPool::Stats pool_stats() const { return context_->pool.stats(); }
  SceneStore::CacheStats scene_stats() const { return context_->scenes.scene_stats(); }
  const Stats& stats() const { return context_->stats; }
  const Timings& timings() const { return context_->timings; }
  const Admission& admission() const { return context_->admission; }
  const ServerOptions& options() const { return context_->options; }  ///< As Resolved().

 private:
  Server(const ServerOptions& options, std::shared_ptr<const ServerLog> log,
         std::unique_ptr<Security> security);
  absl::Status Open();

  // Destroyed from the bottom up: first gRPC, then the service, then the workers.
  const std::unique_ptr<ServiceContext> context_;
  WireService simulations_;
  WireService mechanisms_;
  std::unique_ptr<grpc::Server> grpc_server_;
  std::string address_;
  int port_ = 0;
  std::atomic<bool> serving_{false};
  std::atomic<bool> shut_down_{false};
};

}  // namespace carom

#endif  // CAROM_SERVER_SERVER_H_
