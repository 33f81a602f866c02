#ifndef CAROM_CLIENT_LOCAL_LOCAL_CALL_H_
#define CAROM_CLIENT_LOCAL_LOCAL_CALL_H_

#include <atomic>
#include <functional>
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
class LocalCallState {
 public:
  /// Both outlive the state; the call begins now.
  LocalCallState(LocalEngine& engine, const CallOptions& options)
      : engine_(engine), count_(engine), control_(DeadlineAfter(options.timeout)) {}

  TaskContext context() {
    return {engine_.scenes(), engine_.limits(), engine_.streams(), engine_.pool().threads(),
            kNeverDrains,     control_,         allowance_};
  }

  LocalEngine& engine() { return engine_; }
  CallControl& control() { return control_; }
  Allowance& allowance() { return allowance_; }
  bool IsAlone() const { return count_.IsAlone(); }

 private:
  static inline const std::atomic<bool> kNeverDrains{false};

  LocalEngine& engine_;
  const LocalEngine::Call count_;
  CallControl control_;
  Allowance allowance_;
};

/// Lanes of a task whose shots may be `is_long`.
constexpr Call::Options LanesOfCall(bool is_long) {
  return is_long ? Call::Options{Lane::kLong, Lane::kLong}
                 : Call::Options{Lane::kInteractive, Lane::kLarge};
}
inline constexpr Call::Options kLanesOfBatch{Lane::kBulk, Lane::kBulk};

/// A call for which a thread waits; the thread takes the messages.
class WaitedCall : public LocalSink<WaitingCaller> {
 public:
  WaitedCall(LocalEngine& engine, const CallOptions& options)
      : options_(options), state_(engine, options) {}

  TaskContext context() { return state_.context(); }

  /// Takes a message, whose content it may take. A status other than OK ends the call with it.
  using OnMessage = std::function<absl::Status(google::protobuf::Message&)>;

  /// Runs the task to its end; called once. What WaitingCaller::Run() says of on_packet holds here.
  absl::Status Run(CallTask& task, const Call::Options& lanes, const OnMessage& on_message);

 private:
  const CallOptions& options_;
  LocalCallState state_;
};

/// One SimulateAsync() in this process: planned and run by the pool, nobody waits. It keeps itself
/// alive until its callback has returned, which runs on a thread of the pool. Thread-safe.
class LocalAsync : public Cancellable, public LocalSink<AsyncCaller> {
 public:
  static void Start(LocalEngine& engine, v1::SimulateRequest request, const CallOptions& options,
                    SimulateCallback done);

  /// By Start() alone.
  LocalAsync(LocalEngine& engine, v1::SimulateRequest request, const CallOptions& options,
             SimulateCallback done);

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
