#include "client/internal/ways.h"

#include <grpcpp/grpcpp.h>
#include <grpcpp/support/channel_arguments.h>

#include <algorithm>

#include "client/internal/grpc_time.h"

namespace carom {

Ways::Ways(const std::vector<std::shared_ptr<grpc::Channel>>& channels, Reconnect reconnect)
    : reconnect_(reconnect) {
  for (const std::shared_ptr<grpc::Channel>& channel : channels) {
    ways_.push_back({channel,
                     {carom::v1::SimulationService::NewStub(channel),
                      carom::v1::MechanismService::NewStub(channel)}});
  }
}

void Ways::Revive() {
  if (reconnect_ == Reconnect::kByItself) return;
  for (const Way& way : ways_) {
    if (way.channel->GetState(/*try_to_connect=*/true) == GRPC_CHANNEL_READY) continue;
    grpc::experimental::ChannelResetConnectionBackoff(way.channel.get());
  }
}

bool Ways::IsReady() const {
  return reconnect_ == Reconnect::kByItself ||
         next_channel().GetState(/*try_to_connect=*/true) == GRPC_CHANNEL_READY;
}

// A connection is made only while somebody waits for it: a call that fails at once does not.
void Ways::LookForServer(SteadyTime deadline, const std::stop_token& stop) const {
  if (reconnect_ == Reconnect::kByItself) return;
  const SteadyTime end = std::min(SteadyNow() + kLook, deadline);
  while (SteadyNow() < end && !stop.stop_requested()) {
    if (next_channel().WaitForConnected(ToGrpcTime(SteadyNow() + kLookStep))) return;
  }
}

}  // namespace carom
