#include "core/event/stage.h"

#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "core/event/resolve.h"
#include "core/event/rest_watch.h"
#include "core/event/support.h"
#include "core/laws/cue_ball/point_strike.h"
#include "core/motion/motion.h"
#include "core/table/lies_on_cloth.h"

namespace carom {
namespace {

// Stops balls on the cloth that are jammed between others without a gap and are slower than the
// slowest bounce off the cloth. They would rebound between their neighbours for ever; with nothing
// around them they would stop within a micrometre.
void StopJammedBalls(ImpactState& impact) {
  for (BallState& state : impact.state) {
    if (!OnCloth(state.motion) || state.velocity.norm() > kSlowestSettling_m_s) continue;
    state.velocity = Vec3::Zero();
    state.spin = Vec3(0.0, 0.0, state.spin.z());
  }
}

// Stands for the event that began the first phases.
constexpr Event kStart{0.0, EventKind::kCueStrike, -1, -1};

uint32_t BallsOf(const Event& event) {
  const uint32_t first = 1u << event.ball;
  return event.kind == EventKind::kBallBall ? first | 1u << event.other : first;
}

// Puts a ball exactly onto the cloth if the layout places it there within the tolerance.
void Ground(double radius_m, const Table& table, const Environment& environment, BallState& state) {
  if (LiesOnCloth(state, radius_m, table, environment)) {
    state.position.z() = radius_m;
  } else if (state.motion != MotionState::kSupported) {
    state.motion = MotionState::kAirborne;
  }
}

}  // namespace

void Stage::Begin(const World& world, const Shot& shot) {
  world_ = &world;
  now_s_ = 0.0;
  contacts_.Begin(BallCount(), environment().rest_hop_s);
  PlaceBalls(shot);
  if (shot.strike) StrikeCueBall(*shot.strike);
  if (environment().flight == Flight::kOn) FindCarriers();
}

void Stage::PlaceBalls(const Shot& shot) {
  phases_.Clear();
  for (int ball = 0; ball < BallCount(); ++ball) {
    const auto i = static_cast<size_t>(ball);
    phases_.SetRadius(ball, world_->balls[i].radius_m);
    BallState state = shot.start[i];
    if (!InPlay(state.motion)) {
      state.velocity = state.spin = Vec3::Zero();
      phases_.Set(ball, RestingPhase(state, 0.0), kStart);
      continue;
    }
    Ground(world_->balls[i].radius_m, *world_->table, environment(), state);
    phases_.Begin(ball, kStart, [&] { return BeginPhase(state, 0.0, world_->motion[i]); });
  }
}

void Stage::StrikeCueBall(const CueStrike& strike) {
  const Event event{0.0, EventKind::kCueStrike, static_cast<int16_t>(strike.cue_ball), -1};
  before_ = StatesAt(event);
  ImpactState states = before_;
  BallState& ball = states.state[0];
  Resolve(strike, environment().cue, world_->balls[static_cast<size_t>(strike.cue_ball)], ball);
  if (ball.motion == MotionState::kSupported) ball.motion = MotionState::kAirborne;
  KeepOrDropFlight(environment(), ball);
  BeginPhases(event, states);
  recorder_.SetMiscue(IsMiscue(strike, environment().cue));
  Log(event, states, before_.state[0].velocity);
}

bool Stage::Settle(const Event& event) {
  if (environment().flight == Flight::kOff) return false;
  const uint32_t changed = std::exchange(touched_, 0u);
  for (uint32_t left = changed; left != 0; left &= left - 1) {
    const int ball = std::countr_zero(left);
    if (!HasComeToRest(*world_, phases_, event, now_s_, ball, contacts_)) continue;
    PlayTransition(EventKind::kAirborneToSupported, ball);
  }
  ReleaseUncarried(changed);
  return touched_ != 0;
}

// Finds what carries the balls of a layout that start at rest off the cloth, and releases those
// whose carriers leave at once because they are struck or in motion. A ball that touches nothing
// falls.
void Stage::FindCarriers() {
  for (int ball = 0; ball < BallCount(); ++ball) {
    if (phases_[ball].motion != MotionState::kSupported) continue;
    const BallState state = StateAt(phases_[ball], now_s_);
    if (TouchesAnything(*world_, phases_, now_s_, ball, state)) {
      contacts_.SetSupport(ball, {CarriersOf(*world_, phases_, now_s_, ball, state)});
    } else {
      PlayTransition(EventKind::kSupportedToAirborne, ball);
    }
  }
  ReleaseUncarried(~0u);
}

// Releases every ball that lies on one of the balls in `changed` that moves away, and then the
// balls that lie on a released ball.
void Stage::ReleaseUncarried(uint32_t changed) {
  if ((changed & contacts_.EverCarried()) == 0) return;
  for (int ball = 0; ball < BallCount(); ++ball) {
    if (phases_[ball].motion != MotionState::kSupported) continue;
    if (std::isfinite(phases_[ball].duration_s)) continue;  // It falls when its phase ends.
    if (!AnyMovesAway(phases_, contacts_.SupportOf(ball).balls & changed)) continue;
    PlayTransition(EventKind::kSupportedToAirborne, ball);
    changed |= 1u << ball;
    ball = -1;  // Balls of a lower index may lie on it.
  }
}

void Stage::PlayTransition(EventKind kind, int ball) {
  const uint32_t touched = touched_;
  Happen(Event{now_s_, kind, static_cast<int16_t>(ball), -1});
  touched_ |= touched;
}

uint32_t Stage::Pocketed() const {
  uint32_t pocketed = 0;
  for (int ball = 0; ball < BallCount(); ++ball) {
    if (phases_[ball].motion == MotionState::kPocketed) pocketed |= 1u << ball;
  }
  return pocketed;
}

// Builds the states in their places, as TrajectoryTable::Begin() does.
ImpactState Stage::StatesAt(const Event& event) const {
  const Trajectory& phase = phases_[event.ball];
  if (event.kind != EventKind::kBallBall) {
    return {{event.ball, -1}, {StateAt(phase, event.time_s), BallState()}, 1};
  }
  return {{event.ball, event.other},
          {StateAt(phase, event.time_s), StateAt(phases_[event.other], event.time_s)},
          2};
}

void Stage::Happen(const Event& event) {
  now_s_ = event.time_s;
  const Recurrence recurrence = IsImpact(event.kind) ? contacts_.Meet(event) : Recurrence::kSeldom;
  if (environment().simultaneous != SimultaneousImpacts::kSequential &&
      recurrence == Recurrence::kSeldom && HappenTogether(event)) {
    return;
  }
  touched_ = BallsOf(event);
  if (IsTransition(event.kind) && !recorder_.KeepsStates()) {
    // A transition does not affect the outcome; its states are needed for the log alone.
    static const BallPair kUnknown;
    ResolveTransition(event);
    recorder_.Log(event, kUnknown, kUnknown, false);
    return;
  }
  ImpactState states = StatesAt(event);
  if (recorder_.KeepsStates()) before_ = states;
  const Vec3 arrival = states.state[0].velocity;
  if (IsTransition(event.kind)) {
    ResolveTransition(event);
  } else if (IsImpact(event.kind)) {
    ResolveContact(event, recurrence, states);
  } else if (event.kind == EventKind::kPocketDrop) {
    ResolvePocketDrop(event, states);
  } else {
    ResolveDeparture(event, states.state[0]);
  }
  Log(event, states, arrival);
}

// If the log keeps no states, the recorder reads only the state of a ball that departs, which
// ResolveDeparture() does not change.
void Stage::Log(const Event& event, const ImpactState& states, const Vec3& arrival) {
  if (recorder_.KeepsStates()) {
    recorder_.Log(event, before_, StatesAt(event));
  } else {
    recorder_.Log(event, states.state, states.state, arrival != phases_[event.ball].velocity);
  }
}

// An impact of more than two bodies is logged contact by contact. Each contact has the states of
// its balls before and after the whole impact.
bool Stage::HappenTogether(const Event& event) {
  if (!ResolveGroup(*world_, phases_, event, group_work_, group_) || group_.event_count == 0) {
    return false;
  }
  recorder_.LogLead(event);
  touched_ = 0;
  std::array<size_t, kMaxBalls> member{};
  for (size_t i = 0; i < group_.ball_count; ++i) {
    const int ball = group_.ball[i];
    touched_ |= 1u << ball;
    member[static_cast<size_t>(ball)] = i;
    phases_.Set(ball,
                BeginPhase(group_.after[i], now_s_, world_->motion[static_cast<size_t>(ball)]),
                group_.FirstOf(ball));
    group_.after[i] = StateAt(phases_[ball], now_s_);
  }
  for (size_t k = 0; k < group_.event_count; ++k) {
    const Event& contact = group_.event[k];
    if (contact != event) contacts_.Meet(contact);
    ImpactState before;
    ImpactState after;
    before.count = after.count = contact.kind == EventKind::kBallBall ? 2 : 1;
    for (int side = 0; side < before.count; ++side) {
      const auto s = static_cast<size_t>(side);
      const int ball = side == 0 ? contact.ball : contact.other;
      const size_t i = member[static_cast<size_t>(ball)];
      before.ball[s] = after.ball[s] = ball;
      before.state[s] = group_.before[i];
      after.state[s] = group_.after[i];
    }
    recorder_.Log(contact, before, after);
  }
  return true;
}

void Stage::ResolveTransition(const Event& event) {
  const auto ball = static_cast<size_t>(event.ball);
  const bool rests = event.kind == EventKind::kAirborneToSupported;
  if (!rests && event.kind != EventKind::kSupportedToAirborne) {
    const Trajectory ended = phases_[event.ball];
    phases_.Begin(event.ball, event, [&] { return NextPhase(ended, world_->motion[ball]); });
    return;
  }
  BallState state = StateAt(phases_[event.ball], event.time_s);
  state.motion = rests ? MotionState::kSupported : MotionState::kAirborne;
  if (rests) state.velocity = state.spin = Vec3::Zero();
  Trajectory phase = BeginPhase(state, event.time_s, world_->motion[ball]);
  if (rests) phase.duration_s = contacts_.SupportOf(event.ball).lasts_s;
  phases_.Set(event.ball, phase, event);
}

// As in [Event-based], a pocketed ball takes no further part. It keeps the position at which it
// went out of play.
void Stage::ResolveDeparture(const Event& event, BallState state) {
  state.velocity = state.spin = Vec3::Zero();
  state.motion =
      event.kind == EventKind::kBallPocket ? MotionState::kPocketed : MotionState::kLeftTable;
  phases_.Set(event.ball, RestingPhase(state, event.time_s), event);
}

// The cloth ends under a ball whose centre passes the rim of a hole.
void Stage::ResolvePocketDrop(const Event& event, ImpactState& states) {
  states.state[0].motion = MotionState::kAirborne;
  BeginPhases(event, states);
}

void Stage::ResolveContact(const Event& event, Recurrence recurrence, ImpactState& states) {
  if (event.kind == EventKind::kBallSlate) {
    ResolveSlate(*world_, states);
  } else {
    ResolveImpact(*world_, event, recurrence, states);
    StartFromRest(*world_, phases_, event.time_s, states);
    if (recurrence == Recurrence::kJammed) StopJammedBalls(states);
  }
  BeginPhases(event, states);
}

void Stage::BeginPhases(const Event& event, const ImpactState& states) {
  for (int i = 0; i < states.count; ++i) {
    const auto k = static_cast<size_t>(i);
    const auto ball = static_cast<size_t>(states.ball[k]);
    phases_.Begin(states.ball[k], event,
                  [&] { return BeginPhase(states.state[k], event.time_s, world_->motion[ball]); });
  }
}

}  // namespace carom
