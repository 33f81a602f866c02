#include "tests/explorer/world.h"

#include <algorithm>
#include <memory>

namespace carom::explore {
namespace {

struct Delivered : Packet::Payload {
  explicit Delivered(int number) : part(number) {}
  int part;
};

}  // namespace

Packet MakePacket(google::protobuf::Message& message, const SentAnswers& answers) {
  Check(HeldLocks() == 0, "a sink encodes under a lock");
  Point();
  return {std::make_unique<Delivered>(reinterpret_cast<Message&>(message).part), answers};
}

int PartOf(const Packet& packet) { return static_cast<const Delivered&>(*packet.payload).part; }

void LongLane::Turn(const WorkItem::Yield& yield) {
  Check(++at_work_ == 1 || pool_ends, "two long items work at a time");
  Work(WorkerPool::kLongTurn);
  --at_work_;
  yield.LetOthersRun();
}

void World::Deliver(int part) {
  Check(HeldLocks() == 0, "a message is handed over under a lock");
  Check(!HasDelivered(part), "a part is delivered twice");
  delivered_.push_back(part);
}

void World::End(const absl::Status& last_status, const Packet* last) {
  Check(HeldLocks() == 0, "the end is delivered under a lock");
  Check(!ended, "a call ends twice");
  Check(last == nullptr || last_status.ok(), "a message is delivered after an error");
  if (last != nullptr) Deliver(PartOf(*last));
  status_ = last_status;
  ended = true;
  end.WakeAll();
}

void World::WaitForEnd() {
  while (!ended) end.Wait("the end of the call");
}

bool World::HasDelivered(int part) const {
  return std::find(delivered_.begin(), delivered_.end(), part) != delivered_.end();
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
        "a failure is not delivered");
  if (scenario.kind == Scenario::Kind::kBatch) {
    Check(HasDelivered(0) && HasDelivered(1) && HasDelivered(2) && delivered_.size() == 3,
          "a part is not delivered");
  } else {
    Check(HasDelivered(kEndMessage) && delivered_.back() == kEndMessage,
          "the answer is not delivered");
  }
}

}  // namespace carom::explore
