#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "carom/client/connection.h"
#include "client/internal/callback_scope.h"
#include "client/internal/grpc_connection.h"
#include "client/internal/refusing_connection.h"
#include "client/internal/status.h"
#include "client/internal/this_machine.h"

namespace carom {
namespace {

constexpr int kMaxConnections = 64;

int Milliseconds(absl::Duration duration) {
  return static_cast<int>(absl::ToInt64Milliseconds(duration));
}

// gRPC ends the process over a header value of other characters than these.
absl::Status CheckToken(const std::string& token) {
  for (size_t i = 0; i < token.size(); ++i) {
    if (absl::ascii_isgraph(static_cast<unsigned char>(token[i]))) continue;
    return WrongField("token", absl::StrCat("character ", i),
                      "a visible one of ASCII; a token read from a file may end with a line break");
  }
  return absl::OkStatus();
}

absl::Status Check(const std::string& target, const ConnectOptions& options) {
  if (absl::Status wrong = CheckToken(options.token); !wrong.ok()) return wrong;
  if (options.tls && options.tls->certificate_chain.empty() != options.tls->private_key.empty()) {
    return WrongField(
        "tls", "certificate_chain and private_key belong together; one of them is empty", "");
  }
  const bool may_send =
      options.tls.has_value() || options.allow_token_in_plain_text || IsThisMachine(target);
  if (!options.token.empty() && !may_send) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the token would go to ", target, " in plain text: use TLS, or allow it explicitly"));
  }
  return absl::OkStatus();
}

grpc::ChannelArguments MakeChannelArguments(const ConnectOptions& options) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(options.max_message_bytes);
  arguments.SetMaxSendMessageSize(options.max_message_bytes);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, Milliseconds(options.keepalive));
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, Milliseconds(options.keepalive_timeout));
  // The first of these: how long a host may accept connections without an answer, as a stopped
  // process does. The others: when a host that refuses connections is tried again.
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 2000);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1000);
  // The retry loop is ours: gRPC's own never resumes a stream, and two loops would multiply.
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  arguments.SetLoadBalancingPolicyName("round_robin");
  if (!options.token.empty() && !options.tls && !options.allow_token_in_plain_text) {
    // The proxy of the environment variable http_proxy would be another machine.
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  }
  if (options.tls && !options.tls->server_name.empty()) {
    arguments.SetSslTargetNameOverride(options.tls->server_name);
  }
  return arguments;
}

std::shared_ptr<grpc::ChannelCredentials> MakeCredentials(const ConnectOptions& options) {
  if (!options.tls) return grpc::InsecureChannelCredentials();
  grpc::SslCredentialsOptions tls;
  tls.pem_root_certs = options.tls->root_certificates;
  tls.pem_cert_chain = options.tls->certificate_chain;
  tls.pem_private_key = options.tls->private_key;
  return grpc::SslCredentials(tls);
}

}  // namespace

std::shared_ptr<Connection> Connect(const std::string& target, const ConnectOptions& options) {
  if (absl::Status wrong = Check(target, options); !wrong.ok()) {
    return std::make_shared<RefusingConnection>(wrong);
  }
  const int count = std::clamp(options.connections, 1, kMaxConnections);
  std::vector<std::shared_ptr<grpc::Channel>> channels;
  for (int i = 0; i < count; ++i) {
    grpc::ChannelArguments arguments = MakeChannelArguments(options);
    // Without this, channels of one process to one target share their connections.
    if (count > 1) arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    channels.push_back(grpc::CreateCustomChannel(target, MakeCredentials(options), arguments));
  }
  return DestroyOutsideCallbacks<Connection>(std::make_unique<GrpcConnection>(
      channels, Ways::Reconnect::kActively, options.retry, options.token));
}

std::shared_ptr<Connection> MakeConnection(std::shared_ptr<grpc::Channel> channel,
                                           const ConnectOptions& options) {
  if (absl::Status wrong = CheckToken(options.token); !wrong.ok()) {
    return std::make_shared<RefusingConnection>(wrong);
  }
  return DestroyOutsideCallbacks<Connection>(std::make_unique<GrpcConnection>(
      std::vector<std::shared_ptr<grpc::Channel>>{std::move(channel)}, Ways::Reconnect::kByItself,
      options.retry, options.token));
}

}  // namespace carom
