#ifndef CAROM_TESTS_DETERMINISM_SERVICE_H_
#define CAROM_TESTS_DETERMINISM_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include <memory>

#include "carom/client/client.h"
#include "carom/client/connection.h"
#include "server/server.h"

namespace carom {

inline grpc::ChannelArguments AnySize() {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  return arguments;
}

/// A service that is reached through its port, or inside the process where it has none.
struct Service {
  explicit Service(const ServerOptions& options)
      : server(Server::Start(options, nullptr).value()),
        client(options.listen.empty() ? MakeConnection(server->InProcessChannel(AnySize()))
                                      : Connect(server->address())) {}

  // Destroyed from the bottom up.
  std::unique_ptr<Server> server;
  Client client;
};

}  // namespace carom

#endif  // CAROM_TESTS_DETERMINISM_SERVICE_H_
