#include "core/laws/free_sphere.h"

#include <algorithm>

namespace carom {

// With n the normal and r = -R n the arm of the contact:
//   P_n = (1 + e) m (-v.n)                      normal impulse, along n
//   s   = v_t + w x (-R n)                      slip of the ball's surface
//   P_t = min(mu P_n, (2/7) m |s|), against s   a unit of it changes s by 7/2 / m
void BounceOffSurface(const BallSpec& spec, const Vec3& normal, double restitution, double friction,
                      BallState& ball) {
  const double mass = spec.mass_kg;
  const double radius = spec.radius_m;
  const double approach = -ball.velocity.dot(normal);
  if (approach <= 0.0) return;
  const double normal_impulse = (1.0 + restitution) * mass * approach;
  const Vec3 slip = ball.velocity + approach * normal - radius * ball.spin.cross(normal);
  const double slip_speed = slip.norm();
  Vec3 friction_impulse = Vec3::Zero();
  if (slip_speed > 0.0) {
    const double sliding = friction * normal_impulse;
    const double sticking = 2.0 / 7.0 * mass * slip_speed;
    friction_impulse = (-std::min(sliding, sticking) / slip_speed) * slip;
  }
  ball.velocity += (normal_impulse * normal + friction_impulse) / mass;
  ball.spin -= (radius / spec.Inertia()) * normal.cross(friction_impulse);
}

}  // namespace carom
