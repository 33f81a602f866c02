#include "tests/explorer/world.h"

#include <algorithm>
#include <memory>

namespace carom::explore {
namespace {

struct Told : Packet::Payload {
  explicit Told(int number) : part(number) {}
  int part;
};

}  // namespace

Packet MakePacket(google::protobuf::Message& message, const SentAnswers& told) {
  Check(HeldLocks() == 0, "a sink encodes under a lock");
  Point();
  return {std::make_unique<Told>(reinterpret_cast<Message&>(message).part), told};
}

int PartOf(const Packet& packet) { return static_cast<const Told&>(*packet.payload).part; }

void LongLane::Turn(const WorkItem::Yield& yield) {
  Check(++at_work_ == 1 || pool_ends, "two long items work at a time");
  Work(WorkerPool::kLongTurn);
  --at_work_;
  yield.LetOthersRun();
}

void World::Tell(int part) {
  Check(HeldLocks() == 0, "a message is handed over under a lock");
  Check(!HasTold(part), "a part is told twice");
  told_.push_back(part);
}

void World::End(const absl::Status& last_status, const Packet* last) {
  Check(HeldLocks() == 0, "the end is told under a lock");
  Check(!ended, "a call ends twice");
  Check(last == nullptr || last_status.ok(), "a message is told after an error");
  if (last != nullptr) Tell(PartOf(*last));
  status_ = last_status;
  ended = true;
  end.WakeAll();
}

void World::WaitForEnd() {
  while (!ended) end.Wait("the end of the call");
}

bool World::HasTold(int part) const {
  return std::find(told_.begin(), told_.end(), part) != told_.end();
}

void World::CheckEnd() const {
  Check(ended, "a call has no end");
  Check(outbox_bytes == 0, "bytes are left in the outbox");
  const bool may_fail = scenario.is_cancelled || scenario.has_deadline || scenario.breaks ||
                        scenario.throws || scenario.drains || scenario.no_long_place ||
                        scenario.part == Scenario::Part::kFails;
  if (!may_fail && !status_->ok()) Fail("a call fails for no reason: " + status_->ToString());
  if (!status_->ok()) return;
  Check(scenario.part != Scenario::Part::kFails || scenario.kind == Scenario::Kind::kWhole,
        "a failure is not told");
  if (scenario.kind == Scenario::Kind::kBatch) {
    Check(HasTold(0) && HasTold(1) && HasTold(2) && told_.size() == 3, "a part is not told");
  } else {
    Check(HasTold(kEndMessage) && told_.back() == kEndMessage, "the answer is not told");
  }
}

}  // namespace carom::explore
