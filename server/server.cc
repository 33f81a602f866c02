#include "server/server.h"

#include <grpc/grpc.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/resource_quota.h>
#include <grpcpp/server_builder.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "carom/v1/mechanism.grpc.pb.h"
#include "carom/v1/simulation.grpc.pb.h"
#include "server/thread_check.h"

namespace carom {
namespace {

// A server that refuses headers for their size confuses those of other callers on the same
// connection (CVE-2023-32731), or ends (CVE-2023-1428). So a proxy must refuse them first: HAProxy
// takes 16 KiB, Envoy 60 KiB and 100 headers, each of which counts for 32 bytes more [RFC 7541,
// 4.1].
constexpr int kMaxMetadataBytes = 64 << 10;

// A connection that does not begin within this time is closed: its place may be needed.
constexpr int kHandshake_ms = 10'000;

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
  builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, kHandshake_ms);
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

absl::Status CheckDescriptors(const ConnectionLimits& limits) {
  const int64_t most = DescriptorsForConnections();
  if (limits.max_connections <= most) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--max-connections: ", limits.max_connections, " must be at most ", most,
                   ", for more the limit of descriptors (ulimit -n) is too low"));
}

// A small call takes half as much time of these threads as of a worker.
int LoopThreads(int workers) { return std::max(1, workers / 2); }

// Workers; closer, port, probe, the ones that watch files and stalled calls; and those of gRPC: 9
// with two processors, and it starts more where it has much to do.
int ThreadsOf(const ServerOptions& options) {
  return options.threads + LoopThreads(options.threads) + 5 + 15 +
         2 * static_cast<int>(sysconf(_SC_NPROCESSORS_CONF));
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
           Method::kPlaceBalls, Method::kFindAims, Method::kPlanShot, Method::kPlayMatch,
           Method::kListTables, Method::kGetTable, Method::kGetServerInfo}),
      mechanisms_(*context_, v1::MechanismService::service_full_name(),
                  {Method::kSimulateMechanism}),
      reflection_(
          *context_->security,
          {v1::SimulationService::service_full_name(), v1::MechanismService::service_full_name(),
           "grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection"}),
      unknown_methods_(*context_) {}

absl::StatusOr<std::unique_ptr<Server>> Server::Start(const ServerOptions& options,
                                                      std::shared_ptr<const ServerLog> log) {
  const ServerOptions resolved = Resolved(options);
  if (absl::Status few = CheckDescriptors(resolved.connections); !few.ok()) return few;
  if (absl::Status few = TryThreads(ThreadsOf(resolved)); !few.ok()) return few;
  auto security = Security::Open(options.security, log);
  if (!security.ok()) return security.status();
  std::unique_ptr<Server> server(new Server(resolved, std::move(log), *std::move(security)));
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
  builder.RegisterCallbackGenericService(&unknown_methods_);
  std::unique_ptr<Port::Acceptor> acceptor;
  if (!options.listen.empty()) {
    auto port = Port::Open(options.listen, options.connections.max_connections);
    if (!port.ok()) return port.status();
    port_ = *std::move(port);
    // gRPC has no switch for one server alone; it takes effect on servers that are built later in
    // this process, and does them no harm.
    grpc::EnableDefaultHealthCheckService(true);
    if (options.security.reflection) builder.RegisterService(&reflection_);
    auto experimental = builder.experimental();
    acceptor = experimental.AddExternalConnectionAcceptor(
        decltype(experimental)::ExternalConnectionType::FROM_FD,
        context_->security->MakeCredentials());
  }
  loop_ = std::make_unique<EventLoop>(builder.AddCompletionQueue());
  grpc_server_ = builder.BuildAndStart();
  if (grpc_server_ == nullptr) return absl::UnavailableError("gRPC does not start");
  closer_ = std::thread([this, close = close_.get_future()]() mutable {
    const std::chrono::milliseconds grace = close.get();
    grpc_server_->Shutdown(std::chrono::system_clock::now() + grace);
  });
  loop_->Start(LoopThreads(options.threads));
  for (WireService* const service : {&simulations_, &mechanisms_}) service->TakeCalls(*loop_);
  if (port_ != nullptr) {
    port_->Start(std::move(acceptor));
    const bool tls = !options.security.tls_cert.empty();
    probe_ = std::make_unique<PortProbe>(port_->listening(), tls);
    const std::string& listen = options.listen;
    address_ = IsUnixAddress(listen)
                   ? listen
                   : absl::StrCat(listen.substr(0, listen.rfind(':')), ":", port_->number());
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
  if (port_ != nullptr) port_->Close();
  close_.set_value(grace);  // GOAWAY to all connections.
  const Stats& stats = context_->stats;
  while (stats.calls_running > stats.calls_stuck && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(kPoll);
  }
  std::this_thread::sleep_for(std::min(grace, kFlush));
  grpc_server_cancel_all_calls(grpc_server_->c_server());
  if (port_ != nullptr) port_->Cut();
  closer_.join();
}

}  // namespace carom
