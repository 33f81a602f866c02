#include "core/tangent/event_response.h"

#include <algorithm>

#include "core/base/constants.h"
#include "core/event/impact.h"
#include "core/event/stage.h"

namespace carom {
namespace {

// One-sided differences of a smooth function differ by the step times its second derivative. Where
// they differ by a hundredth, the function bends within a hundred steps.
constexpr double kBend = 0.01;

double SurfaceSpeed(const BallState& state, double radius_m) {
  return std::max(state.velocity.norm(), radius_m * state.spin.norm());
}

unsigned HappensIn(EventKind kind) {
  if (kind == EventKind::kCueStrike) return kToStruckBall;
  return kind == EventKind::kBallBall ? kToTwoBalls : kToBallAndSolid;
}

// The difference of `up` and `down` times `scale`; false where the function bends. `least` is the
// least change that counts.
bool DifferenceOf(const Vec3& up, const Vec3& middle, const Vec3& down, double scale, double least,
                  Vec3& response) {
  const Vec3 change = up - down;
  const Vec3 bend = (up - middle) - (middle - down);
  response = scale * change;
  return bend.squaredNorm() <= kBend * kBend * std::max(change.squaredNorm(), least * least);
}

Vec3 Unit(size_t axis) { return Vec3::Unit(static_cast<Eigen::Index>(axis)); }

}  // namespace

void EventResponse::Begin(const World& world, const Shot& shot) {
  world_ = &world;
  strike_ = shot.strike.value_or(CueStrike{});
  index_ = -1;
}

void EventResponse::SetEvent(int index, const Event& event, const BallPair& before) {
  if (index == index_) return;
  index_ = index;
  count_ = event.kind == EventKind::kBallBall ? 2 : 1;
  happens_ = HappensIn(event.kind);
  before_ = before;
  contact_.reset();
  turns_ = 0;
  if (IsImpact(event.kind)) {
    contact_.emplace(*world_, event, Recurrence::kIsolated,
                     [&](int of) { return before[of == event.ball ? 0 : 1]; });
    FindTurns();
    contact_->recurrence = Recurrence::kIsolated;
    moved_ = {contact_, contact_};
  }
  after_ = Outcome(0, *world_, strike_);
  double speed_m_s = 0.0;
  for (size_t i = 0; i < count_; ++i) {
    radius_m_[i] = world_->balls[Index(i == 0 ? event.ball : event.other)].radius_m;
    per_m_[i] = 1.0 / radius_m_[i];
    speed_m_s = std::max(
        {speed_m_s, SurfaceSpeed(before[i], radius_m_[i]), SurfaceSpeed(after_[i], radius_m_[i])});
    for (size_t axis = 0; axis < 3; ++axis) {
      to_velocity_[i][axis].taken = to_spin_[i][axis].taken = false;
    }
  }
  step_m_s_ = DifferenceStep(speed_m_s > 0.0 ? speed_m_s : 1.0);
  for (Kept& kept : to_turn_) kept.taken = false;
}

// The normal is the gradient of the gap, so it moves with the gap's second derivative, in its two
// principal directions.
void EventResponse::FindTurns() {
  const GapCurvature& curvature = contact_->frame.curvature;
  if (curvature.along == 0.0 && curvature.across == 0.0) return;
  const Vec3& normal = contact_->frame.normal;
  const Vec3 level = PerpendicularZ(normal);
  const Vec3 axis = !curvature.axis.isZero(0.0) ? curvature.axis
                    : level.isZero(0.0)         ? Vec3(Vec3::UnitX())
                                                : Vec3(level.normalized());
  turns_ = 2;
  turn_ = {Turn{axis, curvature.along}, Turn{normal.cross(axis), curvature.across}};
}

void EventResponse::Move(const Line& line, double step, BallPair& states) const {
  for (size_t i = 0; i < count_; ++i) {
    states[i].velocity += step * line.velocity[i];
    states[i].spin += step * line.spin[i];
  }
}

// Of the states before, with other numbers of world and strike.
const BallPair& EventResponse::Outcome(size_t to, const World& world, const CueStrike& strike) {
  if (!contact_) {
    struck_[to][0] = StruckBall(world, strike, before_[0]);
    return struck_[to];
  }
  Impact& moved = *moved_[to];
  moved.Restart(before_);
  ResolveIsolated(world, moved);
  return moved.state;
}

// Of other states before, and another normal.
const BallPair& EventResponse::OutcomeAt(size_t to, const Line& line, double step) {
  if (!contact_) {
    BallPair before = before_;
    Move(line, step, before);
    struck_[to][0] = StruckBall(*world_, strike_, before[0]);
    return struck_[to];
  }
  Impact& moved = *moved_[to];
  moved.Restart(before_);
  Move(line, step, moved.state);
  const bool turns = !line.normal.isZero(0.0);
  if (turns) {
    moved.Turn(*world_, (contact_->frame.normal + step * line.normal).normalized());
  }
  ResolveIsolated(*world_, moved);
  if (turns) moved.frame = contact_->frame;
  return moved.state;
}

bool EventResponse::Difference(const BallPair& up, const BallPair& down, double step,
                               Response& response) const {
  const double scale = 0.5 / step;
  for (size_t i = 0; i < count_; ++i) {
    if (up[i].motion != after_[i].motion || down[i].motion != after_[i].motion) return false;
    if (!DifferenceOf(up[i].velocity, after_[i].velocity, down[i].velocity, scale, step_m_s_,
                      response.velocity[i]) ||
        !DifferenceOf(up[i].spin, after_[i].spin, down[i].spin, scale, step_m_s_ * per_m_[i],
                      response.spin[i])) {
      return false;
    }
  }
  return true;
}

const Response* EventResponse::Take(const Line& line, double step, Kept& kept) {
  if (!kept.taken) {
    kept.taken = true;
    kept.smooth =
        Difference(OutcomeAt(0, line, step), OutcomeAt(1, line, -step), step, kept.response);
  }
  return kept.smooth ? &kept.response : nullptr;
}

const Response* EventResponse::ToVelocity(size_t side, size_t axis) {
  Line line;
  line.velocity[side] = Unit(axis);
  if (Rolls(side)) line.spin[side] = per_m_[side] * PerpendicularZ(Unit(axis));
  return Take(line, step_m_s_, to_velocity_[side][axis]);
}

const Response* EventResponse::ToSurfaceSpeed(size_t side, size_t axis) {
  Line line;
  line.spin[side] = per_m_[side] * Unit(axis);
  return Take(line, step_m_s_, to_spin_[side][axis]);
}

const Response* EventResponse::ToTurn(size_t i) {
  Line line;
  line.normal = turn_[i].towards;
  return Take(line, DifferenceStep(1.0), to_turn_[i]);
}

// Where the centres stay, and with them the normal, the shapes of ball and nose change the height
// of their contact. A ball that rolls does so with its other radius too.
void EventResponse::MoveShape(const World& world, const Shift& shift, double step,
                              Impact& moved) const {
  for (size_t i = 0; i < count_; ++i) {
    if (moved.ball[i] != shift.radius_of || !Rolls(i)) continue;
    moved.state[i].spin.head<2>() *= radius_m_[i] / (radius_m_[i] + step);
  }
  const bool of_other = !shift.of_noses && moved.ball[0] != shift.radius_of;
  if (moved.frame.partner != Partner::kCushion || of_other) return;
  if (moved.frame.normal.z() != 0.0) {
    moved.Turn(world, moved.frame.normal);
  } else if (OnCloth(moved.state[0].motion) == shift.of_noses) {
    moved.frame.nose_height_m += step;
  }
}

// Of a shift up (0) or down (1).
const BallPair& EventResponse::ShiftedOutcome(size_t to, const Shift& shift) {
  const std::shared_ptr<const World>& shifted = to == 0 ? shift.up : shift.down;
  const World& world = shifted ? *shifted : *world_;
  if (!contact_ || (shift.radius_of < 0 && !shift.of_noses)) {
    return Outcome(to, world, to == 0 ? shift.strike_up : shift.strike_down);
  }
  Impact& moved = *moved_[to];
  moved.Restart(before_);
  MoveShape(world, shift, to == 0 ? shift.step : -shift.step, moved);
  ResolveIsolated(world, moved);
  moved.frame = contact_->frame;
  return moved.state;
}

bool EventResponse::ToShift(const Shift& shift, Response& response) {
  return Difference(ShiftedOutcome(0, shift), ShiftedOutcome(1, shift), shift.step, response);
}

}  // namespace carom
