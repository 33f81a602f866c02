#include "client/connection.h"

#include <grpcpp/grpcpp.h>

#include <utility>

#include "client/grpc_connection.h"

namespace carom {
namespace {

grpc::ChannelArguments MakeChannelArguments(const ConnectOptions& options) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(options.max_message_bytes);
  arguments.SetMaxSendMessageSize(options.max_message_bytes);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS,
                   static_cast<int>(absl::ToInt64Milliseconds(options.keepalive)));
  // The retry loop is ours: gRPC's own never resumes a stream, and two loops would multiply.
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  arguments.SetLoadBalancingPolicyName("round_robin");
  return arguments;
}

}  // namespace

std::shared_ptr<Connection> Connect(const std::string& target, const ConnectOptions& options) {
  return MakeConnection(grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(),
                                                  MakeChannelArguments(options)),
                        options);
}

std::shared_ptr<Connection> MakeConnection(std::shared_ptr<grpc::Channel> channel,
                                           const ConnectOptions& options) {
  return std::make_shared<GrpcConnection>(carom::v1::SimulationService::NewStub(channel),
                                          options.retry);
}

}  // namespace carom
