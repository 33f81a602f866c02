#include "client/local/local_estimate.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "server/cell_run.h"
#include "server/split.h"

namespace carom {
namespace {

// Progress is told so often in a call: enough for a bar.
constexpr int64_t kProgressMessages = 32;

}  // namespace

/// Takes cells of a round until none is left.
class LocalEstimate::Runner : public WorkItem {
 public:
  Runner(LocalEstimate& estimate, Lane lane)
      : estimate_(estimate), lane_(lane), cell_(*estimate.run_, estimate.call_.control()) {}

  Lane lane() const override { return lane_; }
  const void* call() const override { return estimate_.call_.id(); }
  bool Expired() const override { return estimate_.call_.control().Over(); }
  void Drop() override { estimate_.call_.Ended(estimate_.call_.control().OverStatus()); }

  Progress Run(Worker& worker, const Yield& yield) override {
    while (begun_ || BeginNext()) {
      const ShotRun::State state = cell_.Run(worker, yield);
      if (state == ShotRun::State::kAgain) return Progress::kAgain;
      if (state == ShotRun::State::kLong) {
        estimate_.long_ = true;
        return Progress::kLong;
      }
      if (state == ShotRun::State::kOver) {
        Drop();
        return Progress::kDone;
      }
      begun_ = false;
      estimate_.CellDone();
      if (yield()) return Progress::kAgain;
    }
    estimate_.call_.Ended(absl::OkStatus());
    return Progress::kDone;
  }

 private:
  bool BeginNext() {
    const size_t cell = estimate_.next_cell_++;
    if (cell >= estimate_.run_->cells()) return false;
    cell_.Begin(cell);
    begun_ = true;
    return true;
  }

  LocalEstimate& estimate_;
  const Lane lane_;
  CellRun cell_;
  bool begun_ = false;
};

LocalEstimate::LocalEstimate(WaitedCall& call, const v1::EstimateOutcomesRequest& message,
                             const EstimateProgressCallback& on_progress)
    : call_(call), message_(message), request_(message), on_progress_(on_progress) {}

absl::StatusOr<v1::EstimateOutcomesResponse> LocalEstimate::Run() {
  if (absl::Status bad = Open(); !bad.ok()) return bad;
  while (run_->NextRound()) {
    if (absl::Status bad = RunRound(); !bad.ok()) return bad;
  }
  v1::EstimateOutcomesResponse response;
  response.set_engine_version(call_.engine().info().engine_version());
  run_->Write(*response.mutable_estimates());
  const int64_t most = call_.engine().limits().max_message_bytes;
  if (static_cast<int64_t>(response.ByteSizeLong()) > most) return TooLarge(most);
  return response;
}

absl::Status LocalEstimate::Open() {
  const RequestLimits& limits = call_.engine().limits();
  if (absl::Status bad = CheckRequest(request_, limits.max_shots_per_batch); !bad.ok()) return bad;
  absl::StatusOr<std::unique_ptr<EstimateRun>> run =
      EstimateRun::Make(message_, request_, limits, call_.engine().scenes());
  if (!run.ok()) return run.status();
  run_ = *std::move(run);
  long_ = request_.AsksForCompliantEngine();
  return absl::OkStatus();
}

absl::Status LocalEstimate::RunRound() {
  next_cell_ = 0;
  const size_t threads = static_cast<size_t>(call_.engine().pool().threads());
  const size_t runners = std::min(run_->cells(), threads);
  const Lane lane = long_ ? Lane::kLong : Lane::kBulk;
  for (size_t i = 0; i < runners; ++i) call_.Submit(std::make_unique<Runner>(*this, lane));
  for (;;) {
    absl::Status status = call_.Wait([this] { return IsDue(); });
    if (IsDue()) TellProgress();
    if (call_.HasItems()) continue;
    if (status.ok() && call_.control().Over()) status = call_.control().OverStatus();
    return status;
  }
}

void LocalEstimate::CellDone() {
  if (IsDue()) call_.Notify();
}

bool LocalEstimate::IsDue() const {
  return on_progress_ && run_->draws_done() - told_draws_ >=
                             std::max<int64_t>(1, run_->most_draws() / kProgressMessages);
}

void LocalEstimate::TellProgress() {
  told_draws_ = run_->draws_done();
  v1::EstimateProgress progress;
  progress.set_draws_done(static_cast<uint64_t>(told_draws_));
  progress.set_draws_at_most(static_cast<uint64_t>(run_->most_draws()));
  progress.set_candidates_left(static_cast<uint32_t>(run_->candidates_left()));
  call_.CallBack([&] { on_progress_(progress); });
}

}  // namespace carom
