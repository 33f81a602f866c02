#ifndef CAROM_SERVER_SERVER_H_
#define CAROM_SERVER_SERVER_H_

#include <grpcpp/channel.h>
#include <grpcpp/server.h>
#include <grpcpp/support/channel_arguments.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>

#include "absl/status/statusor.h"
#include "server/event_loop.h"
#include "server/log/server_log.h"
#include "server/options.h"
#include "server/port/port.h"
#include "server/port/port_probe.h"
#include "server/reflection_service.h"
#include "server/service_context.h"
#include "server/unknown_methods.h"
#include "server/wire_service.h"

namespace carom {

/// The whole service in one object: workers, calls, limits, and a port if one is wanted. It owns
/// neither signals nor global state, so that any program may hold one, or several. Thread-safe.
class Server {
 public:
  /// Starts workers and service. With `options.listen` it also opens the port and serves
  /// grpc.health.v1 and reflection; without it, InProcessChannel() is the only way in. `log` may be
  /// null. UNAVAILABLE when the port cannot be opened, INVALID_ARGUMENT when a file of
  /// `options.security` is unfit or there are too few descriptors for
  /// `options.connections.max_connections`, RESOURCE_EXHAUSTED when there are too few threads.
  static absl::StatusOr<std::unique_ptr<Server>> Start(const ServerOptions& options,
                                                       std::shared_ptr<const ServerLog> log);

  /// As Shutdown(0 s).
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// HOST:PORT with the port that was opened; empty without one.
  const std::string& address() const { return address_; }
  int port() const { return port_ == nullptr ? 0 : port_->number(); }
  int threads() const { return context_->pool.threads(); }

  /// A channel to this very service without a port, with the same limits. Not to be used after
  /// Shutdown().
  std::shared_ptr<grpc::Channel> InProcessChannel(
      const grpc::ChannelArguments& arguments = grpc::ChannelArguments());

  /// What grpc.health.v1 says from now on, while calls are served as before.
  void SetServing(bool serving);
  bool serving() const { return serving_; }

  /// Serving, and a connection to the port was answered within the last seconds.
  bool ready() const { return serving_ && (probe_ == nullptr || probe_->answered()); }

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
  /// Null without a port.
  const Port* listener() const { return port_.get(); }
  const Admission& admission() const { return context_->admission; }
  const StallWatch& stalls() const { return context_->stalls; }
  const ServerOptions& options() const { return context_->options; }  ///< As Resolved().

 private:
  Server(const ServerOptions& options, std::shared_ptr<const ServerLog> log,
         std::unique_ptr<Security> security);
  absl::Status Open();

  // Destroyed from the bottom up: first gRPC, then the services, then the workers.
  const std::unique_ptr<ServiceContext> context_;
  WireService simulations_;
  WireService mechanisms_;
  ReflectionService reflection_;
  UnknownMethods unknown_methods_;
  std::unique_ptr<grpc::Server> grpc_server_;
  std::unique_ptr<EventLoop> loop_;  // Its last events refer to that server.
  std::unique_ptr<Port> port_;
  std::unique_ptr<PortProbe> probe_;
  std::string address_;
  std::atomic<bool> serving_{false};
  std::atomic<bool> shut_down_{false};
  // Shuts gRPC down within the grace that it is given. It waits for that from the start: where the
  // system grants no more threads, the end must not need one.
  std::promise<std::chrono::milliseconds> close_;
  std::thread closer_;
};

}  // namespace carom

#endif  // CAROM_SERVER_SERVER_H_
