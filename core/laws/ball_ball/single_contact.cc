#include "core/laws/ball_ball/single_contact.h"

#include <algorithm>

#include "core/laws/routh_impact.h"

namespace carom {

// With n the normal from a to b, the surfaces touch at r_a = R_a n and r_b = -R_b n:
//   normal impulse      J_n = (1 + e) m_eff (v_a - v_b).n
//   slip                s   = (v_a - v_b)_t + (R_a w_a + R_b w_b) x n
//   tangential impulse  J_t = min(mu J_n, |s| (2/7) m_eff), against s on a
// The second limit stops the slip: a unit tangential impulse changes it by 7/2 (1/m_a + 1/m_b),
// since each sphere adds R^2/I = 5/(2 m) to its 1/m.
void Resolve(const FrictionalBallBall& law, const BallBallImpact& impact, BallState& a,
             BallState& b) {
  const Vec3& n = impact.normal;
  const double ma = impact.a.mass_kg;
  const double mb = impact.b.mass_kg;
  const double reduced_mass = ma * mb / (ma + mb);
  const double approach = (a.velocity - b.velocity).dot(n);
  const double normal_impulse = (1.0 + law.restitution) * reduced_mass * approach;

  const Vec3 slip = SlipOf(impact, a, b);
  const double slip_speed = slip.norm();
  Vec3 friction_impulse = Vec3::Zero();
  if (slip_speed > 0.0) {
    const double sliding = FrictionCoefficientAt(law.friction, slip_speed) * normal_impulse;
    const double sticking = 2.0 / 7.0 * reduced_mass * slip_speed;
    friction_impulse = (-std::min(sliding, sticking) / slip_speed) * slip;
  }
  const Vec3 impulse_on_a = friction_impulse - normal_impulse * n;
  a.velocity += impulse_on_a / ma;
  b.velocity -= impulse_on_a / mb;
  // Both lever arms point outwards and the impulses are opposite, so both torques are n x J_t.
  const Vec3 torque_arm = n.cross(friction_impulse);
  a.spin += (impact.a.radius_m / impact.a.Inertia()) * torque_arm;
  b.spin += (impact.b.radius_m / impact.b.Inertia()) * torque_arm;
}

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

GroupCoefficients CoefficientsOf(const PairCoefficients& law, double /*cloth_friction*/) {
  return {law.restitution, law.friction};
}

}  // namespace carom
