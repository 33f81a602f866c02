#include "core/tangent/walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <optional>
#include <type_traits>

#include "core/base/constants.h"
#include "core/event/stage.h"
#include "core/math/dual.h"
#include "core/motion/phases.inl"
#include "core/solid/solid.h"
#include "core/tangent/crossing.h"
#include "core/tangent/tie.h"

namespace carom {
namespace {

// What is a hundred times the rounding of differences with this step counts as a slope.
constexpr double kSlopeNoise = 1e-9;

template <int N>
BallState ValueOf(const BallStateOf<Dual<N>>& state) {
  return {state.position.value, state.velocity.value, state.spin.value, state.motion};
}
template <int N>
Trajectory ValueOf(const TrajectoryOf<Dual<N>>& phase) {
  return {phase.epoch_s.value,
          phase.duration_s.value,
          phase.position.value,
          phase.velocity.value,
          phase.half_acceleration.value,
          phase.spin.value,
          phase.spin_rate.value,
          phase.spin_z_duration_s.value,
          phase.motion,
          phase.part,
          phase.at_cushion,
          phase.radius_m.value};
}

bool Same(const BallState& a, const BallState& b) {
  return a.position == b.position && a.velocity == b.velocity && a.spin == b.spin &&
         a.motion == b.motion;
}

bool Rests(const BallState& state) {
  return state.motion != MotionState::kAirborne && state.velocity.isZero(0.0) &&
         state.spin.isZero(0.0);
}

// Whether a gap that opens along `normal` closes. The time of a contact has a derivative only then.
bool Closes(const Vec3& normal, const Vec3& velocity) { return normal.dot(velocity) < 0.0; }

// A walk of up to N columns.
template <int N>
class BlockWalk final : public Walk {
 public:
  BlockWalk(const std::vector<Column>& columns, const Perturbations& perturbations, size_t first)
      : columns_(columns),
        perturbations_(perturbations),
        first_(first),
        count_(std::min<size_t>(N, columns.size() - first)) {}

  void Begin(const PlayedShot& played, TangentRecord& tangents) override;
  void ProcessEvent(int index, EventResponse& response) override;
  void Finish() override;

 private:
  using Number = Dual<N>;
  using Vector = DualVec3<N>;
  using Rates = Slopes<N>;
  using State = BallStateOf<Number>;
  using States = std::array<State, 2>;
  using Phase = TrajectoryOf<Number>;
  using Cloth = BallOnClothOf<Number>;

  struct Ball {
    std::optional<Cloth> cloth;  // Kept from shot to shot.
    bool placed = false;         // Not so a ball that rests until something touches it.
    std::array<Phase, 2> phases;
    size_t phase = 0;  // Which of them is the present one.
    BallTangent tangent;
  };

  const Column& ColumnAt(size_t k) const { return columns_[first_ + k]; }
  const Perturbation& PerturbationAt(size_t k) const { return perturbations_[first_ + k]; }
  Ball& At(int ball) { return balls_[Index(ball)]; }
  const Phase& PhaseOf(int ball);
  template <class Make>
  const Phase& BeginPhase(int ball, const Make& make);
  const Cloth& ClothOf(int ball);
  bool IsStartOf(size_t k, int ball) const;
  Number RadiusOf(int ball) const;

  void Place(int ball);
  void Strike(int index, const Event& event, EventResponse& response);
  void Collide(int index, const Event& event, EventResponse& response);
  void Pass(int index, const Event& event);
  void DropOrRemove(int index, const Event& event);
  bool Respond(EventResponse& response, const States& before, States& after) const;
  void Add(const Rates& rates, const Response& to, size_t count, States& after) const;
  Rates TurnRates(const EventResponse& response, size_t i, const States& before) const;
  void Leave(int index, int ball, const State& after);
  void Expect(int index, int ball, size_t side);
  void End(int ball, TangentEnd end, int index);
  void EndAllInPlay(TangentEnd end, int index);
  Rates ByShapes(const GapByShape& by, const Event& event) const;
  Number CrossingTime(const Event& event, const Vec3& normal, const Vec3& velocity,
                      const Rates& shapes);

  void WriteEvent(int index, const Event& event);
  void SampleUntil(double time_s);
  double* SampleRows(size_t time, size_t column);
  void Write(const State& state, double* rows) const;

  bool Valid(int ball) { return At(ball).tangent.end == TangentEnd::kNone; }
  bool Valid(const Event& event) {
    return Valid(event.ball) && (event.kind != EventKind::kBallBall || Valid(event.other));
  }
  BallState ValueAt(int ball, double time_s) { return StateAt(ValueOf(PhaseOf(ball)), time_s); }

  const std::vector<Column>& columns_;
  const Perturbations& perturbations_;
  const size_t first_;
  const size_t count_;
  const PlayedShot* played_ = nullptr;
  TangentRecord* tangents_ = nullptr;
  size_t next_sample_ = 0;  // Of the times.
  size_t next_drop_ = 0;    // Of the balls that go down.
  std::vector<Ball> balls_;
  Number last_time_s_;  // Of the last event.
  bool time_known_ = true;
};

template <int N>
const BallOnClothOf<Dual<N>>& BlockWalk<N>::ClothOf(int ball) {
  std::optional<Cloth>& cloth = At(ball).cloth;
  if (cloth) return *cloth;
  const World& world = played_->world;
  const Environment& environment = world.settings->environment;
  const auto number = [&](const double& value) {
    Number of = value;
    for (size_t k = 0; k < count_; ++k) {
      if (PerturbationAt(k).number == &value) of.slope += Rates::Unit(k);
    }
    return of;
  };
  FactorTableOf<Number> rolling_factor;
  const FactorTable& factor = environment.cloth.rolling_factor;
  for (int i = 0; i < factor.size(); ++i) {
    rolling_factor.Add({factor[i].at, number(factor[i].factor)});
  }
  cloth.emplace(RadiusOf(ball), number(environment.gravity_m_s2),
                number(environment.cloth.sliding_friction),
                number(environment.cloth.rolling_friction),
                number(environment.cloth.spinning_friction), rolling_factor);
  return *cloth;
}

template <int N>
Dual<N> BlockWalk<N>::RadiusOf(int ball) const {
  Number radius_m = played_->world.balls[Index(ball)].radius_m;
  for (size_t k = 0; k < count_; ++k) {
    if (PerturbationAt(k).radius_of == ball) radius_m.slope += Rates::Unit(k);
  }
  return radius_m;
}

// Whether the ball's state at the start depends on column k.
template <int N>
bool BlockWalk<N>::IsStartOf(size_t k, int ball) const {
  const Column& column = ColumnAt(k);
  return column.ball == ball &&
         (column.of == Column::Of::kPosition || column.of == Column::Of::kVelocity ||
          column.of == Column::Of::kSpin || column.of == Column::Of::kRadius);
}

template <int N>
void BlockWalk<N>::Begin(const PlayedShot& played, TangentRecord& tangents) {
  played_ = &played;
  tangents_ = &tangents;
  next_sample_ = next_drop_ = 0;
  last_time_s_ = 0.0;
  time_known_ = true;
  balls_.resize(played.world.balls.size());
  for (int ball = 0; Index(ball) < balls_.size(); ++ball) {
    At(ball).placed = false;
    At(ball).tangent = {};
    bool has_columns = false;
    for (size_t k = 0; k < count_; ++k) has_columns = has_columns || IsStartOf(k, ball);
    if (has_columns || !Rests(PlacedBall(played.world, played.shot, ball))) Place(ball);
  }
}

template <int N>
void BlockWalk<N>::Place(int ball) {
  At(ball).placed = true;
  const BallState placed = PlacedBall(played_->world, played_->shot, ball);
  State state{Vector(placed.position), Vector(placed.velocity), Vector(placed.spin), placed.motion};
  for (size_t k = 0; k < count_; ++k) {
    const Column::Of of = ColumnAt(k).of;
    if (!IsStartOf(k, ball) || of == Column::Of::kRadius) continue;
    Vector& vector = of == Column::Of::kPosition   ? state.position
                     : of == Column::Of::kVelocity ? state.velocity
                                                   : state.spin;
    vector.slope[Index(ColumnAt(k).axis)] += Rates::Unit(k);
  }
  const Number radius_m = RadiusOf(ball);
  if (OnCloth(state.motion)) state.position.slope[2] += radius_m.slope;
  if (state.motion == MotionState::kSupported && !radius_m.slope.AreZero()) {
    End(ball, TangentEnd::kSupport, -1);
  }
  if (InPlay(state.motion)) {
    Leave(-1, ball, state);
  } else {
    BeginPhase(ball, [&] { return phases::Resting(state, Number(0.0)); });
  }
}

template <int N>
const TrajectoryOf<Dual<N>>& BlockWalk<N>::PhaseOf(int ball) {
  if (!At(ball).placed) Place(ball);
  return At(ball).phases[At(ball).phase];
}

// The phase is built in its place, which costs less than to copy it (as in TrajectoryTable).
template <int N>
template <class Make>
const TrajectoryOf<Dual<N>>& BlockWalk<N>::BeginPhase(int ball, const Make& make) {
  static_assert(std::is_trivially_destructible_v<Phase>);
  Ball& of = At(ball);
  Phase* const next = ::new (&of.phases[1 - of.phase]) Phase(make());
  of.phase = 1 - of.phase;
  return *next;
}

template <int N>
void BlockWalk<N>::End(int ball, TangentEnd end, int index) {
  BallTangent& tangent = At(ball).tangent;
  if (tangent.end == TangentEnd::kNone) tangent = {end, index};
}

template <int N>
void BlockWalk<N>::EndAllInPlay(TangentEnd end, int index) {
  for (int ball = 0; Index(ball) < balls_.size(); ++ball) {
    if (InPlay(PhaseOf(ball).motion)) End(ball, end, index);
  }
}

// A ball leaves an event. If it begins to roll or to rest although its slip or speed has a slope,
// it is at a kink: a small change makes it slide, in a direction that depends on the change.
template <int N>
void BlockWalk<N>::Leave(int index, int ball, const State& after) {
  const Cloth& cloth = ClothOf(ball);
  const Phase& phase = BeginPhase(ball, [&] { return phases::Begin(after, last_time_s_, cloth); });
  if (!OnCloth(phase.motion) || phase.motion == MotionState::kSliding) return;
  const double radius_m = played_->world.balls[Index(ball)].radius_m;
  const auto largest = [](const Vector& v) {
    return std::max({v.slope[0].Largest(), v.slope[1].Largest(), v.slope[2].Largest()});
  };
  const double slopes = std::max({largest(after.velocity), radius_m * after.spin.slope[0].Largest(),
                                  radius_m * after.spin.slope[1].Largest()});
  const double slip =
      phase.motion == MotionState::kRolling ? largest(phases::Slip(after, RadiusOf(ball))) : slopes;
  if (slip > kSlopeNoise * std::max(slopes, 1.0)) End(ball, TangentEnd::kNoSlip, index);
}

// The walk must be where the log is, to the bit; where it is not, something beside the law decided.
// A ball's phase has just begun.
template <int N>
void BlockWalk<N>::Expect(int index, int ball, size_t side) {
  const Record& record = played_->record;
  const Phase& phase = PhaseOf(ball);
  const BallState here = {phase.position.value, phase.velocity.value, phase.spin.value,
                          phase.motion};
  if (last_time_s_.value != record.events[Index(index)].time_s ||
      !Same(here, record.event_states[2 * Index(index) + side].after)) {
    End(ball, TangentEnd::kPress, index);
  }
}

template <int N>
void BlockWalk<N>::Add(const Rates& rates, const Response& to, size_t count, States& after) const {
  for (size_t i = 0; i < count; ++i) {
    for (size_t axis = 0; axis < 3; ++axis) {
      const auto a = static_cast<Eigen::Index>(axis);
      after[i].velocity.slope[axis] += rates * to.velocity[i][a];
      after[i].spin.slope[axis] += rates * to.spin[i][a];
    }
  }
}

template <int N>
Slopes<N> BlockWalk<N>::TurnRates(const EventResponse& response, size_t i,
                                  const States& before) const {
  const EventResponse::NormalRotation& rotation = response.rotation(i);
  const Vec3 lever = rotation.rad_per_m * rotation.towards;
  const Rates rates = before[0].position.Along(lever);
  if (response.count() == 2) return rates - before[1].position.Along(lever);
  if (!TurnsWithNose(response.contact())) return rates;
  return rates + ByShapes({0.0, -lever.z()}, response.contact().event);
}

// The states after an event that a law resolves; false where they have no slopes. Each column has
// the bits that it has alone.
template <int N>
bool BlockWalk<N>::Respond(EventResponse& response, const States& before, States& after) const {
  const size_t count = response.count();
  const BallPair& middle = response.after();
  for (size_t i = 0; i < count; ++i) {
    after[i].motion = middle[i].motion;
    after[i].position = before[i].position;
    after[i].velocity = Vector(middle[i].velocity);
    after[i].spin = Vector(middle[i].spin);
  }
  const auto add = [&](const Rates& rates, const Response* to) {
    if (to != nullptr) Add(rates, *to, count, after);
    return to != nullptr;
  };
  for (size_t side = 0; side < count; ++side) {
    for (size_t axis = 0; axis < 3; ++axis) {
      const Rates& rates = before[side].velocity.slope[axis];
      if (!rates.AreZero() && !add(rates, response.ToVelocity(side, axis))) return false;
    }
    for (size_t axis = response.Rolls(side) ? 2 : 0; axis < 3; ++axis) {
      const Rates& rates = before[side].spin.slope[axis];
      if (rates.AreZero()) continue;
      const Rates surface = rates * response.radius_m(side);
      if (!add(surface, response.ToSurfaceSpeed(side, axis))) return false;
    }
  }
  for (size_t i = 0; i < response.rotations(); ++i) {
    const Rates rates = TurnRates(response, i, before);
    if (!rates.AreZero() && !add(rates, response.ToRotation(i))) return false;
  }
  for (size_t k = 0; k < count_; ++k) {
    Response to;
    if (!response.MayDependOn(PerturbationAt(k))) continue;
    if (!response.ResponseToNumber(perturbations_, first_ + k, to)) return false;
    Add(Rates::Unit(k), to, count, after);
  }
  return true;
}

template <int N>
void BlockWalk<N>::Strike(int index, const Event& event, EventResponse& response) {
  last_time_s_ = 0.0;
  const States before = {phases::At(PhaseOf(event.ball), last_time_s_), State()};
  response.SetEvent(index, event, {ValueOf(before[0]), BallState()});
  States after;
  if (!Respond(response, before, after)) {
    End(event.ball, TangentEnd::kKink, index);
    return;
  }
  Leave(index, event.ball, after[0]);
  Expect(index, event.ball, 0);
}

template <int N>
void BlockWalk<N>::Pass(int index, const Event& event) {
  if (event.kind == EventKind::kAirborneToSupported ||
      event.kind == EventKind::kSupportedToAirborne) {
    End(event.ball, TangentEnd::kSupport, index);
    return;
  }
  const Phase& ended = PhaseOf(event.ball);
  last_time_s_ = ended.EndTime();
  BeginPhase(event.ball, [&] { return phases::Next(ended, ClothOf(event.ball)); });
  Expect(index, event.ball, 0);
}

// The rates of a gap. Those of other columns are -0, the sum with which changes no bit: each column
// has the bits that it has alone.
template <int N>
Slopes<N> BlockWalk<N>::ByShapes(const GapByShape& by, const Event& event) const {
  Rates rates = -Rates::Zero();
  for (size_t k = 0; k < count_; ++k) {
    const Perturbation& perturbation = PerturbationAt(k);
    const bool of_partner =
        event.kind == EventKind::kBallBall && perturbation.radius_of == event.other;
    if (perturbation.radius_of == event.ball || of_partner) rates.Add(k, by.radius);
    if (perturbation.of_noses) rates.Add(k, by.nose_height);
  }
  return rates;
}

// One Newton step of a gap that opens along the normal, with the velocity of the first body against
// the second: t' = -gap' / (dgap/dt).
template <int N>
Dual<N> BlockWalk<N>::CrossingTime(const Event& event, const Vec3& normal, const Vec3& velocity,
                                   const Rates& shapes) {
  const double closing = -normal.dot(velocity);
  const Vec3 lever = normal / closing;
  const auto moved = [&](int ball) {
    const Phase& phase = PhaseOf(ball);
    return phases::PositionAfter(phase, Number(event.time_s) - phase.epoch_s).Along(lever);
  };
  Rates rates = moved(event.ball);
  if (event.kind == EventKind::kBallBall) rates = rates - moved(event.other);
  return {event.time_s, rates + shapes * (1.0 / closing)};
}

template <int N>
void BlockWalk<N>::Collide(int index, const Event& event, EventResponse& response) {
  const size_t count = event.kind == EventKind::kBallBall ? 2 : 1;
  const std::array<int, 2> ball = {event.ball, event.other};
  const auto end = [&](TangentEnd cause) {
    for (size_t i = 0; i < count; ++i) End(ball[i], cause, index);
  };
  if (!Valid(event)) return end(TangentEnd::kPartner);
  BallPair here;
  for (size_t i = 0; i < count; ++i) here[i] = ValueAt(ball[i], event.time_s);
  response.SetEvent(index, event, here);
  const Impact& contact = response.contact();
  if (const Tie tie = FindTie(played_->record, index, contact); tie.found) {
    if (tie.rival >= 0) EndAllInPlay(TangentEnd::kTie, tie.rival);
    return end(TangentEnd::kTie);
  }
  if (!Closes(contact.frame.normal, contact.RelativeVelocity())) return end(TangentEnd::kPress);
  const Rates shapes = ByShapes(ShapesOf(played_->world, event, contact), event);
  last_time_s_ = CrossingTime(event, contact.frame.normal, contact.RelativeVelocity(), shapes);
  States before;
  States after;
  for (size_t i = 0; i < count; ++i) before[i] = phases::At(PhaseOf(ball[i]), last_time_s_);
  if (!Respond(response, before, after)) return end(TangentEnd::kKink);
  // A ball that has fallen onto the slate lies on it exactly.
  if (event.kind == EventKind::kBallSlate) {
    SetZ(RadiusOf(event.ball), after[0].position);
  }
  for (size_t i = 0; i < count; ++i) Leave(index, ball[i], after[i]);
  for (size_t i = 0; i < count; ++i) Expect(index, ball[i], i);
}

template <int N>
void BlockWalk<N>::DropOrRemove(int index, const Event& event) {
  const BallState here = ValueAt(event.ball, event.time_s);
  const Vec3 direction = ExitDirection(played_->world, event, here.position);
  if (!Closes(-direction, here.velocity)) return End(event.ball, TangentEnd::kKink, index);
  const Rates shapes = ByShapes(GapSlopesAlong(direction), event);
  last_time_s_ = CrossingTime(event, direction, here.velocity, shapes);
  State after = phases::At(PhaseOf(event.ball), last_time_s_);
  if (event.kind == EventKind::kBallPocket) {
    Write(after, &tangents_->drops[next_drop_ * TangentRecord::kRows * tangents_->columns]);
  }
  if (event.kind == EventKind::kPocketDrop) {
    after.motion = MotionState::kAirborne;
    Leave(index, event.ball, after);
  } else {
    after.velocity = after.spin = Vector::Zero();
    after.motion =
        event.kind == EventKind::kBallPocket ? MotionState::kPocketed : MotionState::kLeftTable;
    BeginPhase(event.ball, [&] { return phases::Resting(after, last_time_s_); });
  }
  Expect(index, event.ball, 0);
}

template <int N>
void BlockWalk<N>::ProcessEvent(int index, EventResponse& response) {
  const Event& event = played_->record.events[Index(index)];
  SampleUntil(event.time_s);
  if (event.kind == EventKind::kCueStrike) {
    if (Valid(event.ball)) Strike(index, event, response);
  } else if (IsImpact(event.kind)) {
    Collide(index, event, response);
  } else if (Valid(event.ball)) {
    IsTransition(event.kind) ? Pass(index, event) : DropOrRemove(index, event);
  }
  if (event.kind == EventKind::kBallPocket) ++next_drop_;
  time_known_ = Valid(event);
  if (time_known_) WriteEvent(index, event);
}

template <int N>
void BlockWalk<N>::Write(const State& state, double* rows) const {
  const std::array<const Vector*, 3> vectors = {&state.position, &state.velocity, &state.spin};
  for (size_t row = 0; row < TangentRecord::kRows; ++row) {
    for (size_t k = 0; k < count_; ++k) {
      rows[row * tangents_->columns + first_ + k] = vectors[row / 3]->slope[row % 3][k];
    }
  }
}

template <int N>
void BlockWalk<N>::WriteEvent(int index, const Event& event) {
  const size_t columns = tangents_->columns;
  if (tangents_->event_times.empty()) return;
  for (size_t k = 0; k < count_; ++k) {
    tangents_->event_times[Index(index) * columns + first_ + k] = last_time_s_.slope[k];
  }
  if (tangents_->event_states.empty()) return;
  const size_t sides = event.kind == EventKind::kBallBall ? 2 : 1;
  for (size_t side = 0; side < sides; ++side) {
    const int ball = side == 0 ? event.ball : event.other;
    Write(phases::At(PhaseOf(ball), last_time_s_),
          &tangents_->event_states[(2 * Index(index) + side) * TangentRecord::kRows * columns]);
  }
}

template <int N>
double* BlockWalk<N>::SampleRows(size_t time, size_t column) {
  const size_t row = (time * played_->sampled.size() + column) * TangentRecord::kRows;
  return &tangents_->samples[row * tangents_->columns];
}

// A sample at the time of an event is of the state after it, as in ShotRecorder.
template <int N>
void BlockWalk<N>::SampleUntil(double time_s) {
  const std::vector<double>& times_s = played_->record.sample_times_s;
  for (; next_sample_ < times_s.size() && times_s[next_sample_] < time_s; ++next_sample_) {
    for (size_t i = 0; i < played_->sampled.size(); ++i) {
      const int ball = played_->sampled[i];
      if (!At(ball).placed || !Valid(ball)) continue;
      Write(phases::At(PhaseOf(ball), Number(times_s[next_sample_])), SampleRows(next_sample_, i));
    }
  }
}

template <int N>
void BlockWalk<N>::Finish() {
  const Record& record = played_->record;
  const auto events = static_cast<int>(record.events.size());
  SampleUntil(record.end_time_s);
  const StopReason reason = record.stop_reason;
  const bool at_fixed_time = reason == StopReason::kAtRest || reason == StopReason::kAtTime ||
                             reason == StopReason::kTimeLimit;
  if (!at_fixed_time && !time_known_) {
    for (int ball = 0; Index(ball) < balls_.size(); ++ball) End(ball, TangentEnd::kPartner, events);
  }
  const Number end_s = at_fixed_time ? Number(record.end_time_s) : last_time_s_;
  for (int ball = 0; Index(ball) < balls_.size(); ++ball) {
    if (!At(ball).placed || !Valid(ball)) continue;
    const State last = phases::At(PhaseOf(ball), end_s);
    if (!Same(ValueOf(last), record.final_states[Index(ball)])) {
      End(ball, TangentEnd::kPress, events);
      continue;
    }
    const size_t rows = TangentRecord::kRows * tangents_->columns;
    Write(last, &tangents_->final_states[Index(ball) * rows]);
    const auto sampled = std::find(played_->sampled.begin(), played_->sampled.end(), ball);
    if (sampled == played_->sampled.end()) continue;
    for (size_t time = next_sample_; time < record.sample_times_s.size(); ++time) {
      Write(last, SampleRows(time, static_cast<size_t>(sampled - played_->sampled.begin())));
    }
  }
  for (size_t ball = 0; ball < balls_.size(); ++ball) {
    const BallTangent& here = balls_[ball].tangent;
    BallTangent& end = tangents_->balls[ball];
    if (here.end == TangentEnd::kNone) continue;
    if (end.end == TangentEnd::kNone || here.event < end.event) end = here;
  }
}

}  // namespace

std::vector<std::unique_ptr<Walk>> MakeWalks(const std::vector<Column>& columns,
                                             const Perturbations& perturbations) {
  std::vector<std::unique_ptr<Walk>> walks;
  size_t first = 0;
  const auto add = [&]<int N>(std::integral_constant<int, N>) {
    walks.push_back(std::make_unique<BlockWalk<N>>(columns, perturbations, first));
    first += N;
  };
  while (first < columns.size()) {
    const size_t left = columns.size() - first;
    if (left <= 2) {
      add(std::integral_constant<int, 2>());
    } else if (left <= 6) {
      add(std::integral_constant<int, 6>());
    } else {
      add(std::integral_constant<int, 8>());
    }
  }
  return walks;
}

}  // namespace carom
