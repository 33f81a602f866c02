#include "core/laws/ball_slate/frictional.h"

#include <algorithm>

namespace carom {

// With n the normal (from the surface to the centre) and r = -R n the arm of the contact:
//   P_n = (1 + e) m (-v.n)                      normal impulse, along n
//   s   = v_t + w x (-R n)                      slip of the ball's surface
//   P_t = min(mu P_n, (2/7) m |s|), against s   a unit of it changes s by 7/2 / m
void Resolve(const FrictionalSlate& law, const SlateImpact& impact, BallState& ball) {
  const Vec3& n = impact.normal;
  const double mass = impact.ball.mass_kg;
  const double radius = impact.ball.radius_m;
  const double friction = law.friction < 0.0 ? impact.cloth_friction : law.friction;
  const double approach = -ball.velocity.dot(n);
  if (approach <= 0.0) return;
  const double normal_impulse = (1.0 + law.restitution) * mass * approach;
  const Vec3 slip = ball.velocity + approach * n - radius * ball.spin.cross(n);
  const double slip_speed = slip.norm();
  Vec3 friction_impulse = Vec3::Zero();
  if (slip_speed > 0.0) {
    const double sticking = 2.0 / 7.0 * mass * slip_speed;
    friction_impulse = (-std::min(friction * normal_impulse, sticking) / slip_speed) * slip;
  }
  ball.velocity += (normal_impulse * n + friction_impulse) / mass;
  ball.spin -= (radius / impact.ball.Inertia()) * n.cross(friction_impulse);
}

}  // namespace carom
