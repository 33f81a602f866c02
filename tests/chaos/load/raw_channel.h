#ifndef CAROM_TESTS_CHAOS_LOAD_RAW_CHANNEL_H_
#define CAROM_TESTS_CHAOS_LOAD_RAW_CHANNEL_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

namespace carom::chaos {

/// A channel with a connection of its own, without the client library and without any retry.
inline std::shared_ptr<grpc::Channel> RawChannel(const std::string& target) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  // A server that restarts is found within a fraction of a scenario.
  constexpr int kReconnect_ms = 200;
  for (const char* const backoff :
       {GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, GRPC_ARG_MAX_RECONNECT_BACKOFF_MS}) {
    arguments.SetInt(backoff, kReconnect_ms);
  }
  return grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(), arguments);
}

}  // namespace carom::chaos

#endif  // CAROM_TESTS_CHAOS_LOAD_RAW_CHANNEL_H_
