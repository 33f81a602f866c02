#ifndef CAROM_TESTS_EXPLORER_FAKES_H_
#define CAROM_TESTS_EXPLORER_FAKES_H_

#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/call/call.h"
#include "server/call/callers.h"
#include "server/call_control.h"
#include "server/worker_pool.h"
#include "tests/explorer/scheduler.h"
#include "tests/explorer/world.h"

// What a Call works with, in the shape of the service's own, and what is checked of its calls.

namespace carom::explore {

class FakeAllowance : public Allowance {
 public:
  explicit FakeAllowance(World& world) : world_(world) {}
  absl::Status BecomesLong() override;

 private:
  World& world_;
};

class FakeTask : public CallTask {
 public:
  FakeTask(World& world, const CallControl& control);
  ~FakeTask() override { Check(runners_ == 0, "a task is gone before its runners"); }

  absl::StatusOr<PartState> Open(const WorkItem::Yield& yield) override;
  bool IsLong() const override;
  std::unique_ptr<Runner> MakeRunner() override;
  int Ready(const CallLoad& load) const override;
  bool HasParts() const override;
  absl::StatusOr<Conclusion> Conclude(const WorkItem::Yield& yield) override;
  bool ConcludesLong() const override { return IsLong(); }

 private:
  class FakeRunner;

  void CheckAsked() const;
  /// Some turns in the long lane; the first work of a call that has a rival ends after the rival.
  void WorkLong(const WorkItem::Yield& yield, bool is_first) const;

  World& world_;
  const CallControl& control_;
  int parts_ = 0;  ///< Up to this round's end.
  int first_ = 0;  ///< Of this round.
  int next_ = 0;
  int running_ = 0;
  int runners_ = 0;
  bool open_ = false;
  bool concluding_ = false;
  Message end_{kEndMessage};
};

/// A call, and all that it works with but its sink.
struct FakeCall {
  FakeCall(World& world, WorkerPool& pool, CallSink& sink, SteadyClock::time_point deadline)
      : control(deadline),
        allowance(world),
        task(world, control),
        call(pool, task, sink, control, allowance, {.caller = world.caller}) {}

  CallControl control;
  FakeAllowance allowance;
  FakeTask task;
  Call call;
};

/// Holds its worker until the call has ended.
class Blocker : public WorkItem {
 public:
  Blocker(World& world, Lane lane) : world_(world), lane_(lane) {}
  Lane lane() const override { return lane_; }
  const void* call() const override { return this; }
  bool Expired() const override { return false; }
  Progress Run(Worker&, const Yield&) override;
  void Drop() override {}

 private:
  World& world_;
  const Lane lane_;
};

/// Takes some turns, without a call; counts what has become of it.
class LongItem : public WorkItem {
 public:
  LongItem(uint64_t caller, LongLane& lane, int& over)
      : caller_(caller), long_lane_(lane), over_(over) {}
  Lane lane() const override { return Lane::kLong; }
  const void* call() const override { return this; }
  uint64_t caller() const override { return caller_; }
  bool Expired() const override { return false; }
  Progress Run(Worker&, const Yield& yield) override;
  void Drop() override { ++over_; }

 private:
  const uint64_t caller_;
  LongLane& long_lane_;
  int& over_;
};

/// A stream as gRPC has it: the write's end and the cancellation come on other threads, and the
/// call is destroyed when both have returned.
class Stream : public CallSink {
 public:
  explicit Stream(World& world) : world_(world) {}

  Packet Encode(google::protobuf::Message& message, const SentAnswers& answers) override;
  void OutboxHolds(int64_t bytes) override { world_.outbox_bytes = bytes; }
  void Write(const Packet& packet) override;
  void End(const absl::Status& status, std::unique_ptr<Packet> last) override;

  /// What gRPC's threads do. Until the end.
  void Serve(Call& call);

 private:
  World& world_;
  bool writing_ = false;
  Waiters moved_;
};

class Waiting : public WaitingCaller {
 private:
  Packet Encode(google::protobuf::Message& message, const SentAnswers& answers) override {
    return MakePacket(message, answers);
  }
};

class Async : public AsyncCaller {
 public:
  Async(World& world, WorkerPool& pool, SteadyClock::time_point deadline)
      : world_(world), call_(world, pool, *this, deadline) {}
  ~Async() override;

  void BeginCall(const CallerStopToken& stop) { Begin(call_.call, stop); }

 private:
  Packet Encode(google::protobuf::Message& message, const SentAnswers& answers) override {
    return MakePacket(message, answers);
  }
  void Ended(const absl::Status& status, std::unique_ptr<Packet> last) override;

  World& world_;
  FakeCall call_;
};

}  // namespace carom::explore

#endif  // CAROM_TESTS_EXPLORER_FAKES_H_
