#include "client/local/local_shots.h"

#include <algorithm>
#include <utility>

#include "server/split.h"

namespace carom {

/// Consecutive shots and where their results go.
struct LocalShots::Part {
  v1::ShotResults own_results;  ///< Unused where the call has one part only.
  std::unique_ptr<ShotRun> run;
  int64_t counted_bytes = 0;  ///< Of answer_bytes_.
};

class LocalShots::Runner : public WorkItem {
 public:
  Runner(LocalShots& shots, Lane lane) : call_(shots), lane_(lane), part_(call_.next_part_++) {}

  Lane lane() const override { return lane_; }
  const void* call() const override { return call_.id_; }
  bool Expired() const override { return call_.control_.Over(); }
  Progress Run(Worker& worker, const Yield& yield) override {
    return call_.RunPart(part_, worker, yield);
  }
  void Drop() override { call_.RunnerDone(call_.control_.OverStatus()); }

  void ContinueIn(Lane lane) { lane_ = lane; }

 private:
  LocalShots& call_;
  Lane lane_;
  size_t part_;
};

LocalShots::LocalShots(LocalEngine& engine, const v1::SimulateRequest& request,
                       CallControl& control, const void* id, End end)
    : engine_(engine), control_(control), id_(id), end_(std::move(end)), request_(request) {}

LocalShots::~LocalShots() = default;

void LocalShots::Start(Caller caller) {
  if (absl::Status bad = Plan(); !bad.ok()) return Finish(bad);
  Split();
  const Lane lane = request_.AsksForCompliantEngine() ? Lane::kLong
                    : parts_.size() > 1               ? Lane::kLarge
                                                      : Lane::kInteractive;
  const size_t count = std::min(parts_.size(), static_cast<size_t>(engine_.pool().threads()));
  {
    const MutexLock lock(mutex_);
    runners_ = count;
  }
  // The call lives as long as one of these is not begun.
  std::vector<std::unique_ptr<Runner>> runners;
  for (size_t i = 0; i < count; ++i) runners.push_back(std::make_unique<Runner>(*this, lane));
  std::unique_ptr<Runner> here;
  if (caller == Caller::kWorks && lane != Lane::kLong) {
    here = std::move(runners.back());
    runners.pop_back();
  }
  for (std::unique_ptr<Runner>& runner : runners) engine_.pool().Submit(std::move(runner));
  if (here != nullptr) RunHere(std::move(here));
}

// What others wait for, or what takes long, goes on in the pool.
void LocalShots::RunHere(std::unique_ptr<Runner> runner) {
  LocalEngine& engine = engine_;
  std::unique_ptr<Worker> worker = engine.TakeWorker();
  const WorkItem::Yield yield(engine.pool(), runner->lane());
  const WorkItem::Progress progress = runner->Run(*worker, yield);
  engine.GiveBack(std::move(worker));
  if (progress == WorkItem::Progress::kDone) return;  // The call may be gone.
  runner->ContinueIn(progress == WorkItem::Progress::kLong ? Lane::kLong : Lane::kLarge);
  engine.pool().Submit(std::move(runner));
}

absl::Status LocalShots::Plan() {
  const RequestLimits& limits = engine_.limits();
  absl::Status bad = CheckRequest(request_, limits.max_shots_per_simulate);
  if (!bad.ok()) return bad;
  absl::StatusOr<std::unique_ptr<ShotPlan>> plan =
      ShotPlan::Make(request_, ToConvertLimits(limits), engine_.scenes());
  if (!plan.ok()) return plan.status();
  plan_ = *std::move(plan);
  return CheckAnswer();
}

// A call whose answer would at the least exceed what a message may have is refused before it is
// simulated.
absl::Status LocalShots::CheckAnswer() const {
  const RequestLimits& limits = engine_.limits();
  const AnswerBytes shot =
      ShotAnswerBytes(plan_->detail(), request_.MostBalls(), limits.max_shot_bytes);
  if (request_.shot_count * shot.least > limits.max_message_bytes) {
    return TooLarge(limits.max_message_bytes);
  }
  return absl::OkStatus();
}

void LocalShots::Split() {
  const uint32_t shots = request_.shot_count;
  const uint32_t size = ShotsPerPart(shots, engine_.pool().threads());
  const bool alone = size >= shots;
  for (uint32_t begin = 0; begin < shots; begin += size) {
    auto part = std::make_unique<Part>();
    part->run = std::make_unique<ShotRun>(*plan_, control_, begin, std::min(begin + size, shots),
                                          engine_.limits().max_shot_bytes,
                                          alone ? response_.mutable_results() : &part->own_results);
    parts_.push_back(std::move(part));
  }
}

WorkItem::Progress LocalShots::RunPart(size_t& index, Worker& worker,
                                       const WorkItem::Yield& yield) {
  auto progress = WorkItem::Progress::kDone;
  const absl::Status status = RunOpenPart(index, worker, yield, progress);
  if (status.ok() && progress != WorkItem::Progress::kDone) return progress;
  RunnerDone(status);
  return WorkItem::Progress::kDone;
}

absl::Status LocalShots::RunOpenPart(size_t& index, Worker& worker, const WorkItem::Yield& yield,
                                     WorkItem::Progress& progress) {
  const int64_t max_bytes = engine_.limits().max_message_bytes;
  while (index < parts_.size()) {
    Part& part = *parts_[index];
    // What the other parts leave of the answer's bytes.
    const int64_t room = max_bytes - (answer_bytes_ - part.counted_bytes);
    const ShotRun::State state = part.run->Run(worker, yield, room);
    const int64_t bytes = part.run->byte_size();
    answer_bytes_ += bytes - std::exchange(part.counted_bytes, bytes);
    if (state == ShotRun::State::kOver) return control_.OverStatus();
    if (state == ShotRun::State::kFull || answer_bytes_ > max_bytes) return TooLarge(max_bytes);
    if (state == ShotRun::State::kDone) {
      index = next_part_++;
      continue;
    }
    progress =
        state == ShotRun::State::kLong ? WorkItem::Progress::kLong : WorkItem::Progress::kAgain;
    return absl::OkStatus();
  }
  return absl::OkStatus();
}

void LocalShots::RunnerDone(const absl::Status& status) {
  absl::Status all;
  {
    const MutexLock lock(mutex_);
    status_.Update(status);
    if (!status_.ok()) control_.Cancel();  // Spares the other runners.
    if (--runners_ > 0) return;
    all = status_;
  }
  Finish(all.ok() ? Assemble() : all);
}

// The function may be gone before it returns, with the call.
void LocalShots::Finish(absl::StatusOr<v1::SimulateResponse> outcome) {
  const End end = std::move(end_);
  end(std::move(outcome));
}

absl::StatusOr<v1::SimulateResponse> LocalShots::Assemble() {
  response_.set_engine_version(engine_.info().engine_version());
  if (parts_.size() > 1) {
    for (const std::unique_ptr<Part>& part : parts_) {
      AppendResults(part->own_results, *response_.mutable_results());
    }
  }
  return std::move(response_);
}

}  // namespace carom
