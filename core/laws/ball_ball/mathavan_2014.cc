#include "core/laws/ball_ball/mathavan_2014.h"

#include <algorithm>
#include <cmath>

#include "core/laws/ball_ball/single_contact.h"
#include "core/laws/double_contact_impact.h"

namespace carom {
namespace {

bool BothKeepHeight(const BallBallImpact& impact, const BallState& a, const BallState& b) {
  return impact.on_slate && impact.normal.z() == 0.0 && a.velocity.z() == 0.0 &&
         b.velocity.z() == 0.0;
}

struct Body {
  const BallSpec& spec;
  BallState& state;
};

// Frame K of one ball: y to the other's centre, z up, x = y x z.
struct PairFrame {
  Vec3 x;
  Vec3 y;

  Vec3 Components(const Vec3& v) const { return {v.dot(x), v.dot(y), v.z()}; }
  Vec3 Vector(const Vec3& in_k) const { return in_k.x() * x + in_k.y() * y + in_k.z() * UnitZ(); }
};

// `lower` is the ball that friction presses down; only its contact with the slate carries a load.
// For this ball, `other` acts as a nose at the height of the ball's centre.
void Collide(double restitution, double friction, double slate_friction, const PairFrame& frame,
             Body lower, Body other) {
  const Vec3 v = frame.Components(lower.state.velocity);
  const Vec3 u = frame.Components(other.state.velocity);
  const Vec3 rw = lower.spec.radius_m * frame.Components(lower.state.spin);
  const Vec3 ru = other.spec.radius_m * frame.Components(other.state.spin);
  const double approach = v.y() - u.y();
  if (approach <= 0.0) return;
  const double mass_ratio = lower.spec.mass_kg / other.spec.mass_kg;
  const internal::Slip slip = {v.x() - u.x() - rw.z() - ru.z(), rw.x() + ru.x(), v.x() - rw.y(),
                               v.y() + rw.x()};
  const double speed_scale =
      std::sqrt(v.squaredNorm() + u.squaredNorm() + rw.squaredNorm() + ru.squaredNorm());
  const internal::DoubleContact contact(0.0, 1.0, friction, slate_friction, mass_ratio);
  internal::DoubleContactImpact course(contact, slip, approach, speed_scale);
  course.Run(restitution);

  const internal::Friction f = course.friction_impulse();
  // Rounding must not leave an approach behind.
  const double left = approach + contact.NormalVelocityChange(course.normal_impulse(), f);
  const double normal = course.normal_impulse() + std::max(0.0, left) / (1.0 + mass_ratio);
  lower.state.velocity += frame.Vector({f.cushion_x + f.slate_x, f.slate_y - normal, 0.0});
  other.state.velocity += mass_ratio * frame.Vector({-f.cushion_x, normal, 0.0});
  lower.state.spin += 2.5 / lower.spec.radius_m *
                      frame.Vector({f.cushion_up + f.slate_y, -f.slate_x, -f.cushion_x});
  other.state.spin +=
      2.5 * mass_ratio / other.spec.radius_m * frame.Vector({f.cushion_up, 0.0, -f.cushion_x});
}

}  // namespace

// The paper's equations of motion, written for the ball that is pressed down: its surface moves up
// along the other's, whose friction presses it down. It stays the pressed one throughout the
// impact: when this upward slip reaches zero, so do the friction along z and the load on the slate.
void Resolve(const Mathavan2014& law, const BallBallImpact& impact, BallState& a, BallState& b) {
  if (!BothKeepHeight(impact, a, b)) {
    Resolve(FrictionalBallBall{law.restitution, law.friction}, impact, a, b);
    return;
  }
  const double friction = FrictionCoefficientAt(law.friction, SlipOf(impact, a, b).norm());
  const double slate_friction = FrictionAtSlate(law.slate_friction, impact.cloth_friction);
  const Vec3& n = impact.normal;
  const PairFrame from_a = {n.cross(UnitZ()), n};
  const PairFrame from_b = {-from_a.x, -n};
  const Body body_a = {impact.a, a};
  const Body body_b = {impact.b, b};
  const double up = from_a.x.dot(impact.a.radius_m * a.spin + impact.b.radius_m * b.spin);
  if (up >= 0.0) {
    Collide(law.restitution, friction, slate_friction, from_a, body_a, body_b);
  } else {
    Collide(law.restitution, friction, slate_friction, from_b, body_b, body_a);
  }
}

std::optional<DoubleContactFriction> DoubleContactOf(const Mathavan2014& law) {
  return DoubleContactFriction{HighestFriction(law.friction),
                               {"slate_friction", law.slate_friction}};
}

}  // namespace carom
