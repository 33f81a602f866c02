#include "core/event/engine.h"

#include <algorithm>

#include "core/laws/settings.h"
#include "core/record/early_stop.h"

namespace carom {
namespace {

constexpr int kEventsBetweenStopChecks = 64;

}  // namespace

bool EventEngine::Play(const World& world, const Shot& shot, const Detail& detail, StopToken stop,
                       Record& record) {
  const Environment& environment = world.settings->environment;
  record_ = &record;
  now_s_ = 0.0;
  events_at_now_ = 0;
  recorder_.Begin(world, shot, detail, record);
  stage_.Begin(world, shot);
  scheduler_.Begin(world, stage_.phases());
  const StopReason reason = Run(environment, stop);
  recorder_.Finish(reason, now_s_, static_cast<int>(world.balls.size()), stage_.phases());
  return !recorder_.Overflow();
}

// The algorithm of [Event-based] (1).
StopReason EventEngine::Run(const Environment& environment, StopToken stop) {
  int64_t next_check = kEventsBetweenStopChecks;
  while (true) {
    const Event next = scheduler_.Next();
    if (const auto reason = StopBefore(environment, next)) return *reason;
    recorder_.SampleUntil(next.time_s, stage_.phases());
    if (recorder_.WantsCandidates()) {
      scheduler_.ForEachCandidate([this](const Event& event) { recorder_.AddCandidate(event); });
    }
    now_s_ = next.time_s;
    stage_.Happen(next);
    if (const auto reason = StopAfter(environment, next)) return *reason;
    if (record_->event_count >= next_check) {
      if (stop.StopRequested() || recorder_.Overflow()) return StopReason::kCancelled;
      next_check = record_->event_count + kEventsBetweenStopChecks;
    }
    scheduler_.Predict(stage_.touched(), now_s_);
    if (stage_.Settle(next)) scheduler_.Predict(stage_.touched(), now_s_);
  }
}

std::optional<StopReason> EventEngine::StopBefore(const Environment& environment,
                                                  const Event& next) {
  const Limits& limits = environment.limits;
  const double at_time_s = environment.stop.at_time_s;
  const double last_s = std::min(limits.max_time_s, at_time_s);
  if (next.ball < 0 || next.time_s > last_s) {
    if (next.ball < 0 && stage_.phases().BallsThatTranslate() == 0) return StopReason::kAtRest;
    now_s_ = last_s;
    return at_time_s <= limits.max_time_s ? StopReason::kAtTime : StopReason::kTimeLimit;
  }
  if (record_->event_count >= limits.max_events) return StopReason::kEventLimit;
  events_at_now_ = next.time_s > now_s_ ? 1 : events_at_now_ + 1;
  if (events_at_now_ > limits.max_events_at_one_time) return StopReason::kZeroTimeLimit;
  return std::nullopt;
}

std::optional<StopReason> EventEngine::StopAfter(const Environment& environment,
                                                 const Event& event) const {
  // Only these change the set of pocketed balls.
  const uint32_t potted = event.kind == EventKind::kBallPocket ? stage_.Pocketed() : 0;
  return EarlyStop(environment.stop, recorder_.outcome(), potted, event);
}

}  // namespace carom
