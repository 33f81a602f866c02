#ifndef CAROM_TESTS_CLIENT_NO_WAITING_H_
#define CAROM_TESTS_CLIENT_NO_WAITING_H_

#include <memory>
#include <stop_token>
#include <vector>

#include "carom/client/connection.h"
#include "client/internal/callback_scope.h"
#include "client/internal/grpc_connection.h"

namespace carom {

/// Connections for which time passes in waits alone, at once. Outlives them.
class NoWaiting {
 public:
  std::shared_ptr<Connection> Connect(std::shared_ptr<grpc::Channel> channel,
                                      RetryOptions retry = {}) {
    RetryTime time;
    time.now = [this] { return now; };
    time.sleep = [this](absl::Duration wait, const std::stop_token&) {
      waits.push_back(wait);
      now += wait;
    };
    return DestroyOutsideCallbacks<Connection>(std::make_unique<GrpcConnection>(
        std::vector<std::shared_ptr<grpc::Channel>>{std::move(channel)}, Ways::Reconnect::kByItself,
        std::move(retry), "", std::move(time)));
  }

  std::vector<absl::Duration> waits;
  SteadyTime now = SteadyNow();
};

}  // namespace carom

#endif  // CAROM_TESTS_CLIENT_NO_WAITING_H_
