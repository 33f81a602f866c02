#include "server/call/call.h"

#include <algorithm>
#include <utility>

#include "server/sync.h"

namespace carom {

/// A worker's share in a call: opens the task if nobody has, and takes parts until none is left.
class Call::Item : public WorkItem {
 public:
  Item(Call& call, Lane lane) : call_(call), lane_(lane) {}

  Lane lane() const override { return lane_; }
  const void* call() const override { return &call_; }
  uint64_t caller() const override { return call_.options_.caller; }
  bool Expired() const override { return call_.control_.Over(); }

  Progress Run(Worker& worker, const Yield& yield) override {
    const SteadyClock::time_point begin = SteadyClock::now();
    const absl::StatusOr<Progress> progress = Work(worker, yield);
    call_.allowance_.Worked(SteadyClock::now() - begin);
    if (progress.ok() && *progress != Progress::kDone) return *progress;
    End(progress.status(), &yield);
    return Progress::kDone;
  }

  void Drop() override { End(call_.control_.OverStatus(), nullptr); }

  void ContinueIn(Lane lane) { lane_ = lane; }

 private:
  absl::StatusOr<Progress> Work(Worker& worker, const Yield& yield) {
    const bool is_in_long_lane = yield.lane() == Lane::kLong;
    if (!call_.opened_) {
      const absl::StatusOr<PartState> state = call_.Open(yield);
      if (!state.ok()) return state.status();
      if (*state == PartState::kLong) return Progress::kLong;  // Others do not wait for a plan.
      if (is_in_long_lane && !call_.task_.IsLong()) return Progress::kDone;  // Others take parts.
    }
    if (call_.task_.IsLong()) {
      absl::StatusOr<Progress> moves = call_.BecomeLong();
      if (!moves.ok() || !is_in_long_lane) return moves;
    }
    if (runner_ == nullptr) runner_ = call_.task_.MakeRunner();
    if (!has_part_) has_part_ = call_.TakePart(runner_.get());
    while (has_part_) {
      const absl::StatusOr<PartState> state = runner_->Run(worker, yield);
      if (!state.ok()) return state.status();
      if (*state == PartState::kAgain) return Progress::kAgain;
      if (*state == PartState::kLong) return call_.BecomeLong();
      call_.PartDone(*runner_);
      has_part_ = call_.TakePart(runner_.get());
      if (has_part_ && yield()) return Progress::kAgain;
    }
    return call_.task_.ConcludesLong() && !is_in_long_lane ? Progress::kLong : Progress::kDone;
  }

  // The last that it has to do with the call, to which the runner refers.
  void End(const absl::Status& status, const Yield* yield) {
    runner_.reset();
    call_.ItemDone(has_part_, status, yield);
  }

  Call& call_;
  Lane lane_;
  std::unique_ptr<CallTask::Runner> runner_;
  bool has_part_ = false;
};

Call::Call(WorkerPool& pool, CallTask& task, CallSink& sink, CallControl& control,
           Allowance& allowance, const Options& options)
    : pool_(pool),
      task_(task),
      sink_(sink),
      control_(control),
      allowance_(allowance),
      options_(options),
      max_runners_(pool.threads()) {}

std::unique_ptr<Call::Item> Call::MakeFirstItem() {
  const MutexLock lock(mutex_);
  started_ = true;
  return MakeItem(options_.lane);
}

void Call::Start() { pool_.Submit(MakeFirstItem()); }

void Call::StartHere(Worker& worker) {
  WorkerPool& pool = pool_;
  std::unique_ptr<Item> item = MakeFirstItem();
  if (item->Expired()) return item->Drop();
  const WorkItem::Progress progress = item->Run(worker, WorkItem::Yield(pool, options_.lane));
  if (progress == WorkItem::Progress::kDone) return;  // The call may be gone.
  item->ContinueIn(progress == WorkItem::Progress::kLong ? Lane::kLong : options_.runner_lane);
  pool.Submit(std::move(item));
}

void Call::Cancel(const absl::Status& why, WorkerPool::DropOn thread) {
  {
    const MutexLock lock(mutex_);
    status_.Update(why);
  }
  control_.Cancel();
  pool_.Discard(this, thread);
  mutex_.Lock();
  Advance();
}

void Call::Written(bool ok) {
  mutex_.Lock();
  const Packet written = *std::exchange(writing_, std::nullopt);
  AddOutboxBytes(-written.answers.bytes);
  if (!ok) {
    mutex_.Unlock();
    return Cancel(absl::CancelledError("the stream is broken"));
  }
  sent_ += written.answers;
  Advance();
}

SentAnswers Call::sent() const {
  const MutexLock lock(mutex_);
  return sent_;
}

std::unique_ptr<Call::Item> Call::MakeItem(Lane lane) {
  ++items_;
  return std::make_unique<Item>(*this, lane);
}

absl::StatusOr<PartState> Call::Open(const WorkItem::Yield& yield) {
  const absl::StatusOr<PartState> state = task_.Open(yield);
  if (!state.ok() || *state != PartState::kDone) return state;
  opened_ = true;
  const MutexLock lock(mutex_);
  in_rounds_ = true;
  return state;
}

bool Call::TakePart(CallTask::Runner* runner) {
  if (runner == nullptr) return false;
  const MutexLock lock(mutex_);
  if (!status_.ok() || task_.Ready(Load()) == 0) return false;
  runner->Take();
  ++running_;
  return true;
}

void Call::PartDone(CallTask::Runner& runner) {
  const CallMessage message = runner.Message();
  std::optional<Packet> packet = Encode(message);
  mutex_.Lock();
  --running_;
  runner.Finished();
  Push(std::move(packet), message.droppable);
  Advance();
}

absl::StatusOr<WorkItem::Progress> Call::BecomeLong() {
  if (absl::Status full = allowance_.BecomesLong(); !full.ok()) return full;
  const MutexLock lock(mutex_);
  is_long_ = true;
  return WorkItem::Progress::kLong;
}

void Call::Fail(const absl::Status& status) {
  {
    const MutexLock lock(mutex_);
    if (!status_.ok()) return;
    status_ = status;
  }
  control_.Cancel();
  pool_.Discard(this);
}

void Call::ItemDone(bool held_part, const absl::Status& status, const WorkItem::Yield* yield) {
  if (!status.ok()) Fail(status);
  mutex_.Lock();
  if (held_part) --running_;
  if (EndsRound()) {
    in_rounds_ = false;  // Nobody else asks the task while it is not under the lock.
    mutex_.Unlock();
    absl::StatusOr<CallTask::Conclusion> conclusion = task_.Conclude(*yield);
    std::optional<Packet> packet;
    if (conclusion.ok()) packet = Encode(conclusion->message);
    if (conclusion.ok() && !conclusion->more) allowance_.Answered();
    mutex_.Lock();
    if (conclusion.ok()) {
      Push(std::move(packet), /*droppable=*/false);
      in_rounds_ = conclusion->more;
      complete_ = !conclusion->more;
      last_word_ = conclusion->end;
    } else {
      status_.Update(conclusion.status());
    }
  }
  --items_;
  Advance();
}

bool Call::EndsRound() const {
  return status_.ok() && in_rounds_ && items_ == 1 && !task_.HasParts();
}

std::optional<Packet> Call::Encode(const CallMessage& message) {
  if (message.message == nullptr) return std::nullopt;
  return sink_.Encode(*message.message, message.answers);
}

void Call::Push(std::optional<Packet> packet, bool droppable) {
  if (!packet || (droppable && (writing_ || !outbox_.empty()))) return;
  AddOutboxBytes(packet->answers.bytes);
  outbox_.push_back(*std::move(packet));
}

void Call::AddOutboxBytes(int64_t bytes) {
  outbox_bytes_ += bytes;
  sink_.OutboxHolds(outbox_bytes_);
}

int Call::ItemsToAdd() const {
  if (!in_rounds_) return 0;
  const int parts = std::min(max_runners_, running_ + task_.Ready(Load()));
  // Where no part is left, an item concludes the round.
  const int wanted = std::max(parts, task_.HasParts() ? 0 : 1);
  return std::max(0, wanted - items_);
}

void Call::Advance() {
  WorkerPool& pool = pool_;
  CallSink& sink = sink_;
  std::vector<std::unique_ptr<Item>> items;
  const Packet* write = nullptr;
  std::unique_ptr<Packet> last;
  absl::Status status;
  if (status_.ok()) {
    const Lane lane = is_long_ ? Lane::kLong : options_.runner_lane;
    for (int i = ItemsToAdd(); i > 0; --i) items.push_back(MakeItem(lane));
  } else {
    for (const Packet& packet : std::exchange(outbox_, {})) AddOutboxBytes(-packet.answers.bytes);
  }
  const bool over = !status_.ok() || complete_;
  const size_t may_wait = last_word_.ok() ? 1 : 0;
  const bool end =
      over && started_ && !ended_ && items_ == 0 && !writing_ && outbox_.size() <= may_wait;
  if (end) {
    ended_ = true;
    status = status_.ok() ? last_word_ : status_;
    if (!outbox_.empty()) {
      last = std::make_unique<Packet>(std::move(outbox_.front()));
      outbox_.pop_front();
      AddOutboxBytes(-last->answers.bytes);
      sent_ += last->answers;
    }
  } else if (!writing_ && !outbox_.empty()) {
    writing_ = std::move(outbox_.front());
    outbox_.pop_front();
    write = &*writing_;
  }
  mutex_.Unlock();
  // From here on the call lives only while something that was decided above is still to be done: an
  // item to submit, a packet on its way, or the end.
  if (write != nullptr) sink.Write(*write);
  for (std::unique_ptr<Item>& item : items) pool.Submit(std::move(item));
  if (end) sink.End(status, std::move(last));
}

}  // namespace carom
