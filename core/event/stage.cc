#include "core/event/stage.h"

#include <bit>
#include <cmath>
#include <utility>

#include "core/base/constants.h"
#include "core/event/support.h"
#include "core/laws/cue_ball/point_strike.h"
#include "core/solid/resolution.h"
#include "core/table/validate.h"

namespace carom {
namespace {

// Stands for the event that began the first phases.
constexpr Event kStart{0.0, EventKind::kCueStrike, -1, -1};

uint32_t BallsOf(const Event& event) {
  const uint32_t first = 1u << event.ball;
  return event.kind == EventKind::kBallBall ? first | 1u << event.other : first;
}

}  // namespace

BallState PlacedBall(const World& world, const Shot& shot, int ball) {
  BallState state = shot.start[Index(ball)];
  if (!InPlay(state.motion)) {
    state.velocity = state.spin = Vec3::Zero();
  } else if (LiesOnCloth(state, world.balls[Index(ball)].radius_m, *world.table,
                         world.settings->environment)) {
    state.position.z() = world.balls[Index(ball)].radius_m;
  } else if (state.motion != MotionState::kSupported) {
    state.motion = MotionState::kAirborne;
  }
  return state;
}

BallState StruckBall(const World& world, const CueStrike& strike, const BallState& before) {
  BallState ball = before;
  const Environment& environment = world.settings->environment;
  Resolve(strike, environment.cue, world.balls[Index(strike.cue_ball)], ball);
  if (ball.motion == MotionState::kSupported) ball.motion = MotionState::kAirborne;
  KeepOrDropFlight(environment, ball);
  return ball;
}

void Stage::Begin(const World& world, const Shot& shot) {
  world_ = &world;
  now_s_ = 0.0;
  contacts_.Begin(BallCount(), environment().rest_hop_s, world_->settings->laws.cushion_contact_s);
  PlaceBalls(shot);
  if (shot.strike) StrikeCueBall(*shot.strike);
  if (environment().flight == Flight::kOn) FindCarriers();
}

void Stage::PlaceBalls(const Shot& shot) {
  phases_.Clear();
  for (int ball = 0; ball < BallCount(); ++ball) {
    const auto i = static_cast<size_t>(ball);
    phases_.SetRadius(ball, world_->balls[i].radius_m);
    const BallState state = PlacedBall(*world_, shot, ball);
    phases_.Begin(ball, kStart, [&] {
      return carom::InPlay(state.motion) ? carom::BeginPhase(state, 0.0, world_->motion[i])
                                         : RestingPhase(state, 0.0);
    });
  }
}

void Stage::StrikeCueBall(const CueStrike& strike) {
  const Event event{0.0, EventKind::kCueStrike, static_cast<int16_t>(strike.cue_ball), -1};
  const BallState before = StateAt(phases_[event.ball], 0.0);
  BeginPhase(event, event.ball, StruckBall(*world_, strike, before));
  recorder_.LogStrike(strike, IsMiscue(strike, environment().cue), before,
                      StateAt(phases_[event.ball], 0.0));
}

bool Stage::UpdateSupport(const Event& event) {
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
  if ((changed & contacts_.EverCarriers()) == 0) return;
  for (int ball = 0; ball < BallCount(); ++ball) {
    if (phases_[ball].motion != MotionState::kSupported) continue;
    const uint32_t carriers = contacts_.SupportOf(ball).balls & changed;
    if (carriers == 0) continue;
    // What rests for a hop only does so on balls that move, if slowly.
    const bool released = std::isfinite(phases_[ball].duration_s)
                              ? AnyStopsCarrying(*world_, phases_, now_s_, ball,
                                                 StateAt(phases_[ball], now_s_), carriers)
                              : AnyMovesAway(phases_, carriers);
    if (!released) continue;
    PlayTransition(EventKind::kSupportedToAirborne, ball);
    changed |= 1u << ball;
    ball = -1;  // Balls of a lower index may lie on it.
  }
}

void Stage::PlayTransition(EventKind kind, int ball) {
  const uint32_t touched = touched_;
  ProcessEvent(Event{now_s_, kind, static_cast<int16_t>(ball), -1});
  touched_ |= touched;
}

uint32_t Stage::Pocketed() const {
  return PocketedBalls(BallCount(), [this](int ball) { return phases_[ball].motion; });
}

// Builds the states in their places, as TrajectoryTable::Begin() does.
BallPair Stage::StatesAt(const Event& event) const {
  const bool two = event.kind == EventKind::kBallBall;
  return {StateAt(phases_[event.ball], event.time_s),
          two ? StateAt(phases_[event.other], event.time_s) : BallState()};
}

void Stage::ProcessEvent(const Event& event) {
  now_s_ = event.time_s;
  const bool in_groups = environment().simultaneous != SimultaneousImpacts::kSequential;
  if (in_groups && IsImpact(event.kind) && CollideTogether(event)) return;
  touched_ = BallsOf(event);
  if (recorder_.KeepsStates()) before_ = StatesAt(event);
  if (IsImpact(event.kind)) {
    Collide(event);
  } else if (IsTransition(event.kind)) {
    ApplyTransition(event);
    Log(event, before_, false);
  } else {
    DropOrRemove(event);
  }
}

void Stage::Collide(const Event& event) {
  ContactSequence* const sequence = contacts_.Count(event);
  Impact impact(*world_, event, contacts_.Classify(sequence),
                [&](int ball) { return ArrivingState(ball); });
  const Vec3 arrival_m_s = impact.state[0].velocity;
  const bool on_cloth = OnCloth(impact.state[0].motion);
  ResolveImpact(*world_, phases_, impact);
  if (on_cloth && RemainsAtCushion(impact, arrival_m_s)) {
    BeginContact(impact, arrival_m_s);
  } else {
    for (size_t i = 0; i < Index(impact.count); ++i) {
      BeginPhase(event, impact.ball[i], impact.state[i]);
    }
  }
  Log(event, impact.state, arrival_m_s != phases_[event.ball].velocity);
  if (sequence == nullptr) return;
  const double gained_m_s = impact.frame.separation.dot(impact.state[0].velocity - arrival_m_s);
  AddToSequence(event, impact.Spec(*world_, 0).mass_kg * std::abs(gained_m_s),
                impact.recurrence != Recurrence::kIsolated, *sequence);
}

// A ball that is at a cushion hits others, and drops into pockets, as it would leave the cushion.
BallState Stage::ArrivingState(int ball) const {
  BallState state = StateAt(phases_[ball], now_s_);
  if (!phases_[ball].at_cushion) return state;
  const BallState& leaving = leaving_[Index(ball)];
  state.velocity = leaving.velocity;
  state.spin = leaving.spin;
  state.motion = leaving.motion;
  return state;
}

bool Stage::RemainsAtCushion(const Impact& impact, const Vec3& arrival_m_s) const {
  return world_->settings->laws.cushion_contact_s > 0.0 &&
         impact.recurrence == Recurrence::kIsolated &&  // A hop of a press is no further contact.
         impact.frame.partner == Partner::kCushion && impact.state[0].velocity != arrival_m_s;
}

// While a cushion yields and comes back, the ball moves along it at the mean of its speeds before
// and after. How deep it goes is left out: noses do not yield in this engine. It parts at
// kResolution_m_s, so that it does not hit the nose again.
void Stage::BeginContact(const Impact& impact, const Vec3& arrival_m_s) {
  const BallState& leaving = impact.state[0];
  const int ball = impact.ball[0];
  const Vec3 out = impact.frame.separation;
  const Vec3 mean = 0.5 * Horizontal(arrival_m_s + leaving.velocity);
  leaving_[Index(ball)] = leaving;
  phases_.Begin(ball, impact.event, [&] {
    Trajectory phase = RestingPhase(leaving, impact.event.time_s);
    phase.motion = MotionState::kSliding;
    phase.at_cushion = true;
    phase.duration_s = world_->settings->laws.cushion_contact_s;
    phase.velocity = mean + (kResolution_m_s - mean.dot(out)) * out;
    phase.spin = leaving.spin;
    phase.spin_z_duration_s = kInfinity;
    return phase;
  });
}

// Adds a contact that has just been logged to the sequence of its pair, and to the press that this
// has become.
void Stage::AddToSequence(const Event& event, double impulse_Ns, bool collapsed,
                          ContactSequence& sequence) {
  if (sequence.count == 1) sequence.first_event = recorder_.Logged() - 1;
  sequence.impulse_Ns += impulse_Ns;
  if (!collapsed && !sequence.pressed) return;
  recorder_.LogPress(event, sequence);
  sequence.pressed = true;
}

// The ball or balls have begun their new phases. If the log keeps states, before_ has those before
// the event; otherwise the recorder reads `states` only of a ball that departs, and of a transition
// none.
void Stage::Log(const Event& event, const BallPair& states, bool bounced) {
  if (recorder_.KeepsStates()) {
    recorder_.Log(event, before_, StatesAt(event), bounced);
  } else {
    recorder_.Log(event, states, states, bounced);
  }
}

void Stage::BeginPhase(const Event& cause, int ball, const BallState& state) {
  phases_.Begin(ball, cause, [&] {
    return carom::BeginPhase(state, cause.time_s, world_->motion[Index(ball)]);
  });
}

// An impact of more than two bodies is logged contact by contact. Each contact has the states of
// its balls before and after the whole impact.
bool Stage::CollideTogether(const Event& event) {
  if (contacts_.RecurrenceWith(event) != Recurrence::kIsolated) return false;
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
    phases_.Set(
        ball, carom::BeginPhase(group_.after[i], now_s_, world_->motion[static_cast<size_t>(ball)]),
        group_.FirstOf(ball));
    group_.after[i] = StateAt(phases_[ball], now_s_);
  }
  for (size_t k = 0; k < group_.event_count; ++k) {
    const Event& contact = group_.event[k];
    BallPair before;
    BallPair after;
    for (size_t side = 0; side < (contact.kind == EventKind::kBallBall ? 2u : 1u); ++side) {
      const size_t i = member[Index(side == 0 ? contact.ball : contact.other)];
      before[side] = group_.before[i];
      after[side] = group_.after[i];
    }
    recorder_.Log(contact, before, after, before[0].velocity != after[0].velocity);
    if (ContactSequence* const sequence = contacts_.Count(contact)) {
      AddToSequence(contact, group_.impulse_Ns[k], false, *sequence);
    }
  }
  return true;
}

// A phase has ended, or a ball comes to rest off the cloth, or loses what it rests on.
void Stage::ApplyTransition(const Event& event) {
  const auto ball = Index(event.ball);
  if (event.kind == EventKind::kCushionToCloth) {
    BeginPhase(event, event.ball, ArrivingState(event.ball));
    return;
  }
  const bool rests = event.kind == EventKind::kAirborneToSupported;
  if (!rests && event.kind != EventKind::kSupportedToAirborne) {
    const Trajectory ended = phases_[event.ball];
    phases_.Begin(event.ball, event, [&] { return NextPhase(ended, world_->motion[ball]); });
    return;
  }
  BallState state = StateAt(phases_[event.ball], event.time_s);
  state.motion = rests ? MotionState::kSupported : MotionState::kAirborne;
  if (rests) state.velocity = state.spin = Vec3::Zero();
  Trajectory phase = carom::BeginPhase(state, event.time_s, world_->motion[ball]);
  if (rests) phase.duration_s = contacts_.SupportOf(event.ball).lasts_s;
  phases_.Set(event.ball, phase, event);
}

// The cloth ends under a ball whose centre passes the rim of a hole. As in [Event-based], a ball
// that goes out of play takes no further part: it keeps the position at which it went.
void Stage::DropOrRemove(const Event& event) {
  const BallPair states{StateAt(phases_[event.ball], event.time_s), BallState()};
  BallState after = states[0];
  if (event.kind == EventKind::kPocketDrop) {
    after = ArrivingState(event.ball);
    after.motion = MotionState::kAirborne;
    BeginPhase(event, event.ball, after);
  } else {
    after.velocity = after.spin = Vec3::Zero();
    after.motion =
        event.kind == EventKind::kBallPocket ? MotionState::kPocketed : MotionState::kLeftTable;
    phases_.Set(event.ball, RestingPhase(after, event.time_s), event);
  }
  Log(event, states, false);
}

}  // namespace carom
