#include "carom/client/embedded/embedded.h"

#include <grpcpp/grpcpp.h>

#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/internal/callback_scope.h"
#include "client/internal/refusing_connection.h"
#include "client/internal/thread_count.h"
#include "server/server.h"

namespace carom {
namespace {

// Destroyed from the bottom up: the channel before the server that it leads to.
struct EmbeddedService {
  std::unique_ptr<Server> server;
  std::shared_ptr<Connection> connection;
};

// Without a port, only the machine itself can fail, for instance when it has no more threads.
absl::StatusOr<std::unique_ptr<Server>> StartWithoutPort(const EmbeddedOptions& options) {
  if (absl::Status wrong = CheckThreads(options.threads); !wrong.ok()) return wrong;
  ServerOptions server_options;
  server_options.listen.clear();
  server_options.threads = options.threads;
  try {
    return Server::Start(server_options, nullptr);
  } catch (const std::system_error& error) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the embedded service does not start: ", error.what()));
  }
}

}  // namespace

std::shared_ptr<Connection> Embedded(const EmbeddedOptions& options) {
  absl::StatusOr<std::unique_ptr<Server>> server = StartWithoutPort(options);
  if (!server.ok()) return std::make_shared<RefusingConnection>(server.status());
  std::shared_ptr<EmbeddedService> service =
      DestroyOutsideCallbacks(std::make_unique<EmbeddedService>());
  service->server = *std::move(server);
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
