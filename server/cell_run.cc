#include "server/cell_run.h"

#include "server/shot_stop.h"

namespace carom {

CellRun::CellRun(EstimateRun& run, const CallControl& control)
    : run_(run), control_(control), cursor_(*run.plan_), verdicts_(run.converted_.goals.size()) {}

void CellRun::Begin(size_t cell) {
  index_ = cell;
  cell_ = run_.cells_[cell];
  result_ = {};
  next_ = cell_.first;
  events_ = 0;
  noise_ = nullptr;
  loaded_ = cursor_.Load(static_cast<uint32_t>(cell_.candidate));
  if (!loaded_.ok()) return;
  shot_ = cursor_.shot();
  meant_ = shot_.strike;
  if (!meant_) return;
  const std::vector<BallSpec>& balls = cursor_.scene().balls();
  // A ball that does not exist is reported by the engine.
  const bool exists = meant_->cue_ball >= 0 && static_cast<size_t>(meant_->cue_ball) < balls.size();
  if (!exists) return;
  noise_ =
      run_.converted_.noise.Of(balls[static_cast<size_t>(meant_->cue_ball)].radius_m, noise_room_);
}

ShotRun::State CellRun::Run(Worker& worker, const WorkItem::Yield& yield) {
  using State = ShotRun::State;
  while (next_ < cell_.end) {
    if (control_.Over()) return State::kOver;
    const ShotStop stop(control_, yield);
    if (!PlayDraw(worker, stop.token())) return control_.Over() ? State::kOver : State::kLong;
    ++next_;
    if (next_ < cell_.end && yield()) return State::kAgain;
  }
  End();
  return State::kDone;
}

bool CellRun::PlayDraw(Worker& worker, const StopToken& stop) {
  absl::Status status = loaded_;
  if (status.ok()) status = Simulate(worker, stop);
  if (status.ok() && worker.record.stop_reason == StopReason::kCancelled) return false;
  ++result_.counts.played;
  if (status.ok()) {
    Judge(worker.record);
  } else {
    Fail(status);
  }
  return true;
}

absl::Status CellRun::Simulate(Worker& worker, const StopToken& stop) {
  if (noise_ != nullptr) {
    shot_.strike = meant_;
    absl::Status missed = estimate::AddNoise(*noise_, run_.converted_.seed,
                                             static_cast<uint64_t>(next_), *shot_.strike);
    if (!missed.ok()) return cursor_.ToWire(missed);
  }
  absl::Status status =
      carom::Simulate(cursor_.scene(), shot_, detail_, stop, worker.workspace, worker.record);
  return status.ok() ? status : cursor_.ToWire(status);
}

void CellRun::Judge(const Record& record) {
  const goals::FinishedShot shot{record, shot_.start, cursor_.scene().table()};
  const std::vector<goals::Goal>& goals = run_.converted_.goals;
  for (size_t i = 0; i < goals.size(); ++i) {
    verdicts_[i] = goals::Judge(goals[i], shot);
    result_.counts.sums[i] += verdicts_[i].value;
  }
  events_ += record.event_count;
  if (cell_.reported < 0) return;
  run_.reported_[static_cast<size_t>(cell_.reported)].Put(
      next_ - run_.schedule_.first_reported_draw(), shot, cursor_.scene().world().solids,
      verdicts_);
}

void CellRun::Fail(const absl::Status& status) {
  ++result_.counts.failed;
  result_.failure.Update(status);
}

void CellRun::End() {
  run_.draws_done_.fetch_add(result_.counts.played, std::memory_order_relaxed);
  run_.draws_failed_.fetch_add(result_.counts.failed, std::memory_order_relaxed);
  run_.events_.fetch_add(events_, std::memory_order_relaxed);
  run_.results_[index_] = result_;
}

}  // namespace carom
