#ifndef CAROM_CLIENT_LOCAL_LOCAL_CALL_H_
#define CAROM_CLIENT_LOCAL_LOCAL_CALL_H_

#include <atomic>
#include <memory>

#include "absl/status/status.h"
#include "carom/client/connection.h"
#include "carom/client/options.h"
#include "carom/v1/simulation.pb.h"
#include "client/internal/calls_in_flight.h"
#include "client/local/local_engine.h"
#include "server/call/callers.h"
#include "server/call/tasks.h"

namespace carom {

/// A message for a caller in this process: its content, taken and not serialised.
Packet TakeContent(google::protobuf::Message& message, const SentAnswers& answers);
google::protobuf::Message& MessageOf(const Packet& packet);

/// A sink whose packets are messages.
template <class Sink>
class LocalSink : public Sink {
 private:
  Packet Encode(google::protobuf::Message& message, const SentAnswers& answers) final {
    return TakeContent(message, answers);
  }
};

/// What a call in this process works with. Outlives the call's task.
struct LocalCallState {
  /// The engine outlives the state; the call begins now.
  LocalCallState(LocalEngine& its_engine, const CallOptions& options)
      : engine(its_engine), count(its_engine), control(DeadlineAfter(options.timeout)) {}

  TaskContext context() {
    return {engine.scenes(), engine.limits(), engine.streams(), engine.pool().threads(),
            kNeverDrains,    control,         allowance};
  }

  static inline const std::atomic<bool> kNeverDrains{false};
  LocalEngine& engine;
  const LocalEngine::Call count;
  CallControl control;
  Allowance allowance;
};

/// Lanes of a task whose shots may be `is_long`.
constexpr Call::Options LanesOfCall(bool is_long) {
  return is_long ? Call::Options{Lane::kLong, Lane::kLong}
                 : Call::Options{Lane::kInteractive, Lane::kLarge};
}
inline constexpr Call::Options kLanesOfBatch{Lane::kBulk, Lane::kBulk};

/// Runs the task to its end; this thread waits, and takes the packets as WaitingCaller::Run() says.
absl::Status RunHere(LocalCallState& state, CallTask& task, const Call::Options& lanes,
                     const CallerStopToken& stop, const WaitingCaller::OnPacket& on_packet);

/// One SimulateAsync() in this process: planned and run by the pool, nobody waits. It keeps itself
/// alive until its callback has returned, which runs on a thread of the pool. Thread-safe.
class LocalAsync : public Cancellable, public LocalSink<AsyncCaller> {
 public:
  LocalAsync(LocalEngine& engine, v1::SimulateRequest request, const CallOptions& options,
             SimulateCallback done);

  /// Once.
  void Start(const CallerStopToken& stop);
  void Cut(const absl::Status& status) override { AsyncCaller::Cut(status); }

 private:
  void Ended(const absl::Status& status, std::unique_ptr<Packet> last) override;

  CallsInFlight::Place place_;  // The first member.
  const v1::SimulateRequest request_;
  LocalCallState state_;
  ShotsTask task_;
  Call call_;
  SimulateCallback done_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_LOCAL_LOCAL_CALL_H_
