#ifndef CAROM_CLIENT_INTERNAL_WAYS_H_
#define CAROM_CLIENT_INTERNAL_WAYS_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <stop_token>
#include <tuple>
#include <vector>

#include "absl/time/time.h"
#include "carom/v1/mechanism.grpc.pb.h"
#include "carom/v1/simulation.grpc.pb.h"
#include "client/internal/steady_time.h"

namespace carom {

/// The channels of a connection, all to one server or fleet, which calls use in turns. Thread-safe.
class Ways {
 public:
  using SimulationStub = carom::v1::SimulationService::StubInterface;
  using MechanismStub = carom::v1::MechanismService::StubInterface;

  enum class Reconnect {
    kActively,  ///< Channels to a host: a server that is away is looked for while a call waits.
    kByItself,  ///< Any channels, those inside the process too, which cannot be asked.
  };

  /// How long a call looks for a server that is away before its next attempt, and how often.
  static constexpr absl::Duration kLook = absl::Milliseconds(200);
  static constexpr absl::Duration kLookStep = absl::Milliseconds(20);

  Ways(const std::vector<std::shared_ptr<grpc::Channel>>& channels, Reconnect reconnect);

  /// Whose turn it is.
  size_t Next() { return next_++ % ways_.size(); }
  /// The one after `way`; the same if there is no other.
  size_t After(size_t way) const { return (way + 1) % ways_.size(); }
  template <class Stub>
  Stub& stub(size_t way) const {
    return *std::get<std::unique_ptr<Stub>>(ways_[way].stubs);
  }

  /// Lets channels that lost their server look for it at once. gRPC itself would come back to a
  /// server that was away only after a second or more.
  void Revive();

  /// Whether the next call finds a server, as far as is known.
  bool IsReady() const;

  /// Waits until IsReady(), for kLook at most, until the deadline or a stop.
  void LookForServer(SteadyTime deadline, const std::stop_token& stop) const;

 private:
  struct Way {
    std::shared_ptr<grpc::Channel> channel;
    std::tuple<std::unique_ptr<SimulationStub>, std::unique_ptr<MechanismStub>> stubs;
  };

  grpc::Channel& next_channel() const { return *ways_[next_ % ways_.size()].channel; }

  std::vector<Way> ways_;
  std::atomic<size_t> next_{0};
  const Reconnect reconnect_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_WAYS_H_
