#include "tests/papers/event/marching.h"

#include <algorithm>

#include "core/event/event_queue.h"
#include "core/event/impact.h"
#include "core/event/predict/predict.h"
#include "core/laws/cue_ball/point_strike.h"
#include "core/motion/motion.h"
#include "tests/papers/event/setup.h"
#include "tests/testing/phases.h"

namespace carom::papers {
namespace {

const BallSpec& Spec(const World& world, int ball) {
  return world.balls[static_cast<size_t>(ball)];
}

// The rest of a phase, begun anew.
Trajectory RestOf(const Trajectory& phase, double time_s) {
  const BallState state = StateAt(phase, time_s);
  const double tau = time_s - phase.epoch_s;
  Trajectory rest = phase;
  rest.epoch_s = time_s;
  rest.duration_s = std::max(phase.duration_s - tau, 0.0);
  rest.spin_z_duration_s = std::max(phase.spin_z_duration_s - tau, 0.0);
  rest.position = state.position;
  rest.velocity = state.velocity;
  rest.spin = state.spin;
  return rest;
}

}  // namespace

March BeginMarch(const Scene& scene, const Shot& shot) {
  March march;
  march.ball_count = static_cast<int>(shot.start.size());
  const Environment& environment = scene.settings().environment;
  march.contacts.Begin(march.ball_count, environment.rest_hop_s);
  for (int ball = 0; ball < march.ball_count; ++ball) {
    BallState state = shot.start[static_cast<size_t>(ball)];
    if (shot.strike && shot.strike->cue_ball == ball) {
      Resolve(*shot.strike, environment.cue, Spec(scene.world(), ball), state);
      state.velocity.z() = 0.0;
    }
    march.table.Set(ball, BeginPhase(state, 0.0, Spec(scene.world(), ball), environment), kStart);
  }
  return march;
}

std::optional<Event> NextEvent(const World& world, const March& march) {
  Event next = EventQueue::kNothing;
  const auto consider = [&](const Event& event) {
    if (event.ball >= 0 && Earlier(event, next)) next = event;
  };
  for (int i = 0; i < march.ball_count; ++i) {
    if (!InPlay(march.table[i].motion)) continue;
    consider(NextSingleBallEvent(world, march.table, i));
    for (int j = i + 1; j < march.ball_count; ++j) {
      if (!InPlay(march.table[j].motion)) continue;
      if (!march.table.Translates(i) && !march.table.Translates(j)) continue;
      if (const auto impact = NextBallBall(world, march.table, i, j, EventQueue::kNothing)) {
        consider(*impact);
      }
    }
  }
  if (next.ball < 0) return std::nullopt;
  return next;
}

void AdvanceAll(double time_s, March& march) {
  for (int ball = 0; ball < march.ball_count; ++ball) {
    const Event cause = march.table.Cause(ball);
    march.table.Set(ball, RestOf(march.table[ball], time_s), cause);
  }
}

void ResolveEvent(const World& world, const Event& event, March& march) {
  const Environment& environment = world.settings->environment;
  if (IsTransition(event.kind)) {
    const Trajectory next =
        NextPhase(march.table[event.ball], Spec(world, event.ball), environment);
    march.table.Set(event.ball, next, event);
    return;
  }
  if (!IsImpact(event.kind)) {  // Gone: pocketed or beyond the outline.
    BallState state = StateAt(march.table[event.ball], event.time_s);
    state.velocity = state.spin = Vec3::Zero();
    state.motion =
        event.kind == EventKind::kBallPocket ? MotionState::kPocketed : MotionState::kLeftTable;
    march.table.Set(event.ball, RestingPhase(state, event.time_s), event);
    return;
  }
  Impact impact(world, event, march.contacts.Classify(march.contacts.Count(event)),
                [&](int ball) { return StateAt(march.table[ball], event.time_s); });
  ResolveImpact(world, march.table, impact);
  for (int k = 0; k < impact.count; ++k) {
    const auto side = static_cast<size_t>(k);
    const int ball = impact.ball[side];
    march.table.Set(
        ball, BeginPhase(impact.state[side], event.time_s, Spec(world, ball), environment), event);
  }
}

std::vector<Event> MarchThrough(const Scene& scene, const Shot& shot, std::vector<March>* rounds) {
  std::vector<Event> events;
  March march = BeginMarch(scene, shot);
  while (const auto next = NextEvent(scene.world(), march)) {
    if (rounds != nullptr) rounds->push_back(march);
    AdvanceAll(next->time_s, march);
    ResolveEvent(scene.world(), *next, march);
    events.push_back(*next);
  }
  return events;
}

}  // namespace carom::papers
