#include "core/event/engine.h"

#include "core/laws/settings.h"

namespace carom {

bool EventEngine::Play(const World& world, const Shot& shot, const Detail& detail, StopToken stop,
                       Record& record) {
  const Environment& environment = world.settings->environment;
  record_ = &record;
  now_s_ = 0.0;
  events_at_now_ = 0;
  recorder_.Begin(detail, shot, record);
  stage_.Begin(world, shot);
  scheduler_.Begin(world, stage_.phases());
  const StopReason reason = Run(environment, stop);
  recorder_.SampleUntil(now_s_, stage_.States());
  recorder_.Finish(reason, now_s_, stage_.States());
  return !recorder_.Overflow();
}

// The algorithm of [Event-based] (1).
StopReason EventEngine::Run(const Environment& environment, StopToken stop) {
  int64_t next_check = StopToken::kTurnsUnasked;
  while (true) {
    const Event next = scheduler_.Next();
    if (const auto reason = StopBefore(environment, next)) return *reason;
    recorder_.SampleUntil(next.time_s, stage_.States());
    if (recorder_.WantsCandidates()) AddCandidates();
    now_s_ = next.time_s;
    stage_.ProcessEvent(next);
    if (const auto reason = StopAfter(environment, next)) return *reason;
    if (record_->event_count >= next_check) {
      if (stop.StopRequested() || recorder_.Overflow()) return StopReason::kCancelled;
      next_check = record_->event_count + StopToken::kTurnsUnasked;
    }
    scheduler_.Predict(stage_.touched(), now_s_);
    if (stage_.UpdateSupport(next)) scheduler_.Predict(stage_.touched(), now_s_);
  }
}

void EventEngine::AddCandidates() {
  scheduler_.ForEachCandidate([this](const Event& event) { recorder_.AddCandidate(event); });
}

std::optional<StopReason> EventEngine::StopBefore(const Environment& environment,
                                                  const Event& next) {
  const Limits& limits = environment.limits;
  const double last_s = LastTime(environment);
  if (next.ball < 0 || next.time_s > last_s) {
    if (next.ball < 0 && stage_.phases().BallsThatTranslate() == 0) return StopReason::kAtRest;
    now_s_ = last_s;
    return ReasonAtLastTime(environment);
  }
  if (record_->event_count >= limits.max_events) return StopReason::kEventLimit;
  events_at_now_ = next.time_s > now_s_ ? 1 : events_at_now_ + 1;
  if (events_at_now_ > limits.max_events_at_one_time) return StopReason::kZeroTimeLimit;
  return std::nullopt;
}

std::optional<StopReason> EventEngine::StopAfter(const Environment& environment,
                                                 const Event& event) const {
  const StopRules& rules = environment.stop;
  if (!rules.at_first_contact && !rules.at_scratch && rules.when_potted == 0) return std::nullopt;
  // Only these change the set of pocketed balls.
  const uint32_t potted = event.kind == EventKind::kBallPocket ? stage_.Pocketed() : 0;
  return recorder_.EarlyStop(rules, potted, event);
}

}  // namespace carom
