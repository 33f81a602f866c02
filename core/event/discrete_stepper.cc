#include "core/event/discrete_stepper.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "core/event/stage.h"
#include "core/laws/cue_ball/point_strike.h"
#include "core/motion/motion.h"

namespace carom {

bool DiscreteStepper::Play(const World& world, const Shot& shot, const Detail& detail,
                           StopToken stop, Record& record) {
  world_ = &world;
  now_s_ = 0.0;
  steps_ = 0;
  deepest_overlap_m_ = 0.0;
  asked_.reset();
  recorder_.Begin(detail, shot, record);
  same_touch_ = {};
  PlaceBalls(shot);
  if (shot.strike) StrikeCueBall(*shot.strike);
  const StopReason reason = Run(stop);
  const auto state_of = [this](int ball, double time_s) {
    return StateUntil(static_cast<std::size_t>(ball), time_s);
  };
  recorder_.SampleUntil(now_s_, state_of);
  recorder_.Finish(reason, now_s_, state_of);
  return !recorder_.Overflow();
}

// [Event-based] "Discrete time evolution".
StopReason DiscreteStepper::Run(StopToken stop) {
  const double last_s = LastTime(environment());
  while (true) {
    if (asked_) return *asked_;
    if (!AnyMoves()) return StopReason::kAtRest;
    if (now_s_ >= last_s) return ReasonAtLastTime(environment());
    if (steps_ >= stepping().max_steps) return StopReason::kEvaluationLimit;
    if (steps_ % StopToken::kTurnsUnasked == 0 && (stop.StopRequested() || recorder_.Overflow())) {
      return StopReason::kCancelled;
    }
    const double next_s = std::min(NextTime(), last_s);
    recorder_.SampleUntil(next_s, [this](int ball, double time_s) {
      return StateUntil(static_cast<std::size_t>(ball), time_s);
    });
    now_s_ = next_s;
    ++steps_;
    Advance();
    CollideBalls();
    for (std::size_t i = 0; i < phases_.size(); ++i) CollideWithTable(i);
  }
}

void DiscreteStepper::PlaceBalls(const Shot& shot) {
  phases_.resize(shot.start.size());
  places_.resize(shot.start.size());
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    BallState state = shot.start[i];
    if (InPlay(state.motion)) {
      state.position.z() = world_->balls[i].radius_m;  // It lies there, apart from rounding.
    } else {
      state.velocity = state.spin = Vec3::Zero();
    }
    Begin(i, state);
  }
}

void DiscreteStepper::StrikeCueBall(const CueStrike& strike) {
  const auto ball = static_cast<std::size_t>(strike.cue_ball);
  const BallState before = StateAt(phases_[ball], 0.0);
  Begin(ball, StruckBall(*world_, strike, before));
  recorder_.LogStrike(strike, IsMiscue(strike, environment().cue), before,
                      StateAt(phases_[ball], 0.0));
  asked_ = recorder_.StopAfter(environment(), 0, {0.0, EventKind::kCueStrike});
}

void DiscreteStepper::Begin(std::size_t i, const BallState& state) {
  phases_[i] = InPlay(state.motion) ? BeginPhase(state, now_s_, world_->motion[i])
                                    : RestingPhase(state, now_s_);
  places_[i] = state.position.head<2>();
}

bool DiscreteStepper::Translates(std::size_t i) const {
  return carom::Translates(phases_[i].motion);
}

bool DiscreteStepper::AnyMoves() const {
  return std::any_of(phases_.begin(), phases_.end(), [](const Trajectory& phase) {
    return carom::Translates(phase.motion) || phase.motion == MotionState::kSpinning;
  });
}

// Fixed steps are counted, not summed, so that rounding does not grow with the shot.
double DiscreteStepper::NextTime() const {
  const DiscreteTimeSettings& rule = stepping();
  if (rule.rule == StepRule::kFixed) return static_cast<double>(steps_ + 1) * rule.step_s;
  return now_s_ +
         std::min(rule.step_s, rule.rule == StepRule::kBySpeed ? StepBySpeed() : StepByDistance());
}

// Friction may speed a ball up within the longest step.
double DiscreteStepper::SpeedBound(std::size_t i) const {
  if (!Translates(i)) return 0.0;
  const Trajectory& phase = phases_[i];
  const double tau = now_s_ - phase.epoch_s;
  const Vec3 velocity = phase.velocity + 2.0 * tau * phase.half_acceleration;
  return velocity.norm() + 2.0 * phase.half_acceleration.norm() * stepping().step_s;
}

double DiscreteStepper::StepBySpeed() const {
  double fastest = 0.0;
  double second = 0.0;
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    second = std::max(second, std::min(fastest, SpeedBound(i)));
    fastest = std::max(fastest, SpeedBound(i));
  }
  return stepping().depth_m / (fastest + second);
}

// The time until the first two bodies, at their greatest speeds, could overlap by depth_m.
double DiscreteStepper::StepByDistance() const {
  double step_s = std::numeric_limits<double>::infinity();
  const auto consider = [&](double gap_m, double speed_m_s) {
    if (speed_m_s == 0.0) return;
    step_s = std::min(step_s, (std::max(gap_m, 0.0) + stepping().depth_m) / speed_m_s);
  };
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    const double speed_m_s = SpeedBound(i);
    for (std::size_t j = 0; j < i; ++j) {
      if (!InPlay(phases_[j].motion) || !InPlay(phases_[i].motion)) continue;
      consider((places_[i] - places_[j]).norm() - Reach(i, j), speed_m_s + SpeedBound(j));
    }
    if (speed_m_s == 0.0) continue;
    const SolidSet& table = world_->solids.ForBall(static_cast<int>(i));
    for (const auto& solid : table.solids.items) consider(-Depth(solid.shape, i), speed_m_s);
    for (const auto& sensor : table.sensors.items) consider(-Depth(sensor.shape, i), speed_m_s);
  }
  return step_s;
}

// A phase may end within a step. The stepper begins the next phase only when the step is over, so
// until then the ball keeps the state in which the phase ended.
BallState DiscreteStepper::StateUntil(std::size_t i, double time_s) const {
  return StateAt(phases_[i], std::min(time_s, phases_[i].EndTime()));
}

// Moves all balls to the end of the step. A phase that ended within the step is noticed only now.
void DiscreteStepper::Advance() {
  for (std::size_t i = 0; i < phases_.size() && !asked_; ++i) {
    const Trajectory& phase = phases_[i];
    while (phase.part != RollingPart::kLast && phase.EndTime() <= now_s_ && !asked_) EndPhase(i);
    if (asked_) return;
    if (phase.EndTime() <= now_s_) {
      EndPhase(i);
    } else if (Translates(i)) {
      const double tau = now_s_ - phase.epoch_s;
      places_[i] =
          (phase.position + tau * (phase.velocity + tau * phase.half_acceleration)).head<2>();
    }
  }
}

void DiscreteStepper::EndPhase(std::size_t i) {
  const Trajectory ended = phases_[i];
  const Trajectory next = NextPhase(ended, world_->motion[i]);
  const EventKind kind =
      TransitionOf(ended.motion, next.motion).value_or(EventKind::kRollingToRolling);
  const Event event{now_s_, kind, static_cast<int16_t>(i), -1};
  if (ended.part == RollingPart::kLast) {
    Begin(i, StateAt(next, ended.EndTime()));
  } else {
    phases_[i] = next;  // Parts of bands of speed belong together.
  }
  Log(event, {StateAt(ended, ended.EndTime()), {}}, {StateAt(phases_[i], now_s_), {}});
}

void DiscreteStepper::CollideBalls() {
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    for (std::size_t j = i + 1; j < phases_.size() && !asked_; ++j) {
      if (!Translates(i) && !Translates(j)) continue;
      if (!InPlay(phases_[i].motion) || !InPlay(phases_[j].motion)) continue;
      const double reach_m = Reach(i, j);
      const double squared_m2 = (places_[i] - places_[j]).squaredNorm();
      if (squared_m2 >= reach_m * reach_m) continue;
      Collide(EventKind::kBallBall, i, j, reach_m - std::sqrt(squared_m2));
    }
  }
}

void DiscreteStepper::CollideWithTable(std::size_t i) {
  if (asked_ || !Translates(i) || Pot(i)) return;
  const SolidSet& table = world_->solids.ForBall(static_cast<int>(i));
  // The box of a solid holds all places from which a ball touches it. Most boxes are far away.
  const Box here = {places_[i].x(), places_[i].x(), places_[i].y(), places_[i].y()};
  for (std::size_t k = 0; k < table.solids.items.size() && !asked_; ++k) {
    if (!table.solids.vicinities.Overlaps(k, here)) continue;
    const Placed<Solid>& solid = table.solids.items[k];
    const double depth = Depth(solid.shape, i);
    if (depth > 0.0)
      Collide(ImpactKind(solid.shape), i, static_cast<std::size_t>(solid.index), depth);
  }
}

// Takes a ball within a pocket's circle out of play. Returns whether it did.
bool DiscreteStepper::Pot(std::size_t i) {
  const SolidSet& table = world_->solids.ForBall(static_cast<int>(i));
  const Box here = {places_[i].x(), places_[i].x(), places_[i].y(), places_[i].y()};
  for (std::size_t b = 0; b < table.sensors.items.size(); ++b) {
    if (!table.sensors.vicinities.Overlaps(b, here)) continue;
    if (Depth(table.sensors.items[b].shape, i) <= 0.0) continue;
    BallState gone = StateAt(phases_[i], now_s_);
    const BallPair before = {gone, {}};
    gone.motion = MotionState::kPocketed;
    gone.velocity = gone.spin = Vec3::Zero();
    Begin(i, gone);
    Log({now_s_, EventKind::kBallPocket, static_cast<int16_t>(i), table.sensors.items[b].index},
        before, {gone, {}});
    return true;
  }
  return false;
}

// Overlapping bodies that already separate were resolved in an earlier step.
void DiscreteStepper::Collide(EventKind kind, std::size_t i, std::size_t other, double depth_m) {
  const Event event{now_s_, kind, static_cast<int16_t>(i), static_cast<int16_t>(other)};
  Impact impact(*world_, event, Recurrence::kIsolated, [this](int ball) {
    return StateAt(phases_[static_cast<std::size_t>(ball)], now_s_);
  });
  if (impact.approach_m_s <= 0.0) return;
  const BallPair before = impact.state;
  ResolveImpact(*world_, nobody_, impact);
  for (int k = 0; k < impact.count; ++k) {
    const auto side = static_cast<std::size_t>(k);
    const auto ball = static_cast<std::size_t>(impact.ball[side]);
    Begin(ball, impact.state[side]);
    impact.state[side] = StateAt(phases_[ball], now_s_);
  }
  deepest_overlap_m_ = std::max(deepest_overlap_m_, depth_m);
  Log(event, before, impact.state);
}

void DiscreteStepper::Log(const Event& event, const BallPair& before, const BallPair& after) {
  const bool touches = !IsRail(event.kind) || !same_touch_.Continues(event);
  recorder_.Log(event, before, after, touches && before[0].velocity != after[0].velocity);
  const uint32_t pocketed = PocketedBalls(static_cast<int>(phases_.size()),
                                          [this](int ball) { return phases_[Index(ball)].motion; });
  asked_ = recorder_.StopAfter(environment(), pocketed, event);
}

double DiscreteStepper::Reach(std::size_t i, std::size_t j) const {
  return TouchingOnCloth(world_->balls[i].radius_m, world_->balls[j].radius_m);
}

double DiscreteStepper::Depth(const Solid& solid, std::size_t i) const {
  const Vec3 centre(places_[i].x(), places_[i].y(), world_->balls[i].radius_m);
  return -PartsNear(solid, centre, true).Closest().gap_m;
}

// How far the centre is inside a pocket's circle. The outline of the bed is ignored.
double DiscreteStepper::Depth(const Sensor& sensor, std::size_t i) const {
  const auto* mouth = std::get_if<PocketMouth>(&sensor);
  if (mouth == nullptr) return -std::numeric_limits<double>::infinity();
  return mouth->circle().radius_m - (mouth->circle().centre_m - places_[i]).norm();
}

}  // namespace carom
