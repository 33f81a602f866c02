#include "tests/explorer/scenario.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "server/call/call.h"
#include "server/call/callers.h"
#include "server/call_control.h"
#include "server/worker_pool.h"
#include "tests/explorer/scheduler.h"

namespace carom::explore {
namespace {

constexpr int kThreads = 2;
// Parts have numbers from 0 on; the message at the end has this one.
constexpr int kEndMessage = 100;
constexpr std::chrono::milliseconds kDeadline{4};
constexpr FiberId kNobodyBegins = std::numeric_limits<FiberId>::max();

/// In place of a message of protobuf: nobody looks into it.
struct Message {
  int part = 0;
  google::protobuf::Message* AsMessage() {
    return reinterpret_cast<google::protobuf::Message*>(this);
  }
};

struct Told : Packet::Payload {
  explicit Told(int number) : part(number) {}
  int part;
};

int PartOf(const Packet& packet) { return static_cast<const Told&>(*packet.payload).part; }

Packet MakePacket(google::protobuf::Message& message, const SentAnswers& told) {
  Check(HeldLocks() == 0, "a sink encodes under a lock");
  Point();
  return {std::make_unique<Told>(reinterpret_cast<Message&>(message).part), told};
}

/// What has happened so far, and what must not happen any more.
struct World {
  explicit World(const Scenario& what) : scenario(what) {}

  const Scenario& scenario;
  std::atomic<bool> draining{false};
  bool is_long = false;  ///< The call has a long place.
  bool ended = false;    ///< End() has come.
  Waiters end;
  std::optional<absl::Status> status;
  std::vector<int> told;
  int64_t outbox_bytes = 0;
  int ends = 0;
  bool is_gone = false;              ///< An asynchronous call.
  FiberId beginner = kNobodyBegins;  ///< That is beginning one.

  void Tell(int part) {
    Check(HeldLocks() == 0, "a message is handed over under a lock");
    for (const int before : told) Check(before != part, "a part is told twice");
    told.push_back(part);
  }

  void End(const absl::Status& last_status, const Packet* last) {
    Check(HeldLocks() == 0, "the end is told under a lock");
    Check(++ends == 1, "a call ends twice");
    Check(last == nullptr || last_status.ok(), "a message is told after an error");
    if (last != nullptr) Tell(PartOf(*last));
    status = last_status;
    ended = true;
    end.WakeAll();
  }

  void WaitForEnd() {
    while (!ended) end.Wait("the end of the call");
  }
};

class FakeAllowance : public Allowance {
 public:
  explicit FakeAllowance(World& world) : world_(world) {}
  absl::Status BecomesLong() override {
    Check(HeldLocks() == 0, "a long place is asked for under a lock");
    Point();
    if (world_.scenario.no_long_place) return absl::ResourceExhaustedError("no place");
    world_.is_long = true;
    return absl::OkStatus();
  }

 private:
  World& world_;
};

class FakeTask : public CallTask {
 public:
  FakeTask(World& world, const CallControl& control) : world_(world), control_(control) {
    const Scenario::Kind kind = world.scenario.kind;
    parts_ = kind == Scenario::Kind::kEstimate ? 2 : kind == Scenario::Kind::kWhole ? 0 : 3;
  }
  ~FakeTask() override { Check(runners_ == 0, "a task is gone before its runners"); }

  absl::StatusOr<PartState> Open(const WorkItem::Yield&) override {
    Check(HeldLocks() == 0, "a task is opened under a lock");
    Check(!std::exchange(open_, true), "a task is opened twice");
    Point();
    return PartState::kDone;
  }

  std::unique_ptr<Runner> MakeRunner() override {
    return parts_ == 0 ? nullptr : std::make_unique<FakeRunner>(*this);
  }

  int Ready(const CallLoad& load) const override {
    CheckAsked();
    if (!HasParts()) return 0;
    const int left = parts_ - next_;
    if (world_.scenario.kind != Scenario::Kind::kBatch) return left;
    // Room for one message: each runner makes one.
    return load.running == 0 && load.outbox_bytes == 0 ? 1 : 0;
  }
  bool HasParts() const override {
    CheckAsked();
    const bool left_to_others =
        world_.scenario.kind == Scenario::Kind::kBatch && world_.draining.load();
    return next_ < parts_ && !left_to_others;
  }

  absl::StatusOr<Conclusion> Conclude(const WorkItem::Yield&) override {
    Check(HeldLocks() == 0, "a round is concluded under a lock");
    Check(running_ == 0 && !concluding_, "a round is concluded while parts run");
    concluding_ = true;
    Point();
    concluding_ = false;
    Conclusion conclusion;
    switch (world_.scenario.kind) {
      case Scenario::Kind::kBatch:
        if (next_ < parts_) conclusion.end = absl::UnavailableError("draining");
        return conclusion;
      case Scenario::Kind::kEstimate:
        if (world_.draining) return absl::UnavailableError("draining");
        if (first_ == 0) {
          first_ = next_ = 2;
          parts_ = 4;
          conclusion.more = true;
          return conclusion;
        }
        break;
      default:
        break;
    }
    conclusion.message.message = end_.AsMessage();
    conclusion.message.told.bytes = 1;
    return conclusion;
  }

 private:
  class FakeRunner : public Runner {
   public:
    explicit FakeRunner(FakeTask& task) : task_(task) { ++task_.runners_; }
    ~FakeRunner() override { --task_.runners_; }

    void Take() override {
      task_.CheckAsked();
      message_.part = task_.next_++;
      ++task_.running_;
      yielded_ = turned_long_ = false;
    }

    absl::StatusOr<PartState> Run(Worker&, const WorkItem::Yield& yield) override {
      Check(HeldLocks() == 0, "a part runs under a lock");
      Check(!task_.concluding_, "a part runs while its round is concluded");
      const bool is_long = yield.lane() == Lane::kLong;
      Check(!is_long || task_.world_.is_long, "a long part runs without a long place");
      Point();
      if (task_.control_.Over()) return task_.control_.OverStatus();
      if (message_.part == 0) {
        switch (task_.world_.scenario.part) {
          case Scenario::Part::kPlain:
            break;
          case Scenario::Part::kYields:
            if (!std::exchange(yielded_, true)) return PartState::kAgain;
            break;
          case Scenario::Part::kTurnsLong:
            if (!is_long && !std::exchange(turned_long_, true)) return PartState::kLong;
            break;
          case Scenario::Part::kFails:
            return absl::InternalError("the part fails");
        }
      }
      return PartState::kDone;
    }

    CallMessage Message() override {
      if (task_.world_.scenario.kind == Scenario::Kind::kBatch) {
        return {message_.AsMessage(), {1, 0, 0, 1}};
      }
      if (task_.world_.scenario.kind == Scenario::Kind::kEstimate) {
        return {message_.AsMessage(), {0, 0, 0, 1}, /*droppable=*/true};
      }
      return {};
    }

    void Finished() override {
      Check(HeldLocks() == 1, "the end of a part is told without the lock");
      --task_.running_;
    }

   private:
    FakeTask& task_;
    struct Message message_;
    bool yielded_ = false;
    bool turned_long_ = false;
  };

  void CheckAsked() const {
    Check(HeldLocks() == 1, "a task is asked for parts without the lock");
    Check(open_ && !concluding_, "a task is asked for parts outside a round");
  }

  World& world_;
  const CallControl& control_;
  int parts_ = 0;  ///< Up to this round's end.
  int first_ = 0;  ///< Of this round.
  int next_ = 0;
  int running_ = 0;
  int runners_ = 0;
  bool open_ = false;
  bool concluding_ = false;
  struct Message end_ {
    kEndMessage
  };
};

/// Holds its worker until the call has ended.
class Blocker : public WorkItem {
 public:
  explicit Blocker(World& world) : world_(world) {}
  Lane lane() const override { return Lane::kBulk; }
  const void* call() const override { return this; }
  bool Expired() const override { return false; }
  Progress Run(Worker&, const Yield&) override {
    world_.WaitForEnd();
    return Progress::kDone;
  }
  void Drop() override {}

 private:
  World& world_;
};

/// A stream as gRPC has it: the write's end and the cancellation come on other threads, and the
/// call is destroyed when both have returned.
class Stream : public CallSink {
 public:
  explicit Stream(World& world) : world_(world) {}

  Packet Encode(google::protobuf::Message& message, const SentAnswers& told) override {
    return MakePacket(message, told);
  }
  void OutboxHolds(int64_t bytes) override { world_.outbox_bytes = bytes; }
  void Write(const Packet& packet) override {
    Check(!writing_, "two packets are on their way");
    Check(!world_.ended, "a packet is written after the end");
    world_.Tell(PartOf(packet));
    writing_ = true;
    moved_.WakeAll();
  }
  void End(const absl::Status& status, std::unique_ptr<Packet> last) override {
    Check(!writing_, "the call ends while a packet is on its way");
    world_.End(status, last.get());
    moved_.WakeAll();
  }

  /// What gRPC's threads do. Until the end.
  void Serve(Call& call) {
    int writes = 0;
    for (;;) {
      while (!writing_ && !world_.ended) moved_.Wait("a packet or the end");
      if (!writing_) return;
      Point();
      writing_ = false;
      call.Written(!world_.scenario.breaks || ++writes < 2);
    }
  }

 private:
  World& world_;
  bool writing_ = false;
  Waiters moved_;
};

class Waiting : public WaitingCaller {
 private:
  Packet Encode(google::protobuf::Message& message, const SentAnswers& told) override {
    return MakePacket(message, told);
  }
};

class Async : public AsyncCaller {
 public:
  Async(World& world, WorkerPool& pool, SteadyClock::time_point deadline)
      : world_(world),
        control_(deadline),
        allowance_(world),
        task_(world, control_),
        call_(pool, task_, *this, control_, allowance_, {}) {}
  ~Async() override {
    world_.is_gone = true;
    world_.end.WakeAll();
  }

  void BeginCall(const CallerStopToken& stop) { Begin(call_, stop); }

 private:
  Packet Encode(google::protobuf::Message& message, const SentAnswers& told) override {
    return MakePacket(message, told);
  }
  void Ended(const absl::Status& status, std::unique_ptr<Packet> last) override {
    Check(Self() != world_.beginner, "the end is told before the beginning has returned");
    world_.End(status, last.get());
  }

  World& world_;
  CallControl control_;
  FakeAllowance allowance_;
  FakeTask task_;
  Call call_;
};

/// Fibers beside the first one, which waits for their end.
class Others {
 public:
  void Start(const std::string& name, std::function<void()> body) {
    ++running_;
    Spawn(name, [this, body = std::move(body)] {
      Point();
      body();
      --running_;
      moved_.WakeAll();
    });
  }
  void WaitForAll() {
    while (running_ > 0) moved_.Wait("other threads");
  }

 private:
  int running_ = 0;
  Waiters moved_;
};

void PlayStream(World& world, WorkerPool& pool, SteadyClock::time_point deadline) {
  CallControl control(deadline);
  FakeAllowance allowance(world);
  FakeTask task(world, control);
  Stream stream(world);
  Call call(pool, task, stream, control, allowance, {});
  Others others;
  others.Start("the writer", [&] { stream.Serve(call); });
  const auto cancel = [&] {
    control.Cancel();
    call.Cancel(control.OverStatus());
  };
  if (world.scenario.is_cancelled) others.Start("the canceller", cancel);
  if (world.scenario.has_deadline) {
    others.Start("the deadline", [&] {
      Waiters().Wait("the deadline", kDeadline);
      cancel();
    });
  }
  call.Start();
  others.WaitForAll();
}

void PlayWaiting(World& world, WorkerPool& pool, SteadyClock::time_point deadline) {
  CallControl control(deadline);
  FakeAllowance allowance(world);
  FakeTask task(world, control);
  CallerStopToken stop;
  Others others;
  if (world.scenario.is_cancelled) others.Start("the canceller", [&] { stop.RequestStop(); });
  absl::Status status;
  {
    Waiting sink;
    Call call(pool, task, sink, control, allowance, {});
    Worker worker;
    int packets = 0;
    bool has_failed = false;
    const auto on_packet = [&](const Packet& packet) -> absl::Status {
      Check(!has_failed, "a callback is called after it has returned an error");
      world.Tell(PartOf(packet));
      Point();
      ++packets;
      has_failed = world.scenario.throws || (world.scenario.breaks && packets == 1);
      if (world.scenario.throws) throw std::runtime_error("thrown");
      return has_failed ? absl::AbortedError("enough") : absl::OkStatus();
    };
    const bool here = world.scenario.sink == Scenario::Sink::kWaitingHere;
    try {
      status = sink.Run(call, stop, here ? &worker : nullptr, on_packet);
      Check(!world.scenario.throws || packets == 0, "an exception is lost");
    } catch (const std::runtime_error&) {
      status = absl::AbortedError("thrown");
    }
  }
  world.End(status, nullptr);
  others.WaitForAll();
}

void PlayAsync(World& world, WorkerPool& pool, SteadyClock::time_point deadline) {
  CallerStopToken stop;
  Others others;
  if (world.scenario.is_cancelled) others.Start("the canceller", [&] { stop.RequestStop(); });
  world.beginner = Self();
  {
    const auto call = std::make_shared<Async>(world, pool, deadline);
    call->BeginCall(stop);
  }
  world.beginner = kNobodyBegins;
  while (!world.ended || !world.is_gone) world.end.Wait("the end of the call");
  others.WaitForAll();
}

void PlayWithoutThreads() {
  const ThreadLimit limit(1);
  try {
    WorkerPool pool(kThreads);
    Fail("a pool lacks a thread and does not say so");
  } catch (const std::system_error&) {
  }
}

void CheckEnd(const World& world) {
  const Scenario& scenario = world.scenario;
  Check(world.ends == 1 && world.status.has_value(), "a call has no end");
  Check(world.outbox_bytes == 0, "bytes are left in the outbox");
  const bool may_fail = scenario.is_cancelled || scenario.has_deadline || scenario.breaks ||
                        scenario.throws || scenario.drains || scenario.no_long_place ||
                        scenario.part == Scenario::Part::kFails;
  Check(may_fail || world.status->ok(), "a call fails for no reason: " + world.status->ToString());
  if (!world.status->ok()) return;
  Check(scenario.part != Scenario::Part::kFails || scenario.kind == Scenario::Kind::kWhole,
        "a failure is not told");
  const auto is_told = [&](int part) {
    return std::find(world.told.begin(), world.told.end(), part) != world.told.end();
  };
  if (scenario.kind == Scenario::Kind::kBatch) {
    Check(is_told(0) && is_told(1) && is_told(2) && world.told.size() == 3, "a part is not told");
  } else {
    Check(is_told(kEndMessage) && world.told.back() == kEndMessage, "the answer is not told");
  }
}

}  // namespace

std::string Scenario::Name() const {
  constexpr const char* kKinds[] = {"shots", "batch", "estimate", "whole"};
  constexpr const char* kSinks[] = {"stream", "waiting", "waiting_here", "async"};
  constexpr const char* kParts[] = {"", "-yields", "-turns_long", "-fails"};
  std::string name = std::string(kKinds[static_cast<int>(kind)]) + "-" +
                     kSinks[static_cast<int>(sink)] + kParts[static_cast<int>(part)];
  if (is_cancelled) name += "-cancelled";
  if (has_deadline) name += "-deadline";
  if (breaks) name += "-breaks";
  if (throws) name += "-throws";
  if (drains) name += "-drains";
  if (is_blocked) name += "-blocked";
  if (no_long_place) name += "-no_place";
  if (lacks_threads) name += "-lacks_threads";
  return name;
}

std::vector<Scenario> AllScenarios() {
  using Kind = Scenario::Kind;
  using Sink = Scenario::Sink;
  using Part = Scenario::Part;
  std::vector<Scenario> all(1);
  all.back().lacks_threads = true;
  for (const Kind kind : {Kind::kShots, Kind::kBatch, Kind::kEstimate, Kind::kWhole}) {
    const bool is_stream = kind == Kind::kBatch || kind == Kind::kEstimate;
    for (const Sink sink : {Sink::kStream, Sink::kWaiting, Sink::kWaitingHere, Sink::kAsync}) {
      if (is_stream && (sink == Sink::kWaitingHere || sink == Sink::kAsync)) continue;
      for (const Part part : {Part::kPlain, Part::kYields, Part::kTurnsLong, Part::kFails}) {
        if (kind == Kind::kWhole && part != Part::kPlain) continue;
        Scenario scenario;
        scenario.kind = kind;
        scenario.sink = sink;
        scenario.part = part;
        const auto add = [&](auto... flags) {
          Scenario with = scenario;
          ((with.*flags = true), ...);
          all.push_back(with);
        };
        add();
        add(&Scenario::is_cancelled);
        add(&Scenario::has_deadline);
        if (is_stream) add(&Scenario::breaks);
        if (is_stream) add(&Scenario::breaks, &Scenario::is_cancelled);
        if (is_stream && sink == Sink::kStream) add(&Scenario::drains);
        if (is_stream && sink == Sink::kStream) add(&Scenario::drains, &Scenario::is_cancelled);
        if (sink == Sink::kWaiting || sink == Sink::kWaitingHere) add(&Scenario::throws);
        if (sink == Sink::kWaiting) add(&Scenario::throws, &Scenario::is_cancelled);
        if (part == Part::kTurnsLong) add(&Scenario::no_long_place);
        if (sink != Sink::kWaitingHere) add(&Scenario::is_blocked, &Scenario::is_cancelled);
      }
    }
  }
  return all;
}

void Play(const Scenario& scenario) {
  if (scenario.lacks_threads) return PlayWithoutThreads();
  World world(scenario);
  {
    // With one thread there is a second one for long items, which drops what is over.
    WorkerPool pool(scenario.is_blocked ? 1 : kThreads);
    if (scenario.is_blocked) pool.Submit(std::make_unique<Blocker>(world));
    Others others;
    if (scenario.drains) others.Start("the drain", [&] { world.draining = true; });
    const SteadyClock::time_point deadline =
        scenario.has_deadline ? SteadyClock::now() + kDeadline : kNoDeadline;
    switch (scenario.sink) {
      case Scenario::Sink::kStream:
        PlayStream(world, pool, deadline);
        break;
      case Scenario::Sink::kWaiting:
      case Scenario::Sink::kWaitingHere:
        PlayWaiting(world, pool, deadline);
        break;
      case Scenario::Sink::kAsync:
        PlayAsync(world, pool, deadline);
        break;
    }
    others.WaitForAll();
  }
  CheckEnd(world);
}

}  // namespace carom::explore
