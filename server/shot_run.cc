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
      end_(end) {
  writer_.Start(plan.request().first_shot + begin, results);
}

ShotRun::State ShotRun::Run(Worker& worker, const WorkItem::Yield& yield, int64_t max_bytes) {
  while (next_ < end_) {
    if (control_.Over()) return State::kOver;
    const ShotStop stop(control_, yield.lane());
    if (!RunShot(worker, stop.token())) return control_.Over() ? State::kOver : State::kLong;
    ++next_;
    if (next_ == end_) break;
    if (writer_.byte_size() >= max_bytes) return State::kFull;
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
  status = Simulate(cursor_.scene(), cursor_.shot(), plan_.detail().detail, stop, worker.workspace,
                    worker.record);
  if (!status.ok()) {
    writer_.AddFailure(cursor_.ToWire(status));
    return true;
  }
  if (worker.record.stop_reason == StopReason::kCancelled) return false;
  const Settings& settings = cursor_.scene().settings();
  writer_.SetViewOptions({.rest_hop_s = settings.environment.rest_hop_s,
                          .compliant = settings.engine == Engine::kCompliant,
                          .frozen = {}});
  writer_.Add(worker.record);
  return true;
}

}  // namespace carom
