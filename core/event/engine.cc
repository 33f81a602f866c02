#include "core/event/engine.h"

#include <algorithm>

#include "core/event/predict/predict.h"
#include "core/event/resolve.h"
#include "core/event/support.h"
#include "core/laws/cue_ball/point_strike.h"
#include "core/motion/motion.h"
#include "core/record/early_stop.h"
#include "core/table/lies_on_cloth.h"

namespace carom {
namespace {

constexpr int kEventsBetweenStopChecks = 64;

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

bool EventEngine::Play(const World& world, const Shot& shot, const Detail& detail, StopToken stop,
                       Record& record) {
  world_ = &world;
  record_ = &record;
  now_s_ = 0.0;
  events_at_now_ = 0;
  contacts_.Begin(BallCount(), environment().rest_hop_s);
  recorder_.Begin(detail, BallCount(), shot.strike ? shot.strike->cue_ball : -1,
                  environment().rest_hop_s, record);
  PlaceBalls(shot);
  if (shot.strike) StrikeCueBall(*shot.strike);
  Finish(Run(stop));
  return !recorder_.Overflow();
}

// The algorithm of [Event-based] (1).
StopReason EventEngine::Run(StopToken stop) {
  queue_.Reset(BallCount());
  Predict(table_.BallsInPlay());
  if (environment().flight == Flight::kOn) FindCarriers();
  const auto search = [this](int ball) { return SearchOwn(ball); };
  const auto meet = [this](int ball, int partner) { return Meet(ball, partner); };
  int64_t next_check = kEventsBetweenStopChecks;
  while (true) {
    const Event next = queue_.Next(search, meet);
    if (const auto reason = StopBefore(next)) return *reason;
    recorder_.SampleUntil(next.time_s, table_);
    if (recorder_.WantsCandidates()) WeighCandidates();
    Happen(next);
    if (const auto reason = StopAfter(next)) return *reason;
    if (record_->event_count >= next_check) {
      if (stop.StopRequested() || recorder_.Overflow()) return StopReason::kCancelled;
      next_check = record_->event_count + kEventsBetweenStopChecks;
    }
    Predict(touched_);
    if (environment().flight == Flight::kOn) PlayConsequences(next);
  }
}

void EventEngine::PlaceBalls(const Shot& shot) {
  table_.Clear();
  for (int ball = 0; ball < BallCount(); ++ball) {
    const auto i = static_cast<size_t>(ball);
    table_.SetRadius(ball, world_->balls[i].radius_m);
    BallState state = shot.start[i];
    if (!InPlay(state.motion)) {
      state.velocity = state.spin = Vec3::Zero();
      table_.Set(ball, RestingPhase(state, 0.0), kStart);
      continue;
    }
    Ground(world_->balls[i].radius_m, *world_->table, environment(), state);
    table_.Begin(ball, kStart, [&] { return BeginPhase(state, 0.0, world_->motion[i]); });
  }
}

void EventEngine::StrikeCueBall(const CueStrike& strike) {
  const Event event{0.0, EventKind::kCueStrike, static_cast<int16_t>(strike.cue_ball), -1};
  before_ = StatesAt(event);
  ImpactState states = before_;
  BallState& ball = states.state[0];
  Resolve(strike, environment().cue, world_->balls[static_cast<size_t>(strike.cue_ball)], ball);
  if (ball.motion == MotionState::kSupported) ball.motion = MotionState::kAirborne;
  KeepOrDropFlight(environment(), ball);
  BeginPhases(event, states);
  record_->outcome.miscue = IsMiscue(strike, environment().cue);
  Log(event, states, before_.state[0].velocity);
}

std::optional<StopReason> EventEngine::StopBefore(const Event& next) {
  const Limits& limits = environment().limits;
  const double at_time_s = environment().stop.at_time_s;
  const double last_s = std::min(limits.max_time_s, at_time_s);
  if (next.ball < 0 || next.time_s > last_s) {
    bool moving = next.ball >= 0;
    for (int ball = 0; ball < BallCount(); ++ball) moving |= table_.Translates(ball);
    if (!moving) return StopReason::kAtRest;
    now_s_ = last_s;
    return at_time_s <= limits.max_time_s ? StopReason::kAtTime : StopReason::kTimeLimit;
  }
  if (record_->event_count >= limits.max_events) return StopReason::kEventLimit;
  events_at_now_ = next.time_s > now_s_ ? 1 : events_at_now_ + 1;
  if (events_at_now_ > limits.max_events_at_one_time) return StopReason::kZeroTimeLimit;
  return std::nullopt;
}

std::optional<StopReason> EventEngine::StopAfter(const Event& event) const {
  uint32_t potted = 0;
  if (event.kind == EventKind::kBallPocket) {  // Only these change the set of pocketed balls.
    for (int ball = 0; ball < BallCount(); ++ball) {
      if (table_[ball].motion == MotionState::kPocketed) potted |= 1u << ball;
    }
  }
  return EarlyStop(environment().stop, recorder_.outcome(), potted, event);
}

// Builds the states in their places, as TrajectoryTable::Begin() does.
ImpactState EventEngine::StatesAt(const Event& event) const {
  const Trajectory& phase = table_[event.ball];
  if (event.kind != EventKind::kBallBall) {
    return {{event.ball, -1}, {StateAt(phase, event.time_s), BallState()}, 1};
  }
  return {{event.ball, event.other},
          {StateAt(phase, event.time_s), StateAt(table_[event.other], event.time_s)},
          2};
}

void EventEngine::Happen(const Event& event) {
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
void EventEngine::Log(const Event& event, const ImpactState& states, const Vec3& arrival) {
  if (recorder_.KeepsStates()) {
    recorder_.Log(event, before_, StatesAt(event));
  } else {
    recorder_.Log(event, states.state, states.state, arrival != table_[event.ball].velocity);
  }
}

// An impact of more than two bodies is logged contact by contact. Each contact has the states of
// its balls before and after the whole impact.
bool EventEngine::HappenTogether(const Event& event) {
  if (!ResolveGroup(*world_, table_, event, group_work_, group_) || group_.event_count == 0) {
    return false;
  }
  touched_ = 0;
  std::array<size_t, kMaxBalls> member{};
  for (size_t i = 0; i < group_.ball_count; ++i) {
    const int ball = group_.ball[i];
    touched_ |= 1u << ball;
    member[static_cast<size_t>(ball)] = i;
    table_.Set(ball, BeginPhase(group_.after[i], now_s_, world_->motion[static_cast<size_t>(ball)]),
               group_.FirstOf(ball));
    group_.after[i] = StateAt(table_[ball], now_s_);
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

void EventEngine::ResolveTransition(const Event& event) {
  const auto ball = static_cast<size_t>(event.ball);
  const bool rests = event.kind == EventKind::kAirborneToSupported;
  if (!rests && event.kind != EventKind::kSupportedToAirborne) {
    const Trajectory ended = table_[event.ball];
    table_.Begin(event.ball, event, [&] { return NextPhase(ended, world_->motion[ball]); });
    return;
  }
  BallState state = StateAt(table_[event.ball], event.time_s);
  state.motion = rests ? MotionState::kSupported : MotionState::kAirborne;
  if (rests) state.velocity = state.spin = Vec3::Zero();
  Trajectory phase = BeginPhase(state, event.time_s, world_->motion[ball]);
  if (rests) phase.duration_s = contacts_.SupportOf(event.ball).lasts_s;
  table_.Set(event.ball, phase, event);
}

// As in [Event-based], a pocketed ball takes no further part. It keeps the position at which it
// went out of play.
void EventEngine::ResolveDeparture(const Event& event, BallState state) {
  state.velocity = state.spin = Vec3::Zero();
  state.motion =
      event.kind == EventKind::kBallPocket ? MotionState::kPocketed : MotionState::kLeftTable;
  table_.Set(event.ball, RestingPhase(state, event.time_s), event);
}

// The cloth ends under a ball whose centre passes the rim of a hole.
void EventEngine::ResolvePocketDrop(const Event& event, ImpactState& states) {
  states.state[0].motion = MotionState::kAirborne;
  BeginPhases(event, states);
}

void EventEngine::ResolveContact(const Event& event, Recurrence recurrence, ImpactState& states) {
  if (event.kind == EventKind::kBallSlate) {
    ResolveSlate(*world_, states);
  } else {
    ResolveImpact(*world_, event, recurrence, states);
    StartFromRest(*world_, table_, event.time_s, states);
    if (recurrence == Recurrence::kJammed) StopJammedBalls(states);
  }
  BeginPhases(event, states);
}

void EventEngine::BeginPhases(const Event& event, const ImpactState& states) {
  for (int i = 0; i < states.count; ++i) {
    const auto k = static_cast<size_t>(i);
    const auto ball = static_cast<size_t>(states.ball[k]);
    table_.Begin(states.ball[k], event,
                 [&] { return BeginPhase(states.state[k], event.time_s, world_->motion[ball]); });
  }
}

void EventEngine::Finish(StopReason reason) {
  recorder_.SampleUntil(now_s_, table_);
  for (int ball = 0; ball < BallCount(); ++ball) {
    record_->final_states.push_back(StateAt(table_[ball], now_s_));
  }
  recorder_.Finish(reason, now_s_);
}

}  // namespace carom
