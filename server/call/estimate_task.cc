#include "server/call/estimate_task.h"

#include <algorithm>
#include <utility>

#include "core/base/version.h"
#include "server/cell_run.h"
#include "server/split.h"

namespace carom {
namespace {

// Progress is told so often in a call: enough for a bar.
constexpr int64_t kProgressMessages = 32;

}  // namespace

class EstimateTask::CellRunner : public Runner {
 public:
  explicit CellRunner(EstimateTask& task) : task_(task), run_(*task.run_, task.context_.control) {}

  void Take() override { cell_ = task_.next_cell_++; }

  absl::StatusOr<PartState> Run(Worker& worker, const WorkItem::Yield& yield) override {
    if (cell_) run_.Begin(*std::exchange(cell_, std::nullopt));
    return ToPartState(run_.Run(worker, yield), task_.context_.control);
  }

  CallMessage Message() override {
    if (!task_.TellsProgress()) return {};
    progress_.set_engine_version(kEngineVersion);
    v1::EstimateProgress& progress = *progress_.mutable_progress();
    progress.set_draws_done(static_cast<uint64_t>(task_.run_->draws_done()));
    progress.set_draws_at_most(static_cast<uint64_t>(task_.run_->most_draws()));
    progress.set_candidates_left(static_cast<uint32_t>(task_.run_->candidates_left()));
    return {&progress_, {}, /*droppable=*/true};
  }

 private:
  EstimateTask& task_;
  CellRun run_;
  std::optional<size_t> cell_;  ///< Taken, but not begun.
  v1::EstimateOutcomesResponse progress_;
};

EstimateTask::EstimateTask(const TaskContext& context,
                           LoadRequest<v1::EstimateOutcomesRequest> load)
    : context_(context), load_(std::move(load)) {}

absl::StatusOr<PartState> EstimateTask::Open(const WorkItem::Yield& yield) {
  const RequestLimits& limits = context_.limits;
  const absl::Status bad = LoadOnce(load_, limits.max_shots_per_batch, message_, request_);
  if (!bad.ok()) return bad;
  const ShotStop stop(context_.control, yield, kLongPlan);
  absl::StatusOr<std::unique_ptr<EstimateRun>> run =
      EstimateRun::Make(*message_, *request_, limits, context_.scenes, PlanningOf(stop, context_));
  if (TakesLong(run.status(), context_)) return PartState::kLong;
  if (!run.ok()) return run.status();
  if (absl::Status full = context_.allowance.Grow((*run)->most_bytes()); !full.ok()) return full;
  run_ = *std::move(run);
  if (run_->NextRound()) cells_ = run_->cells();
  return PartState::kDone;
}

std::unique_ptr<CallTask::Runner> EstimateTask::MakeRunner() {
  return std::make_unique<CellRunner>(*this);
}

bool EstimateTask::TellsProgress() {
  const int64_t done = run_->draws_done();
  int64_t told = told_draws_.load(std::memory_order_relaxed);
  return done - told >= std::max<int64_t>(1, run_->most_draws() / kProgressMessages) &&
         told_draws_.compare_exchange_strong(told, done);
}

absl::StatusOr<CallTask::Conclusion> EstimateTask::Conclude(const WorkItem::Yield& yield) {
  if (context_.draining) return Draining();
  Conclusion conclusion;
  conclusion.more = run_->NextRound();
  if (conclusion.more) {
    cells_ = run_->cells();
    next_cell_ = 0;
    return conclusion;
  }
  response_.set_engine_version(kEngineVersion);
  const ShotStop stop(context_.control, yield);
  const bool is_long = yield.lane() == Lane::kLong;
  run_->Write(*response_.mutable_estimates(),
              is_long ? stop.token() : context_.control.stop_token());
  if (context_.control.Over()) return context_.control.OverStatus();
  const auto bytes = static_cast<int64_t>(response_.ByteSizeLong());
  if (bytes > context_.limits.max_message_bytes) {
    return TooLarge(context_.limits.max_message_bytes);
  }
  conclusion.message = {&response_,
                        {run_->draws_done(), run_->draws_failed(), run_->events(), bytes}};
  return conclusion;
}

}  // namespace carom
