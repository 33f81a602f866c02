#include "server/server.h"

#include <grpc/grpc.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/impl/server_builder_option.h>
#include <grpcpp/impl/server_builder_plugin.h>
#include <grpcpp/resource_quota.h>
#include <grpcpp/server_builder.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "carom/v1/mechanism.grpc.pb.h"
#include "carom/v1/simulation.grpc.pb.h"

namespace carom {
namespace {

// A server that refuses headers for their size confuses those of other callers on the same
// connection (CVE-2023-32731), or ends (CVE-2023-1428). So a proxy must refuse them first: HAProxy
// takes 16 KiB, Envoy 60 KiB and 100 headers, each of which counts for 32 bytes more [RFC 7541,
// 4.1].
constexpr int kMaxMetadataBytes = 64 << 10;

/// Takes the plugin away, which the library gives to every server that is built.
class NoReflection : public grpc::ServerBuilderOption {
 public:
  void UpdateArguments(grpc::ChannelArguments*) override {}
  void UpdatePlugins(std::vector<std::unique_ptr<grpc::ServerBuilderPlugin>>* plugins) override {
    std::erase_if(*plugins,
                  [](const auto& plugin) { return plugin->name() == "proto_server_reflection"; });
  }
};

int Milliseconds(std::chrono::milliseconds duration) { return static_cast<int>(duration.count()); }

void SetLimits(const ServerOptions& options, grpc::ServerBuilder& builder) {
  const int max_bytes = static_cast<int>(options.requests.max_message_bytes);
  builder.SetMaxReceiveMessageSize(max_bytes);
  // gRPC inflates a message before it looks at its size: a few KB may become gigabytes.
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_GZIP, false);
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_DEFLATE, false);
  builder.SetMaxSendMessageSize(max_bytes);
  const ConnectionLimits& limits = options.connections;
  grpc::ResourceQuota quota("carom-server");
  quota.Resize(static_cast<size_t>(limits.memory_quota_bytes));
  builder.SetResourceQuota(quota);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, kMaxMetadataBytes);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, limits.max_concurrent_streams);
  if (limits.max_connection_age.count() > 0) {
    builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_MS,
                               Milliseconds(limits.max_connection_age));
  }
}

/// Pings of either side, which find dead peers behind silent connections.
void SetKeepalive(const ConnectionLimits& limits, grpc::ServerBuilder& builder) {
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, Milliseconds(limits.keepalive));
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
                             Milliseconds(limits.min_ping_interval));
}

// gRPC would take over the socket's name from the server that uses it.
bool SomebodyListens(const std::string& unix_address) {
  const std::string path = unix_address.substr(unix_address.find(':') + 1);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) return false;
  std::memcpy(address.sun_path, path.data(), path.size());
  const int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (file < 0) return false;
  const int connected = connect(file, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
  const bool listens = connected == 0 || errno == EAGAIN;
  close(file);
  return listens;
}

absl::Status InUse(const ServerOptions& options) {
  return absl::UnavailableError(
      absl::StrCat("cannot listen on ", options.listen, ": the address is in use or not ours"));
}

// Time for the last answers to leave the connections.
constexpr std::chrono::milliseconds kFlush(200);

}  // namespace

Server::Server(const ServerOptions& options, std::shared_ptr<const ServerLog> log,
               std::unique_ptr<Security> security)
    : context_(std::make_unique<ServiceContext>(options, std::move(log), std::move(security))),
      simulations_(
          *context_, v1::SimulationService::service_full_name(),
          {Method::kSimulate, Method::kSimulateBatch, Method::kEstimateOutcomes, Method::kRuleShots,
           Method::kListTables, Method::kGetTable, Method::kGetServerInfo}),
      mechanisms_(*context_, v1::MechanismService::service_full_name(),
                  {Method::kSimulateMechanism}) {}

absl::StatusOr<std::unique_ptr<Server>> Server::Start(const ServerOptions& options,
                                                      std::shared_ptr<const ServerLog> log) {
  auto security = Security::Open(options.security, log);
  if (!security.ok()) return security.status();
  std::unique_ptr<Server> server(
      new Server(Resolved(options), std::move(log), *std::move(security)));
  const absl::Status opened = server->Open();
  if (!opened.ok()) return opened;
  return server;
}

absl::Status Server::Open() {
  const ServerOptions& options = context_->options;
  grpc::ServerBuilder builder;
  SetLimits(options, builder);
  SetKeepalive(options.connections, builder);
  builder.RegisterService(&simulations_);
  builder.RegisterService(&mechanisms_);
  if (!options.listen.empty()) {
    // gRPC has no switch for one server alone; both take effect on servers that are built later in
    // this process, and do them no harm.
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    if (!options.security.reflection) builder.SetOption(std::make_unique<NoReflection>());
    // Two servers must not share a port by accident.
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    if (IsUnixAddress(options.listen) && SomebodyListens(options.listen)) return InUse(options);
    builder.AddListeningPort(options.listen, context_->security->MakeCredentials(), &port_);
  }
  grpc_server_ = builder.BuildAndStart();
  const bool open = grpc_server_ != nullptr && (options.listen.empty() || port_ != 0);
  if (!open) return InUse(options);
  if (IsUnixAddress(options.listen)) {
    address_ = options.listen;
  } else if (!options.listen.empty()) {
    address_ = absl::StrCat(options.listen.substr(0, options.listen.rfind(':')), ":", port_);
  }
  SetServing(true);
  return absl::OkStatus();
}

Server::~Server() { Shutdown(std::chrono::milliseconds(0)); }

std::shared_ptr<grpc::Channel> Server::InProcessChannel(const grpc::ChannelArguments& arguments) {
  return grpc_server_->InProcessChannel(arguments);
}

void Server::SetServing(bool serving) {
  serving_ = serving;
  grpc::HealthCheckServiceInterface* const health = grpc_server_->GetHealthCheckService();
  if (health == nullptr) return;
  health->SetServingStatus(serving);  // The whole server, named "".
  health->SetServingStatus(v1::SimulationService::service_full_name(), serving);
  health->SetServingStatus(v1::MechanismService::service_full_name(), serving);
}

void Server::Drain() {
  SetServing(false);
  std::this_thread::sleep_for(context_->options.lame_duck);
  Shutdown(context_->options.shutdown_grace);
}

// gRPC also waits for connections to close, and a client that is idle or stopped may hold one until
// the grace is over. So this function waits for the calls, and then closes what is left.
void Server::Shutdown(std::chrono::milliseconds grace) {
  constexpr std::chrono::milliseconds kPoll(5);
  if (grpc_server_ == nullptr || shut_down_.exchange(true)) return;
  context_->draining = true;
  const auto deadline = std::chrono::steady_clock::now() + grace;
  std::thread closing([this, grace] {  // The listener, with GOAWAY to all connections.
    grpc_server_->Shutdown(std::chrono::system_clock::now() + grace);
  });
  while (context_->stats.calls_running > 0 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(kPoll);
  }
  std::this_thread::sleep_for(std::min(grace, kFlush));
  grpc_server_cancel_all_calls(grpc_server_->c_server());
  closing.join();
}

}  // namespace carom
