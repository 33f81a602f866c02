#include "core/tangent/tangent_player.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/constants.h"
#include "core/base/index.h"
#include "core/event/impact.h"
#include "core/event/resolve.h"
#include "core/event/solid_events.h"
#include "core/event/stage.h"
#include "core/math/dual.h"
#include "core/motion/phases.inl"
#include "core/solid/ball.h"
#include "core/solid/bounds.h"

namespace carom {
namespace {

constexpr int kWidth = 8;  // Columns of one walk: four registers of two, two of four.
using Number = Dual<kWidth>;
using Vector = DualVec3<kWidth>;
using State = BallStateOf<Number>;
using Phase = TrajectoryOf<Number>;
using ClothNumbers = BallOnClothOf<Number>;

// One-sided differences of a smooth function differ by the step times its second derivative. Where
// they differ by a hundredth, the function bends within a hundred steps.
constexpr double kBend = 0.01;
// Times of impacts are known to their rounding: 1e-15 m at 1 mm/s. Two that are no further apart
// happen in either order.
constexpr double kOneInstant_s = 1e-12;
// What is a hundred times the rounding of differences with this step counts as a slope.
constexpr double kSlopeNoise = 1e-9;

BallState ValueOf(const State& state) {
  return {state.position.value, state.velocity.value, state.spin.value, state.motion};
}
State WithoutSlopes(const BallState& state) {
  return {Vector(state.position), Vector(state.velocity), Vector(state.spin), state.motion};
}

bool Same(const BallState& a, const BallState& b) {
  return a.position == b.position && a.velocity == b.velocity && a.spin == b.spin &&
         a.motion == b.motion;
}

Vec3 Slope(const Vector& v, int column) { return v.slope.row(column).transpose(); }

// A state moved along one column by a step.
BallState Moved(const State& state, int column, double step) {
  return {state.position.value + step * Slope(state.position, column),
          state.velocity.value + step * Slope(state.velocity, column),
          state.spin.value + step * Slope(state.spin, column), state.motion};
}

// Whether an impact comes at the instant of an earlier one of the same ball, so that either might
// have been the first. The slate answers at once what an impact drives into it, and the ball that
// it throws back may hit the same body again: these follow from one another.
bool Ties(const Event& event, const Event& earlier) {
  const bool same_bodies =
      event.kind == earlier.kind && event.ball == earlier.ball && event.other == earlier.other;
  return event.kind != EventKind::kBallSlate && !same_bodies &&
         event.time_s - earlier.time_s <= kOneInstant_s;
}

double SpeedOf(const BallState& state, double radius_m) {
  return std::max(state.velocity.norm(), radius_m * state.spin.norm());
}

// How much of what counts in an impact changes with a step of 1 along the column.
double RateOf(const State& state, int column, double radius_m, double speed_m_s) {
  const double by_place = Slope(state.position, column).norm() / radius_m;
  const double by_speed =
      std::max(Slope(state.velocity, column).norm(), radius_m * Slope(state.spin, column).norm());
  return std::max(by_place, by_speed / speed_m_s);
}

}  // namespace

class TangentPlayer::Walk {
 public:
  void Play(const World& world, const Shot& shot, const Record& played,
            const std::vector<int>& sampled, const Shifts& shifts, const Column* columns,
            size_t count, size_t first, TangentRecord& tangents);

 private:
  ClothNumbers ClothOf(int ball, const Column* columns, size_t count) const;
  void Start(const Column* columns, size_t count);
  void Happen(int index);
  void Strike(int index, const Event& event);
  void Pass(int index, const Event& event);
  void Collide(int index, const Event& event);
  void Depart(int index, const Event& event);
  void Begin(int index, int ball, const State& after, const Number& time_s);
  void Expect(int index, int ball, size_t side, const Number& time_s);
  void End(int ball, TangentEnd end, int index);
  void WriteEvent(int index, const Event& event, size_t first);
  void SampleUntil(double time_s, size_t first);
  double* SampleRows(size_t time, size_t column) const;
  void Finish(size_t first);
  void Write(const State& state, double* rows, size_t first) const;

  const Shift& ShiftOf(size_t column) const { return (*shifts_)[first_ + column]; }
  bool Valid(int ball) const { return ends_[Index(ball)].end == TangentEnd::kNone; }
  bool Valid(const Event& event) const {
    return Valid(event.ball) && (event.kind != EventKind::kBallBall || Valid(event.other));
  }
  const EventStates& Logged(int index, size_t side) const {
    return played_->event_states[2 * Index(index) + side];
  }
  std::optional<Vec3> Normal(const Event& event, const std::array<State, 2>& state) const;
  Number TimeOf(const Event& event, const Vec3& normal, const std::array<State, 2>& state) const;

  // The states after, with slopes by differences of `outcome(world, strike, states before)`.
  // Nothing where it is no smooth function there.
  template <class Outcome>
  std::optional<std::array<State, 2>> Differentiate(int index, const std::array<State, 2>& before,
                                                    const std::array<int, 2>& ball, int count,
                                                    const Outcome& outcome);

  const World* world_ = nullptr;
  const Shot* shot_ = nullptr;
  const Record* played_ = nullptr;
  TangentRecord* tangents_ = nullptr;
  const std::vector<int>* sampled_ = nullptr;  // Balls.
  size_t next_sample_ = 0;                     // Of the times.
  size_t count_ = 0;
  const Shifts* shifts_ = nullptr;  // Of all columns; this walk has those from first_ on.
  size_t first_ = 0;
  std::vector<ClothNumbers> cloth_;
  std::vector<Phase> phase_;
  std::vector<BallTangent> ends_;
  std::vector<Event> last_impact_;  // Of each ball, but for those with the slate.
  Number last_time_s_;              // Of the last event.
  bool time_known_ = true;
};

ClothNumbers TangentPlayer::Walk::ClothOf(int ball, const Column* columns, size_t count) const {
  const Environment& environment = world_->settings->environment;
  const auto number = [&](const char* name, double value) {
    Number of = value;
    for (size_t k = 0; k < count; ++k) {
      if (columns[k].of == Column::Of::kSettings && ShiftOf(k).number == name) {
        of.slope[static_cast<Eigen::Index>(k)] = 1.0;
      }
    }
    return of;
  };
  return ClothNumbers(world_->balls[Index(ball)].radius_m,
                      number("gravity_m_s2", environment.gravity_m_s2),
                      number("cloth.sliding_friction", environment.cloth.sliding_friction),
                      number("cloth.rolling_friction", environment.cloth.rolling_friction),
                      number("cloth.spinning_friction", environment.cloth.spinning_friction),
                      environment.cloth.rolling_factor);
}

void TangentPlayer::Walk::End(int ball, TangentEnd end, int index) {
  BallTangent& tangent = ends_[Index(ball)];
  if (tangent.end == TangentEnd::kNone) tangent = {end, index};
}

void TangentPlayer::Walk::Start(const Column* columns, size_t count) {
  const auto balls = static_cast<int>(world_->balls.size());
  cloth_.clear();
  phase_.assign(Index(balls), Phase());
  ends_.assign(Index(balls), BallTangent());
  last_impact_.assign(Index(balls), Event{-1.0});
  last_time_s_ = 0.0;
  for (int ball = 0; ball < balls; ++ball) {
    cloth_.push_back(ClothOf(ball, columns, count));
    State state = WithoutSlopes(PlacedBall(*world_, *shot_, ball));
    for (size_t k = 0; k < count; ++k) {
      if (columns[k].ball != ball) continue;
      const auto column = static_cast<Eigen::Index>(k);
      const auto axis = static_cast<Eigen::Index>(columns[k].axis);
      if (columns[k].of == Column::Of::kPosition) state.position.slope(column, axis) = 1.0;
      if (columns[k].of == Column::Of::kVelocity) state.velocity.slope(column, axis) = 1.0;
      if (columns[k].of == Column::Of::kSpin) state.spin.slope(column, axis) = 1.0;
    }
    if (InPlay(state.motion)) {
      Begin(-1, ball, state, Number(0.0));
    } else {
      phase_[Index(ball)] = phases::Resting(state, Number(0.0));
    }
  }
}

// A ball that begins to roll or to rest although its slip or speed has a slope is at a kink: a
// small change makes it slide, in a direction that depends on the change.
void TangentPlayer::Walk::Begin(int index, int ball, const State& after, const Number& time_s) {
  Phase& phase = phase_[Index(ball)];
  phase = phases::Begin(after, time_s, cloth_[Index(ball)]);
  if (!OnCloth(phase.motion) || phase.motion == MotionState::kSliding) return;
  const double radius_m = world_->balls[Index(ball)].radius_m;
  const double slopes =
      std::max(after.velocity.slope.matrix().lpNorm<Eigen::Infinity>(),
               radius_m * after.spin.slope.leftCols(2).matrix().lpNorm<Eigen::Infinity>());
  const double slip =
      phase.motion == MotionState::kRolling
          ? phases::Slip(after, Number(radius_m)).slope.matrix().lpNorm<Eigen::Infinity>()
          : slopes;
  if (slip > kSlopeNoise * std::max(slopes, 1.0)) End(ball, TangentEnd::kNoSlip, index);
}

template <class Outcome>
std::optional<std::array<State, 2>> TangentPlayer::Walk::Differentiate(
    int index, const std::array<State, 2>& before, const std::array<int, 2>& ball, int count,
    const Outcome& outcome) {
  const BallPair here = {ValueOf(before[0]), ValueOf(before[1])};
  const EventKind kind = played_->events[Index(index)].kind;
  const unsigned happens = kind == EventKind::kCueStrike  ? kToStruckBall
                           : kind == EventKind::kBallBall ? kToTwoBalls
                                                          : kToBallAndSolid;
  const CueStrike strike = shot_->strike.value_or(CueStrike{});
  const BallPair middle = outcome(*world_, strike, here);
  std::array<State, 2> after = {WithoutSlopes(middle[0]), WithoutSlopes(middle[1])};
  const auto radius = [&](size_t i) { return world_->balls[Index(ball[i])].radius_m; };
  double speed_m_s = 0.0;
  for (size_t i = 0; i < Index(count); ++i) {
    speed_m_s = std::max({speed_m_s, SpeedOf(here[i], radius(i)), SpeedOf(middle[i], radius(i))});
  }
  if (speed_m_s == 0.0) speed_m_s = 1.0;
  // Adds the slope of `up` and `down`, a step to either side; false at a kink.
  const auto add = [&](const BallPair& up, const BallPair& down, double step, int column) {
    for (size_t i = 0; i < Index(count); ++i) {
      if (up[i].motion != middle[i].motion || down[i].motion != middle[i].motion) return false;
      const auto slope = [&](const Vec3& high, const Vec3& mid, const Vec3& low, double size,
                             Vector& to) {
        const Vec3 change = high - low;
        const Vec3 bend = (high - mid) - (mid - low);
        // Not so either where a step leads out of the law's domain.
        if (!(bend.norm() <= kBend * std::max(change.norm(), kDifferenceStep * size))) return false;
        to.slope.row(column) += (change / (2.0 * step)).transpose().array();
        return true;
      };
      const double spin_rad_s = speed_m_s / radius(i);
      if (!slope(up[i].position, middle[i].position, down[i].position, radius(i),
                 after[i].position) ||
          !slope(up[i].velocity, middle[i].velocity, down[i].velocity, speed_m_s,
                 after[i].velocity) ||
          !slope(up[i].spin, middle[i].spin, down[i].spin, spin_rad_s, after[i].spin)) {
        return false;
      }
    }
    return true;
  };
  for (int column = 0; column < static_cast<int>(count_); ++column) {
    double rate = 0.0;
    for (size_t i = 0; i < Index(count); ++i) {
      rate = std::max(rate, RateOf(before[i], column, radius(i), speed_m_s));
    }
    if (rate > 0.0) {
      const double step = kDifferenceStep / rate;
      const auto at = [&](double by) {
        return outcome(*world_, strike,
                       BallPair{Moved(before[0], column, by), Moved(before[1], column, by)});
      };
      if (!add(at(step), at(-step), step, column)) return std::nullopt;
    }
    const Shift& shift = ShiftOf(Index(column));
    if (shift.step == 0.0 || (shift.changes & happens) == 0) continue;
    if (!add(outcome(shift.up ? *shift.up : *world_, shift.strike_up, here),
             outcome(shift.down ? *shift.down : *world_, shift.strike_down, here), shift.step,
             column)) {
      return std::nullopt;
    }
  }
  return after;
}

void TangentPlayer::Walk::Strike(int index, const Event& event) {
  const std::array<State, 2> before = {phases::At(phase_[Index(event.ball)], Number(0.0)), State()};
  const auto after =
      Differentiate(index, before, {event.ball, -1}, 1,
                    [](const World& world, const CueStrike& strike, const BallPair& states) {
                      return BallPair{StruckBall(world, strike, states[0]), BallState()};
                    });
  if (!after) {
    End(event.ball, TangentEnd::kKink, index);
    return;
  }
  Begin(index, event.ball, (*after)[0], Number(0.0));
  Expect(index, event.ball, 0, Number(0.0));
}

void TangentPlayer::Walk::Pass(int index, const Event& event) {
  if (event.kind == EventKind::kAirborneToSupported ||
      event.kind == EventKind::kSupportedToAirborne) {
    End(event.ball, TangentEnd::kSupport, index);
    return;
  }
  Phase& phase = phase_[Index(event.ball)];
  last_time_s_ = phase.EndTime();
  phase = phases::Next(phase, cloth_[Index(event.ball)]);
  Expect(index, event.ball, 0, last_time_s_);
}

// The direction in which the gap of an event opens, for the first body; nothing where the log does
// not say what was touched.
std::optional<Vec3> TangentPlayer::Walk::Normal(const Event& event,
                                                const std::array<State, 2>& state) const {
  const BallState ball = ValueOf(state[0]);
  const Vec3& centre = ball.position;
  switch (event.kind) {
    case EventKind::kBallSlate:
      return UnitZ();
    case EventKind::kBallBall:
      return NearestOnBall(centre, world_->balls[Index(event.ball)].radius_m,
                           state[1].position.value, world_->balls[Index(event.other)].radius_m)
          .normal;
    case EventKind::kBallPocket:
    case EventKind::kPocketDrop: {
      // Rounding of the crossing's time at 10 m/s moves the centre by less than this; a ball that
      // goes down inside the circle is further from it.
      constexpr double kOnCircle_m = 1e-9;
      const Pocket& pocket = world_->table->pockets[Index(event.other)];
      const Vec2 out = centre.head<2>() - pocket.centre_m;
      if (std::abs(out.norm() - pocket.radius_m) > kOnCircle_m) return UnitZ();
      return Vec3(out.x() / out.norm(), out.y() / out.norm(), 0.0);
    }
    case EventKind::kLeftTable: {
      const auto edges = MakeOutline(world_->table->bed_outline_m);
      const Vec2& inwards = edges[Index(event.other)].edge().normal;
      return Vec3(inwards.x(), inwards.y(), 0.0);
    }
    default:
      return PartsOf(*world_, event, ball).Hit(ball.velocity).normal;
  }
}

// One Newton step of the gap: t' = -gap' / (dgap/dt). `state` is at the fixed time of the event.
Number TangentPlayer::Walk::TimeOf(const Event& event, const Vec3& normal,
                                   const std::array<State, 2>& state) const {
  const bool two = event.kind == EventKind::kBallBall;
  const Vec3 velocity =
      two ? Vec3(state[0].velocity.value - state[1].velocity.value) : state[0].velocity.value;
  const Vector::Slopes moved =
      two ? (state[0].position.slope - state[1].position.slope).eval() : state[0].position.slope;
  return {event.time_s, (moved.matrix() * (normal / -normal.dot(velocity))).array()};
}

void TangentPlayer::Walk::Collide(int index, const Event& event) {
  const bool two = event.kind == EventKind::kBallBall;
  const std::array<int, 2> ball = {event.ball, two ? event.other : -1};
  const int count = two ? 2 : 1;
  const auto end = [&](TangentEnd cause) {
    for (int i = 0; i < count; ++i) End(ball[Index(i)], cause, index);
  };
  for (int i = 0; i < count; ++i) {
    if (!Valid(ball[Index(i)])) {
      end(TangentEnd::kPartner);
      return;
    }
    if (Ties(event, last_impact_[Index(ball[Index(i)])])) {
      end(TangentEnd::kTie);
      return;
    }
  }
  const auto states_at = [&](const Number& time_s) {
    return std::array<State, 2>{phases::At(phase_[Index(ball[0])], time_s),
                                two ? phases::At(phase_[Index(ball[1])], time_s) : State()};
  };
  const std::array<State, 2> fixed = states_at(Number(event.time_s));
  const auto normal = Normal(event, fixed);
  last_time_s_ = TimeOf(event, *normal, fixed);
  const auto after =
      Differentiate(index, states_at(last_time_s_), ball, count,
                    [&event](const World& world, const CueStrike&, const BallPair& states) {
                      Impact impact(world, event, Recurrence::kIsolated,
                                    [&](int of) { return states[of == event.ball ? 0 : 1]; });
                      ResolveIsolated(world, impact);
                      return impact.state;
                    });
  if (!after) {
    end(TangentEnd::kKink);
    return;
  }
  for (int i = 0; i < count; ++i) {
    Begin(index, ball[Index(i)], (*after)[Index(i)], last_time_s_);
    if (event.kind != EventKind::kBallSlate) last_impact_[Index(ball[Index(i)])] = event;
  }
  for (int i = 0; i < count; ++i) Expect(index, ball[Index(i)], Index(i), last_time_s_);
}

void TangentPlayer::Walk::Depart(int index, const Event& event) {
  const std::array<State, 2> fixed = {phases::At(phase_[Index(event.ball)], Number(event.time_s)),
                                      State()};
  last_time_s_ = TimeOf(event, *Normal(event, fixed), fixed);
  State after = phases::At(phase_[Index(event.ball)], last_time_s_);
  if (event.kind == EventKind::kPocketDrop) {
    after.motion = MotionState::kAirborne;
    Begin(index, event.ball, after, last_time_s_);
  } else {
    after.velocity = after.spin = Vector::Zero();
    after.motion =
        event.kind == EventKind::kBallPocket ? MotionState::kPocketed : MotionState::kLeftTable;
    phase_[Index(event.ball)] = phases::Resting(after, last_time_s_);
  }
  Expect(index, event.ball, 0, last_time_s_);
}

// The walk must be where the log is, to the bit; where it is not, something beside the law decided.
void TangentPlayer::Walk::Expect(int index, int ball, size_t side, const Number& time_s) {
  const State after = phases::At(phase_[Index(ball)], time_s);
  if (!Same(ValueOf(after), Logged(index, side).after) ||
      time_s.value != played_->events[Index(index)].time_s) {
    End(ball, TangentEnd::kPress, index);
  }
}

void TangentPlayer::Walk::Happen(int index) {
  const Event& event = played_->events[Index(index)];
  if (event.kind == EventKind::kCueStrike) {
    if (Valid(event.ball)) Strike(index, event);
  } else if (IsImpact(event.kind)) {
    Collide(index, event);
  } else if (Valid(event.ball)) {
    IsTransition(event.kind) ? Pass(index, event) : Depart(index, event);
  }
}

void TangentPlayer::Walk::Write(const State& state, double* rows, size_t first) const {
  const std::array<const Vector*, 3> vectors = {&state.position, &state.velocity, &state.spin};
  for (size_t row = 0; row < TangentRecord::kRows; ++row) {
    for (size_t k = 0; k < count_; ++k) {
      rows[row * tangents_->columns + first + k] =
          vectors[row / 3]->slope(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(row % 3));
    }
  }
}

double* TangentPlayer::Walk::SampleRows(size_t time, size_t column) const {
  const size_t row = (time * sampled_->size() + column) * TangentRecord::kRows;
  return &tangents_->samples[row * tangents_->columns];
}

// A sample at the time of an event is of the state after it, as in ShotRecorder.
void TangentPlayer::Walk::SampleUntil(double time_s, size_t first) {
  const std::vector<double>& times_s = played_->sample_times_s;
  for (; next_sample_ < times_s.size() && times_s[next_sample_] < time_s; ++next_sample_) {
    for (size_t i = 0; i < sampled_->size(); ++i) {
      const int ball = (*sampled_)[i];
      if (!Valid(ball)) continue;
      Write(phases::At(phase_[Index(ball)], Number(times_s[next_sample_])),
            SampleRows(next_sample_, i), first);
    }
  }
}

void TangentPlayer::Walk::Finish(size_t first) {
  SampleUntil(played_->end_time_s, first);
  const StopReason reason = played_->stop_reason;
  const bool at_fixed_time = reason == StopReason::kAtRest || reason == StopReason::kAtTime ||
                             reason == StopReason::kTimeLimit;
  if (!at_fixed_time && !time_known_) {
    for (size_t ball = 0; ball < phase_.size(); ++ball) {
      End(static_cast<int>(ball), TangentEnd::kPartner, static_cast<int>(played_->events.size()));
    }
  }
  const Number end_s = at_fixed_time ? Number(played_->end_time_s) : last_time_s_;
  for (size_t ball = 0; ball < phase_.size(); ++ball) {
    const State last = phases::At(phase_[ball], end_s);
    if (!Valid(static_cast<int>(ball))) continue;
    if (!Same(ValueOf(last), played_->final_states[ball])) {
      End(static_cast<int>(ball), TangentEnd::kPress, static_cast<int>(played_->events.size()));
      continue;
    }
    Write(last, &tangents_->final_states[ball * TangentRecord::kRows * tangents_->columns], first);
    const auto sampled = std::find(sampled_->begin(), sampled_->end(), static_cast<int>(ball));
    if (sampled == sampled_->end()) continue;
    for (size_t time = next_sample_; time < played_->sample_times_s.size(); ++time) {
      Write(last, SampleRows(time, static_cast<size_t>(sampled - sampled_->begin())), first);
    }
  }
}

void TangentPlayer::Walk::Play(const World& world, const Shot& shot, const Record& played,
                               const std::vector<int>& sampled, const Shifts& shifts,
                               const Column* columns, size_t count, size_t first,
                               TangentRecord& tangents) {
  world_ = &world;
  shot_ = &shot;
  played_ = &played;
  tangents_ = &tangents;
  sampled_ = &sampled;
  shifts_ = &shifts;
  first_ = first;
  next_sample_ = 0;
  count_ = count;
  Start(columns, count);
  for (int index = 0; Index(index) < played.events.size(); ++index) {
    const Event& event = played.events[Index(index)];
    SampleUntil(event.time_s, first);
    Happen(index);
    time_known_ = Valid(event);
    if (time_known_) WriteEvent(index, event, first);
  }
  Finish(first);
  for (size_t ball = 0; ball < ends_.size(); ++ball) {
    BallTangent& end = tangents.balls[ball];
    if (ends_[ball].end == TangentEnd::kNone) continue;
    if (end.end == TangentEnd::kNone || ends_[ball].event < end.event) end = ends_[ball];
  }
}

void TangentPlayer::Walk::WriteEvent(int index, const Event& event, size_t first) {
  const size_t columns = tangents_->columns;
  if (tangents_->event_times.empty()) return;
  for (size_t k = 0; k < count_; ++k) {
    tangents_->event_times[Index(index) * columns + first + k] =
        last_time_s_.slope[static_cast<Eigen::Index>(k)];
  }
  if (tangents_->event_states.empty()) return;
  const size_t sides = event.kind == EventKind::kBallBall ? 2 : 1;
  for (size_t side = 0; side < sides; ++side) {
    const int ball = side == 0 ? event.ball : event.other;
    Write(phases::At(phase_[Index(ball)], last_time_s_),
          &tangents_->event_states[(2 * Index(index) + side) * TangentRecord::kRows * columns],
          first);
  }
}

namespace {

void Clear(std::vector<double>& rows, size_t block, size_t size) {
  if (!rows.empty())
    std::fill_n(rows.begin() + static_cast<std::ptrdiff_t>(block * size), size, 0.0);
}

// When a ball's derivative ends.
double EndTime(const BallTangent& tangent, const Record& played) {
  if (tangent.end == TangentEnd::kNone) return std::numeric_limits<double>::infinity();
  if (tangent.event < 0) return 0.0;
  const size_t event = Index(tangent.event);
  return event < played.events.size() ? played.events[event].time_s : played.end_time_s;
}

// A walk of eight columns may come further than another; all end with the first.
void ClearEnded(const Record& played, const std::vector<int>& sampled, TangentRecord& tangents) {
  const size_t rows = TangentRecord::kRows * tangents.columns;
  for (size_t ball = 0; ball < tangents.balls.size(); ++ball) {
    const BallTangent& tangent = tangents.balls[ball];
    if (tangent.end == TangentEnd::kNone) continue;
    Clear(tangents.final_states, ball, rows);
    for (size_t k = Index(std::max(tangent.event, 0)); k < played.events.size(); ++k) {
      if (!played.events[k].Involves(static_cast<int16_t>(ball))) continue;
      Clear(tangents.event_times, k, tangents.columns);
      Clear(tangents.event_states, k, 2 * rows);
    }
  }
  for (size_t i = 0; i < sampled.size(); ++i) {
    const double end_s = EndTime(tangents.balls[Index(sampled[i])], played);
    for (size_t time = 0; time < played.sample_times_s.size(); ++time) {
      if (played.sample_times_s[time] < end_s) continue;
      Clear(tangents.samples, time * sampled.size() + i, rows);
    }
  }
}

}  // namespace

TangentPlayer::TangentPlayer() : walk_(std::make_unique<Walk>()) {}
TangentPlayer::~TangentPlayer() = default;

void TangentPlayer::Play(const World& world, const Shot& shot, const Record& played,
                         const Detail& wanted, const std::vector<Column>& columns,
                         TangentRecord& tangents) {
  tangents.columns = columns.size();
  tangents.balls.assign(world.balls.size(), BallTangent());
  const size_t rows = TangentRecord::kRows * columns.size();
  tangents.final_states.assign(world.balls.size() * rows, 0.0);
  const size_t events = wanted.events ? played.events.size() : 0;
  tangents.event_times.assign(events * columns.size(), 0.0);
  tangents.event_states.assign(wanted.event_states ? 2 * events * rows : 0, 0.0);
  tangents.samples.assign(played.samples.size() * rows, 0.0);
  shifts_.Prepare(world, shot, columns);
  std::vector<int> sampled;
  for (int ball = 0; Index(ball) < world.balls.size() && !played.samples.empty(); ++ball) {
    if ((wanted.sample_balls >> ball & 1u) != 0) sampled.push_back(ball);
  }
  for (size_t first = 0; first < columns.size(); first += kWidth) {
    const size_t count = std::min<size_t>(kWidth, columns.size() - first);
    walk_->Play(world, shot, played, sampled, shifts_, &columns[first], count, first, tangents);
  }
  ClearEnded(played, sampled, tangents);
}

}  // namespace carom
