#ifndef CAROM_SERVER_SERVER_H_
#define CAROM_SERVER_SERVER_H_

#include <grpcpp/channel.h>
#include <grpcpp/server.h>
#include <grpcpp/support/channel_arguments.h>
#include <spdlog/logger.h>

#include <chrono>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "server/options.h"
#include "server/service_context.h"
#include "server/simulation_service.h"

namespace carom {

/// The whole service in one object: workers, calls, limits, and a port if one is wanted. It owns
/// neither signals nor global state, so that any program may hold one, or several. Thread-safe.
class Server {
 public:
  /// Starts workers and service. With `options.listen` it also opens the port and serves
  /// grpc.health.v1 and reflection; without, only InProcessChannel() leads in. `log` may be null.
  /// UNAVAILABLE when the port cannot be opened.
  static absl::StatusOr<std::unique_ptr<Server>> Start(const ServerOptions& options,
                                                       std::shared_ptr<spdlog::logger> log);

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

  /// Takes no more calls, gives those that run until the deadline, then cancels them; returns when
  /// all have ended. May be called more than once.
  void Shutdown(std::chrono::milliseconds grace);

  WorkerPool::Stats pool_stats() const { return context_->pool.stats(); }
  const Stats& stats() const { return context_->stats; }

 private:
  Server(const ServerOptions& options, std::shared_ptr<spdlog::logger> log);
  absl::Status Open();

  // Destroyed from the bottom up: first gRPC, then the service, then the workers.
  const std::unique_ptr<ServiceContext> context_;
  SimulationService service_;
  std::unique_ptr<grpc::Server> grpc_server_;
  std::string address_;
  int port_ = 0;
};

}  // namespace carom

#endif  // CAROM_SERVER_SERVER_H_
