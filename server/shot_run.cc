#include "server/shot_run.h"

#include "server/shot_stop.h"

namespace carom {

ShotRun::ShotRun(ShotPlan& plan, const CallControl& control, uint32_t begin, uint32_t end,
                 int64_t max_shot_bytes, v1::ShotResults* results)
    : plan_(plan),
      control_(control),
      cursor_(plan),
      writer_(plan.detail(), max_shot_bytes),
      next_(begin),
      end_(end),
      labels_(plan.goals().labels.size()) {
  writer_.Start(plan.request().first_shot + begin, results);
}

ShotRun::State ShotRun::Run(Worker& worker, const WorkItem::Yield& yield, int64_t max_bytes) {
  return RunUntil(worker, yield, [&] { return writer_.byte_size() >= max_bytes; });
}

ShotRun::State ShotRun::RunChunk(Worker& worker, const WorkItem::Yield& yield,
                                 const StreamLimits& limits) {
  if (!begun_) begun_ = Clock::now();
  return RunUntil(worker, yield, [&] {
    return writer_.byte_size() >= limits.chunk_bytes ||
           writer_.shot_count() >= static_cast<uint32_t>(limits.chunk_shots) ||
           absl::FromChrono(Clock::now() - *begun_) >= limits.chunk_time;
  });
}

template <class IsFull>
ShotRun::State ShotRun::RunUntil(Worker& worker, const WorkItem::Yield& yield,
                                 const IsFull& is_full) {
  while (next_ < end_) {
    if (control_.Over()) return State::kOver;
    const ShotStop stop(control_, yield);
    if (!RunShot(worker, stop.token())) return control_.Over() ? State::kOver : State::kLong;
    ++next_;
    if (next_ == end_) break;
    if (is_full()) return State::kFull;
    if (yield()) return State::kAgain;
  }
  return State::kDone;
}

bool ShotRun::RunShot(Worker& worker, const StopToken& stop) {
  absl::Status status = cursor_.Load(next_);
  writer_.SetInputs(cursor_.inputs());
  if (!status.ok()) {
    writer_.AddFailure(status);
    return true;
  }
  status = Play(worker, stop);
  const Record& record = worker.record;
  if (status.ok() && record.stop_reason == StopReason::kCancelled) return false;
  const goals::FinishedShot shot{record, cursor_.shot().start, cursor_.scene().table()};
  if (status.ok()) {
    const std::optional<goals::Goal>& filter = plan_.goals().filter;
    if (filter && !goals::Judge(*filter, shot).holds()) {
      writer_.LeaveOut(record.event_count);
      return true;
    }
    if (plan_.detail().probe) {
      status = Probe(worker, stop);
      if (stop.StopRequested()) return false;
    }
  }
  if (!status.ok()) {
    writer_.AddFailure(cursor_.ToWire(status));
    return true;
  }
  if (!plan_.detail().margins.empty() &&
      !DifferentiateMargins(plan_.detail().margins, shot, plan_.detail().derivatives,
                            worker.tangents, stop, margins_)) {
    return false;
  }
  writer_.SetDerivatives(worker.tangents, margins_, worker.probe);
  Report(shot);
  return true;
}

absl::Status ShotRun::Play(Worker& worker, const StopToken& stop) {
  const ConvertedDetail& wanted = plan_.detail();
  if (wanted.derivatives.empty()) {
    return Simulate(cursor_.scene(), cursor_.shot(), wanted.detail, stop, worker.workspace,
                    worker.record);
  }
  return SimulateWithDerivatives(cursor_.scene(), cursor_.shot(), wanted.detail, wanted.derivatives,
                                 stop, worker.workspace, worker.record, worker.tangents);
}

absl::Status ShotRun::Probe(Worker& worker, const StopToken& stop) {
  const ConvertedProbe& wanted = *plan_.detail().probe;
  const Scene& scene = cursor_.scene();
  const Shot& shot = cursor_.shot();
  ProbeOptions options{{}, wanted.seed, wanted.draws};
  if (shot.strike) {
    estimate::StrikeNoise room;
    const auto cue_ball = static_cast<size_t>(shot.strike->cue_ball);
    const auto* const noise = wanted.noise.Of(scene.balls()[cue_ball].radius_m, room);
    if (noise != nullptr) options.noise = *noise;
  }
  return ProbeShot(scene, shot, options, stop, worker.workspace, worker.probe);
}

void ShotRun::Report(const goals::FinishedShot& shot) {
  for (size_t i = 0; i < labels_.size(); ++i) {
    labels_[i] = goals::Judge(plan_.goals().labels[i], shot).value;
  }
  writer_.SetLabels(labels_);
  writer_.Add(shot.record);
}

}  // namespace carom
