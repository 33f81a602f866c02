#include "tests/explorer/fakes.h"

#include <utility>

namespace carom::explore {

absl::Status FakeAllowance::BecomesLong() {
  Check(HeldLocks() == 0, "a long place is asked for under a lock");
  Point();
  if (world_.scenario.no_long_place) return absl::ResourceExhaustedError("no place");
  world_.is_long = true;
  return absl::OkStatus();
}

class FakeTask::FakeRunner : public Runner {
 public:
  explicit FakeRunner(FakeTask& task) : task_(task) { ++task_.runners_; }
  ~FakeRunner() override { --task_.runners_; }

  void Take() override {
    task_.CheckAsked();
    message_.part = task_.next_++;
    ++task_.running_;
    yielded_ = false;
  }

  absl::StatusOr<PartState> Run(Worker&, const WorkItem::Yield& yield) override {
    Check(HeldLocks() == 0, "a part runs under a lock");
    Check(!task_.concluding_, "a part runs while its round is concluded");
    const bool is_long = yield.lane() == Lane::kLong;
    Check(!is_long || task_.world_.is_long, "a long part runs without a long place");
    Check(is_long || !task_.IsLong(), "a long part runs outside the long lane");
    Point();
    if (is_long) task_.WorkLong(yield, message_.part == 0);
    if (task_.control_.Over()) return task_.control_.OverStatus();
    if (message_.part == 0) {
      switch (task_.world_.scenario.part) {
        case Scenario::Part::kYields:
          if (!std::exchange(yielded_, true)) return PartState::kAgain;
          break;
        case Scenario::Part::kTurnsLong:
          if (!is_long) return PartState::kLong;
          break;
        case Scenario::Part::kFails:
          return absl::InternalError("the part fails");
        case Scenario::Part::kPlain:
        case Scenario::Part::kLong:
        case Scenario::Part::kPlansLong:
          break;
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
    Check(HeldLocks() == 1, "the end of a part is delivered without the lock");
    --task_.running_;
  }

 private:
  FakeTask& task_;
  explore::Message message_;
  bool yielded_ = false;
};

FakeTask::FakeTask(World& world, const CallControl& control) : world_(world), control_(control) {
  const Scenario::Kind kind = world.scenario.kind;
  parts_ = kind == Scenario::Kind::kEstimate ? 2 : kind == Scenario::Kind::kWhole ? 0 : 3;
}

absl::StatusOr<PartState> FakeTask::Open(const WorkItem::Yield& yield) {
  Check(HeldLocks() == 0, "a task is opened under a lock");
  Check(!open_, "a task is opened twice");
  Point();
  if (world_.scenario.part == Scenario::Part::kPlansLong) {
    if (yield.lane() != Lane::kLong) return PartState::kLong;
    WorkLong(yield, /*is_first=*/true);
    if (control_.Over()) return control_.OverStatus();
  }
  open_ = true;
  return PartState::kDone;
}

bool FakeTask::IsLong() const {
  return world_.scenario.part == Scenario::Part::kLong ||
         world_.scenario.part == Scenario::Part::kPlansLong;
}

std::unique_ptr<CallTask::Runner> FakeTask::MakeRunner() {
  return parts_ == 0 ? nullptr : std::make_unique<FakeRunner>(*this);
}

int FakeTask::Ready(const CallLoad& load) const {
  CheckAsked();
  if (!HasParts()) return 0;
  const int left = parts_ - next_;
  if (world_.scenario.kind != Scenario::Kind::kBatch) return left;
  // Room for one message: each runner makes one.
  return load.running == 0 && load.outbox_bytes == 0 ? 1 : 0;
}

bool FakeTask::HasParts() const {
  CheckAsked();
  const bool left_to_others =
      world_.scenario.kind == Scenario::Kind::kBatch && world_.draining.load();
  return next_ < parts_ && !left_to_others;
}

absl::StatusOr<CallTask::Conclusion> FakeTask::Conclude(const WorkItem::Yield& yield) {
  Check(HeldLocks() == 0, "a round is concluded under a lock");
  Check(running_ == 0 && !concluding_, "a round is concluded while parts run");
  concluding_ = true;
  Point();
  if (ConcludesLong()) {
    Check(yield.lane() == Lane::kLong, "a long conclusion is made outside the long lane");
    world_.long_lane.Turn(yield);
  }
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
  conclusion.message.answers.bytes = 1;
  return conclusion;
}

void FakeTask::CheckAsked() const {
  Check(HeldLocks() == 1, "a task is asked for parts without the lock");
  Check(open_ && !concluding_, "a task is asked for parts outside a round");
}

void FakeTask::WorkLong(const WorkItem::Yield& yield, bool is_first) const {
  const World* const awaited = is_first ? world_.rival : nullptr;
  while (awaited != nullptr && !awaited->ended && !control_.Over()) world_.long_lane.Turn(yield);
  if (!control_.Over()) world_.long_lane.Turn(yield);
}

WorkItem::Progress Blocker::Run(Worker&, const Yield&) {
  world_.WaitForEnd();
  return Progress::kDone;
}

WorkItem::Progress LongItem::Run(Worker&, const Yield& yield) {
  for (int turn = 0; turn < 2; ++turn) long_lane_.Turn(yield);
  ++over_;
  return Progress::kDone;
}

Packet Stream::Encode(google::protobuf::Message& message, const SentAnswers& answers) {
  return MakePacket(message, answers);
}

void Stream::Write(const Packet& packet) {
  Check(!writing_, "two packets are on their way");
  Check(!world_.ended, "a packet is written after the end");
  world_.Deliver(PartOf(packet));
  writing_ = true;
  moved_.WakeAll();
}

void Stream::End(const absl::Status& status, std::unique_ptr<Packet> last) {
  Check(!writing_, "the call ends while a packet is on its way");
  world_.End(status, last.get());
  moved_.WakeAll();
}

void Stream::Serve(Call& call) {
  int writes = 0;
  for (;;) {
    while (!writing_ && !world_.ended) moved_.Wait("a packet or the end");
    if (!writing_) return;
    Point();
    writing_ = false;
    call.Written(!world_.scenario.breaks || ++writes < 2);
  }
}

Async::~Async() {
  world_.is_gone = true;
  world_.end.WakeAll();
}

void Async::Ended(const absl::Status& status, std::unique_ptr<Packet> last) {
  Check(Self() != world_.beginner, "the end is delivered before the beginning has returned");
  world_.End(status, last.get());
}

}  // namespace carom::explore
