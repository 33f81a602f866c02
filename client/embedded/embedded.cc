#include "client/embedded/embedded.h"

#include <grpcpp/grpcpp.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "client/internal/callback_scope.h"
#include "server/server.h"

namespace carom {
namespace {

// Destroyed from the bottom up: the channel before the server that it leads to.
struct EmbeddedService {
  std::unique_ptr<Server> server;
  std::shared_ptr<Connection> connection;
};

// Without a port, only the machine itself can fail, for instance when it has no more threads.
std::unique_ptr<Server> StartWithoutPort(const EmbeddedOptions& options) {
  ServerOptions server_options;
  server_options.listen.clear();
  server_options.threads = options.threads;
  auto server = Server::Start(server_options, nullptr);
  if (!server.ok()) {
    std::fprintf(stderr, "carom: the embedded service does not start: %s\n",
                 std::string(server.status().message()).c_str());
    std::abort();
  }
  return *std::move(server);
}

}  // namespace

std::shared_ptr<Connection> Embedded(const EmbeddedOptions& options) {
  std::shared_ptr<EmbeddedService> service =
      DestroyOutsideCallbacks(std::make_unique<EmbeddedService>());
  service->server = StartWithoutPort(options);
  const ConnectOptions connect;
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(connect.max_message_bytes);
  arguments.SetMaxSendMessageSize(connect.max_message_bytes);
  service->connection = MakeConnection(service->server->InProcessChannel(arguments), connect);
  // Shares the ownership of both.
  Connection* const connection = service->connection.get();
  return std::shared_ptr<Connection>(std::move(service), connection);
}

}  // namespace carom
