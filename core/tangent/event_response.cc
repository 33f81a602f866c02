#include "core/tangent/event_response.h"

#include <algorithm>

#include "core/base/constants.h"
#include "core/event/impact.h"
#include "core/event/stage.h"

namespace carom {
namespace {

// The two one-sided differences of a smooth function differ by the step times its second
// derivative. Where that is a hundredth of their sum, the slope changes by all of itself within
// fifty steps.
constexpr double kBend = 0.01;
// A step that leads over a kink is taken again as this part of itself: the kink may lie beside the
// event, as the speed below which a bounce ends does. Rounding then costs a derivative 64 times as
// much, some 1e-9 of it.
constexpr double kFiner = 0x1p-6;

double SurfaceSpeed(const BallState& state, double radius_m) {
  return std::max(state.velocity.norm(), radius_m * state.spin.norm());
}

unsigned ClassOf(EventKind kind) {
  if (kind == EventKind::kCueStrike) return kCueStrikes;
  return kind == EventKind::kBallBall ? kBallImpacts : kSolidImpacts;
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
  event_class_ = ClassOf(event.kind);
  before_ = before;
  contact_.reset();
  rotations_ = 0;
  if (IsImpact(event.kind)) {
    contact_.emplace(*world_, event, Recurrence::kIsolated,
                     [&](int of) { return before[of == event.ball ? 0 : 1]; });
    FindRotations();
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
  for (CachedResponse& cached : to_rotation_) cached.taken = false;
}

// The normal is the gradient of the gap, so it moves with the gap's second derivative, in its two
// principal directions.
void EventResponse::FindRotations() {
  const GapCurvature& curvature = contact_->frame.curvature;
  if (curvature.along == 0.0 && curvature.across == 0.0) return;
  const Vec3& normal = contact_->frame.normal;
  const Vec3 level = PerpendicularZ(normal);
  const Vec3 axis = !curvature.axis.isZero(0.0) ? curvature.axis
                    : level.isZero(0.0)         ? Vec3(Vec3::UnitX())
                                                : Vec3(level.normalized());
  rotations_ = 2;
  rotation_ = {NormalRotation{axis, curvature.along},
               NormalRotation{normal.cross(axis), curvature.across}};
}

void EventResponse::Move(const Direction& direction, double step, BallPair& states) const {
  for (size_t i = 0; i < count_; ++i) {
    states[i].velocity += step * direction.velocity[i];
    states[i].spin += step * direction.spin[i];
  }
}

// Of the states before, with other numbers of world and strike.
const BallPair& EventResponse::Outcome(size_t to, const World& world, const CueStrike& strike) {
  if (!contact_) {
    struck_[to][0] = StruckBall(world, strike, before_[0]);
    return struck_[to];
  }
  Impact& moved = *moved_[to];
  moved.ResetStates(before_);
  ResolveIsolated(world, moved);
  return moved.state;
}

// Of other states before, and another normal.
const BallPair& EventResponse::OutcomeAt(size_t to, const Direction& direction, double step) {
  if (!contact_) {
    BallPair before = before_;
    Move(direction, step, before);
    struck_[to][0] = StruckBall(*world_, strike_, before[0]);
    return struck_[to];
  }
  Impact& moved = *moved_[to];
  moved.ResetStates(before_);
  Move(direction, step, moved.state);
  const bool rotates = !direction.normal.isZero(0.0);
  if (rotates) {
    moved.SetNormal(*world_, (contact_->frame.normal + step * direction.normal).normalized());
  }
  ResolveIsolated(*world_, moved);
  if (rotates) moved.frame = contact_->frame;
  return moved.state;
}

bool EventResponse::Difference(const BallPair& up, const BallPair& down, double step,
                               double least_m_s, Response& response) const {
  const double scale = 0.5 / step;
  for (size_t i = 0; i < count_; ++i) {
    if (up[i].motion != after_[i].motion || down[i].motion != after_[i].motion) return false;
    if (!DifferenceOf(up[i].velocity, after_[i].velocity, down[i].velocity, scale, least_m_s,
                      response.velocity[i]) ||
        !DifferenceOf(up[i].spin, after_[i].spin, down[i].spin, scale, least_m_s * per_m_[i],
                      response.spin[i])) {
      return false;
    }
  }
  return true;
}

const Response* EventResponse::Differentiate(const Direction& direction, double step,
                                             CachedResponse& cached) {
  if (!cached.taken) {
    cached.taken = true;
    const auto take = [&](double part) {
      return Difference(OutcomeAt(0, direction, part * step), OutcomeAt(1, direction, -part * step),
                        part * step, part * step_m_s_, cached.response);
    };
    cached.smooth = take(1.0) || take(kFiner);
  }
  return cached.smooth ? &cached.response : nullptr;
}

const Response* EventResponse::ToVelocity(size_t side, size_t axis) {
  Direction direction;
  direction.velocity[side] = Unit(axis);
  if (Rolls(side)) direction.spin[side] = per_m_[side] * PerpendicularZ(Unit(axis));
  return Differentiate(direction, step_m_s_, to_velocity_[side][axis]);
}

const Response* EventResponse::ToSurfaceSpeed(size_t side, size_t axis) {
  Direction direction;
  direction.spin[side] = per_m_[side] * Unit(axis);
  return Differentiate(direction, step_m_s_, to_spin_[side][axis]);
}

const Response* EventResponse::ToRotation(size_t i) {
  Direction direction;
  direction.normal = rotation_[i].towards;
  return Differentiate(direction, DifferenceStep(1.0), to_rotation_[i]);
}

// Where the centres stay, and with them the normal, the shapes of ball and nose change the height
// of their contact. A ball that rolls does so with its other radius too.
void EventResponse::MoveShape(const World& world, const Perturbation& perturbation, double step,
                              Impact& moved) const {
  for (size_t i = 0; i < count_; ++i) {
    if (moved.ball[i] != perturbation.radius_of || !Rolls(i)) continue;
    moved.state[i].spin.head<2>() *= radius_m_[i] / (radius_m_[i] + step);
  }
  const bool of_other = !perturbation.of_noses && moved.ball[0] != perturbation.radius_of;
  if (moved.frame.partner != Partner::kCushion || of_other) return;
  if (moved.frame.normal.z() != 0.0) {
    moved.SetNormal(world, moved.frame.normal);
  } else if (OnCloth(moved.state[0].motion) == perturbation.of_noses) {
    moved.frame.nose_height_m += step;
  }
}

// Of a perturbation up (0) or down (1).
const BallPair& EventResponse::PerturbedOutcome(size_t to, const Perturbation& perturbation) {
  const std::shared_ptr<const World>& perturbed = to == 0 ? perturbation.up : perturbation.down;
  const World& world = perturbed ? *perturbed : *world_;
  if (!contact_ || (perturbation.radius_of < 0 && !perturbation.of_noses)) {
    return Outcome(to, world, to == 0 ? perturbation.strike_up : perturbation.strike_down);
  }
  Impact& moved = *moved_[to];
  moved.ResetStates(before_);
  MoveShape(world, perturbation, to == 0 ? perturbation.step : -perturbation.step, moved);
  ResolveIsolated(world, moved);
  moved.frame = contact_->frame;
  return moved.state;
}

bool EventResponse::ResponseToNumber(const Perturbations& perturbations, size_t column,
                                     Response& response) {
  const auto take = [&](const Perturbation& by, double part) {
    return Difference(PerturbedOutcome(0, by), PerturbedOutcome(1, by), by.step, part * step_m_s_,
                      response);
  };
  return take(perturbations[column], 1.0) ||
         take(perturbations.Finer(*world_, strike_, column, kFiner), kFiner);
}

}  // namespace carom
