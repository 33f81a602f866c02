#include "server/call/batch_task.h"

#include <algorithm>
#include <utility>

#include "core/base/version.h"
#include "server/split.h"

namespace carom {
namespace {

// Memory beside the outbox: chunks in the making, as columns that have room to grow. Each chunk may
// be too long by a shot, which is reserved for every worker on top.
constexpr int64_t kOutboxes = 2;

}  // namespace

/// Its message is filled again and again, so that the columns are warm.
class BatchTask::ChunkRunner : public Runner {
 public:
  explicit ChunkRunner(BatchTask& task) : task_(task) {}

  void Take() override { range_ = task_.Cut(); }

  absl::StatusOr<PartState> Run(Worker& worker, const WorkItem::Yield& yield) override {
    const TaskContext& context = task_.context_;
    if (!run_) {
      run_.emplace(*task_.plan_, context.control, range_.begin, range_.end,
                   context.limits.max_shot_bytes, response_.mutable_results());
    }
    return ToPartState(run_->RunChunk(worker, yield, context.streams), context.control);
  }

  CallMessage Message() override {
    response_.set_engine_version(kEngineVersion);
    return {&response_, Told(response_.results(), run_->byte_size())};
  }

  void Finished() override {
    // A chunk that closed early leaves the rest of its range.
    if (run_->next() < run_->end()) task_.ranges_.push_back({run_->next(), run_->end()});
    const bool huge = run_->byte_size() > 2 * task_.context_.streams.chunk_bytes;
    run_.reset();
    if (huge) response_ = {};
  }

 private:
  BatchTask& task_;
  Range range_;
  v1::SimulateBatchResponse response_;
  std::optional<ShotRun> run_;
};

BatchTask::BatchTask(const TaskContext& context, LoadRequest<v1::SimulateBatchRequest> load)
    : context_(context), load_(std::move(load)) {}

absl::StatusOr<PartState> BatchTask::Open(const WorkItem::Yield& yield) {
  const RequestLimits& limits = context_.limits;
  const absl::Status bad = LoadOnce(load_, limits.max_shots_per_batch, message_, request_);
  if (!bad.ok()) return bad;
  const ShotStop stop(context_.control, yield, kLongPlan);
  absl::StatusOr<std::unique_ptr<ShotPlan>> plan = ShotPlan::Make(
      *request_, ToConvertLimits(limits), context_.scenes, PlanningOf(stop, context_));
  if (TakesLong(plan.status(), context_)) return PartState::kLong;
  if (!plan.ok()) return plan.status();
  plan_ = *std::move(plan);
  const uint32_t shots = request_->shot_count;
  const int most =
      plan_->detail().selected ? context_.streams.chunk_played_shots : context_.streams.chunk_shots;
  shots_per_chunk_ = std::min(static_cast<uint32_t>(most), ShotsPerPart(shots, context_.threads));
  ranges_.push_back({0, shots});
  const AnswerBytes shot =
      ShotAnswerBytes(plan_->detail(), request_->MostBalls(), limits.max_shot_bytes);
  absl::Status full = context_.allowance.GrowForWorkers(RecordBytes(plan_->detail()),
                                                        std::min<int64_t>(context_.threads, shots));
  full.Update(context_.allowance.Grow(kOutboxes * context_.streams.outbox_bytes +
                                      kAnswerCopies * context_.threads * shot.most));
  if (!full.ok()) return full;
  return PartState::kDone;
}

std::unique_ptr<CallTask::Runner> BatchTask::MakeRunner() {
  return std::make_unique<ChunkRunner>(*this);
}

// As many chunks as there are threads, and as the outbox has room for; but always one.
int BatchTask::Ready(const CallLoad& load) const {
  if (!HasParts()) return 0;
  if (load.running == 0 && load.outbox_bytes == 0) return 1;
  const StreamLimits& limits = context_.streams;
  const int64_t room = (limits.outbox_bytes - load.outbox_bytes) / limits.chunk_bytes;
  const int64_t may_run = std::min<int64_t>(context_.threads, room);
  int64_t chunks = 0;
  for (const Range& range : ranges_) {
    chunks += (range.end - range.begin + shots_per_chunk_ - 1) / shots_per_chunk_;
  }
  return static_cast<int>(std::clamp<int64_t>(may_run - load.running, 0, chunks));
}

BatchTask::Range BatchTask::Cut() {
  Range& range = ranges_.back();
  const Range cut{range.begin, std::min(range.end, range.begin + shots_per_chunk_)};
  range.begin = cut.end;
  if (range.begin == range.end) ranges_.pop_back();
  return cut;
}

absl::StatusOr<CallTask::Conclusion> BatchTask::Conclude(const WorkItem::Yield&) {
  Conclusion conclusion;
  if (!ranges_.empty()) conclusion.end = Draining();
  return conclusion;
}

}  // namespace carom
