#include "core/laws/ball_ball/routh.h"

#include "core/laws/routh_impact.h"

namespace carom {

void Resolve(const RouthBallBall& law, const BallBallImpact& impact, BallState& a, BallState& b) {
  const Vec3& n = impact.normal;
  const Vec3 arm_a = impact.a.radius_m * n;
  const Vec3 arm_b = -impact.b.radius_m * n;
  const double approach = (a.velocity - b.velocity).dot(n);
  if (approach <= 0.0) return;

  const Eigen::Matrix3d inverse_mass = InverseMassAt(impact.a.mass_kg, impact.a.Inertia(), arm_a) +
                                       InverseMassAt(impact.b.mass_kg, impact.b.Inertia(), arm_b);
  const Vec3 slip = SlipOf(impact, a, b);
  const double friction = FrictionCoefficientAt(law.friction, slip.norm());
  const Vec3 impulse =
      RouthImpulseAlong(-n, inverse_mass, approach, slip, friction, law.restitution);
  a.velocity += impulse / impact.a.mass_kg;
  a.spin += arm_a.cross(impulse) / impact.a.Inertia();
  b.velocity -= impulse / impact.b.mass_kg;
  b.spin -= arm_b.cross(impulse) / impact.b.Inertia();
}

GroupCoefficients CoefficientsOf(const RouthBallBall& law, double /*cloth_friction*/) {
  return {law.restitution, law.friction};
}

}  // namespace carom
