#ifndef CAROM_SERVER_PORT_PORT_H_
#define CAROM_SERVER_PORT_PORT_H_

#include <grpcpp/server_builder.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "server/mutex.h"
#include "server/port/listening_sockets.h"
#include "server/port/open_connections.h"
#include "server/port/owned_file.h"
#include "server/port/stop_event.h"

namespace carom {

/// Where a server takes connections, which it hands to gRPC. gRPC 1.51 has a port of its own, but
/// at the first moment without a free descriptor that one stops to accept for good
/// (CVE-2023-4785). Thread-safe.
///
/// No more than `most` connections are open at a time: further ones are reset at once. The place of
/// one that has closed is free within 10 ms.
class Port {
 public:
  using Acceptor = grpc::experimental::ExternalConnectionAcceptor;

  /// Listens; connections wait until Start(). `address` as of ListeningSockets.
  static absl::StatusOr<std::unique_ptr<Port>> Open(const std::string& address, int64_t most);
  ~Port() { Close(); }
  Port(const Port&) = delete;
  Port& operator=(const Port&) = delete;

  /// From now on gives connections to gRPC, whose server has started.
  void Start(std::unique_ptr<Acceptor> acceptor);

  /// Nobody can connect any more. The acceptor is not used afterwards, and must not be once its
  /// server shuts down. May be called more than once, by one thread at a time.
  void Close();

  /// Ends all connections, after Close(). gRPC cannot: the calls of a client that has stopped to
  /// take what is sent wait for a write that stands still, even when they are cancelled.
  void Cut();

  /// The socket that listens, for getsockname(), and the number of the port.
  int listening() const { return sockets_.all().front().number(); }
  int number() const { return sockets_.port(); }

  int64_t most() const { return most_; }
  int64_t connections() const;  ///< Open ones. Asks the system about each.
  int64_t refused() const { return refused_; }

 private:
  explicit Port(int64_t most);
  void Run();
  void AcceptFrom(int listening);
  void Take(OwnedFile connection);
  bool HasRoom();
  void Refuse(OwnedFile connection);
  void RefuseWithoutDescriptors(int listening);

  const int64_t most_;
  ListeningSockets sockets_;
  StopEvent stop_;
  OwnedFile reserve_;  // Of the thread, to be closed when it is short of another one.
  std::unique_ptr<Acceptor> acceptor_;
  std::atomic<int64_t> refused_{0};
  mutable Mutex mutex_;
  mutable OpenConnections open_ ABSL_GUARDED_BY(mutex_);
  std::chrono::steady_clock::time_point swept_;  // Of the thread.
  std::thread thread_;
};

}  // namespace carom

#endif  // CAROM_SERVER_PORT_PORT_H_
