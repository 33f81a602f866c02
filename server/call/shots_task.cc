#include "server/call/shots_task.h"

#include <algorithm>
#include <utility>

#include "core/base/version.h"
#include "server/split.h"

namespace carom {

namespace {

// An answer of so many bytes is joined and serialised within a slice.
constexpr int64_t kShortAnswer = 1 << 20;

}  // namespace

/// Consecutive shots and where their results go.
struct ShotsTask::Part {
  v1::ShotResults own_results;  ///< Unused where the call has a single part.
  std::unique_ptr<ShotRun> run;
  int64_t counted_bytes = 0;  ///< The share of this part in answer_bytes_.
};

class ShotsTask::PartRunner : public Runner {
 public:
  explicit PartRunner(ShotsTask& task) : task_(task) {}

  void Take() override { part_ = task_.parts_[task_.next_part_++].get(); }
  absl::StatusOr<PartState> Run(Worker& worker, const WorkItem::Yield& yield) override {
    return task_.RunPart(*part_, worker, yield);
  }

 private:
  ShotsTask& task_;
  Part* part_ = nullptr;
};

ShotsTask::ShotsTask(const TaskContext& context, LoadRequest<v1::SimulateRequest> load)
    : context_(context), load_(std::move(load)) {}

ShotsTask::~ShotsTask() = default;

absl::StatusOr<PartState> ShotsTask::Open(const WorkItem::Yield& yield) {
  absl::Status bad = LoadOnce(load_, context_.limits.max_shots_per_simulate, message_, request_);
  if (!bad.ok()) return bad;
  const ShotStop stop(context_.control, yield, kLongPlan);
  absl::StatusOr<std::unique_ptr<ShotPlan>> plan = ShotPlan::Make(
      *request_, ToConvertLimits(context_.limits), context_.scenes, PlanningOf(stop, context_));
  if (TakesLong(plan.status(), context_)) return PartState::kLong;
  if (!plan.ok()) return plan.status();
  plan_ = *std::move(plan);
  if (bad = ReserveAnswer(); !bad.ok()) return bad;
  Split();
  return PartState::kDone;
}

std::unique_ptr<CallTask::Runner> ShotsTask::MakeRunner() {
  return std::make_unique<PartRunner>(*this);
}

absl::Status ShotsTask::ReserveAnswer() {
  const int64_t most = context_.limits.max_message_bytes;
  const AnswerBytes shot =
      ShotAnswerBytes(plan_->detail(), request_->MostBalls(), context_.limits.max_shot_bytes);
  const int64_t shots = request_->shot_count;
  if (shots * shot.least > most) return TooLarge(most);
  const int64_t workers = std::min<int64_t>(context_.threads, shots);
  absl::Status full = context_.allowance.GrowForWorkers(RecordBytes(plan_->detail()), workers);
  if (!full.ok()) return full;
  return context_.allowance.Grow(kAnswerCopies * std::min(shots * shot.most, most));
}

void ShotsTask::Split() {
  const uint32_t shots = request_->shot_count;
  const uint32_t size = ShotsPerPart(shots, context_.threads);
  v1::ShotResults& results = *response_.mutable_results();
  for (uint32_t begin = 0; begin < shots; begin += size) {
    auto part = std::make_unique<Part>();
    part->run = std::make_unique<ShotRun>(
        *plan_, context_.control, begin, std::min(begin + size, shots),
        context_.limits.max_shot_bytes, size >= shots ? &results : &part->own_results);
    parts_.push_back(std::move(part));
  }
}

absl::StatusOr<PartState> ShotsTask::RunPart(Part& part, Worker& worker,
                                             const WorkItem::Yield& yield) {
  const int64_t most = context_.limits.max_message_bytes;
  // The bytes of the answer that the other parts leave.
  const int64_t room = most - (answer_bytes_ - part.counted_bytes);
  const ShotRun::State state = part.run->Run(worker, yield, room);
  const int64_t bytes = part.run->byte_size();
  answer_bytes_ += bytes - std::exchange(part.counted_bytes, bytes);
  if (state != ShotRun::State::kOver && (state == ShotRun::State::kFull || answer_bytes_ > most)) {
    return TooLarge(most);
  }
  return ToPartState(state, context_.control);
}

bool ShotsTask::ConcludesLong() const { return answer_bytes_ > kShortAnswer; }

absl::StatusOr<CallTask::Conclusion> ShotsTask::Conclude(const WorkItem::Yield&) {
  response_.set_engine_version(kEngineVersion);
  if (parts_.size() > 1) {
    for (const std::unique_ptr<Part>& part : parts_) {
      AppendResults(part->own_results, *response_.mutable_results());
      part->own_results = v1::ShotResults();
    }
  }
  // The parts' bytes are never too few, but for the message around them.
  const int64_t most = context_.limits.max_message_bytes;
  constexpr int64_t kAround = 64;
  if (answer_bytes_ + kAround > most && static_cast<int64_t>(response_.ByteSizeLong()) > most) {
    return TooLarge(most);
  }
  Conclusion conclusion;
  conclusion.message = {&response_, Told(response_.results(), answer_bytes_)};
  return conclusion;
}

}  // namespace carom
