#include "server/unary_shots.h"

#include <algorithm>
#include <utility>

#include "server/shot_run.h"
#include "server/split.h"

namespace carom {

/// Consecutive shots and where their results go.
struct UnaryShots::Part {
  v1::ShotResults own_results;  ///< Unused where the call has a single part.
  std::unique_ptr<ShotRun> run;
  int64_t counted_bytes = 0;  ///< The share of this part in answer_bytes_.
};

UnaryShots::UnaryShots(CallControl& control, const RequestLimits& limits)
    : control_(control), limits_(limits) {}

UnaryShots::~UnaryShots() = default;

absl::Status UnaryShots::Plan(const RequestView& request, SceneStore& scenes, int threads,
                              v1::ShotResults& results) {
  absl::Status bad = CheckRequest(request, limits_.max_shots_per_simulate);
  if (!bad.ok()) return bad;
  absl::StatusOr<std::unique_ptr<ShotPlan>> plan =
      ShotPlan::Make(request, ToConvertLimits(limits_), scenes);
  if (!plan.ok()) return plan.status();
  plan_ = *std::move(plan);
  if (bad = CheckAnswer(request); !bad.ok()) return bad;
  Split(request.shot_count, threads, results);
  return absl::OkStatus();
}

// A call whose smallest possible answer exceeds the limit of a message is refused before it is
// simulated.
absl::Status UnaryShots::CheckAnswer(const RequestView& request) {
  const AnswerBytes shot =
      ShotAnswerBytes(plan_->detail(), request.MostBalls(), limits_.max_shot_bytes);
  const int64_t shots = request.shot_count;
  if (shots * shot.least > limits_.max_message_bytes) return TooLarge(limits_.max_message_bytes);
  most_bytes_ = std::min(shots * shot.most, limits_.max_message_bytes);
  return absl::OkStatus();
}

void UnaryShots::Split(uint32_t shots, int threads, v1::ShotResults& results) {
  results_ = &results;
  const uint32_t size = ShotsPerPart(shots, threads);
  const bool alone = size >= shots;
  for (uint32_t begin = 0; begin < shots; begin += size) {
    auto part = std::make_unique<Part>();
    part->run =
        std::make_unique<ShotRun>(*plan_, control_, begin, std::min(begin + size, shots),
                                  limits_.max_shot_bytes, alone ? results_ : &part->own_results);
    parts_.push_back(std::move(part));
  }
}

absl::Status UnaryShots::RunPart(std::size_t& index, Worker& worker, const WorkItem::Yield& yield,
                                 WorkItem::Progress& progress) {
  progress = WorkItem::Progress::kDone;
  if (index >= parts_.size()) return absl::OkStatus();
  const int64_t max_bytes = limits_.max_message_bytes;
  Part& part = *parts_[index];
  // The bytes of the answer that the other parts leave.
  const int64_t room = max_bytes - (answer_bytes_ - part.counted_bytes);
  const ShotRun::State state = part.run->Run(worker, yield, room);
  const int64_t bytes = part.run->byte_size();
  answer_bytes_ += bytes - std::exchange(part.counted_bytes, bytes);
  if (state == ShotRun::State::kOver) return control_.OverStatus();
  if (state == ShotRun::State::kFull || answer_bytes_ > max_bytes) return TooLarge(max_bytes);
  if (state == ShotRun::State::kLong) {
    progress = WorkItem::Progress::kLong;
    return absl::OkStatus();
  }
  if (state == ShotRun::State::kDone) index = TakePart();
  if (index < parts_.size()) progress = WorkItem::Progress::kAgain;
  return absl::OkStatus();
}

void UnaryShots::AddRunners(std::size_t count) {
  const MutexLock lock(mutex_);
  runners_ += count;
}

void UnaryShots::Fail(const absl::Status& status) {
  {
    const MutexLock lock(mutex_);
    status_.Update(status);
  }
  control_.Cancel();
}

std::optional<absl::Status> UnaryShots::RunnerDone() {
  const MutexLock lock(mutex_);
  if (--runners_ > 0) return std::nullopt;
  return status_;
}

void UnaryShots::Assemble() {
  if (parts_.size() == 1) return;
  for (const std::unique_ptr<Part>& part : parts_) {
    AppendResults(part->own_results, *results_);
    part->own_results = v1::ShotResults();
  }
}

void UnaryShots::Free() {
  parts_.clear();
  plan_.reset();
}

}  // namespace carom
