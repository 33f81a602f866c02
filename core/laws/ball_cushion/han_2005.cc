#include "core/laws/ball_cushion/han_2005.h"

#include <algorithm>
#include <cmath>

namespace carom {

// With th the elevation of the nose seen from the centre and u the unit vector towards it:
//
//   sin th = h/R - 1,  u = -cos th n + sin th z          [Han 2005] Fig. 4
//   c      = v.u                 approach along the line of contact
//   s      = v - c u + R w x u   slip of the ball's surface on the nose
//   P_n    = (1 + e) m c         normal impulse, along -u            Eqs. (17), (20)
//   P_t    = min(mu P_n, (2/7) m |s|), against s         sliding or sticking, Eqs. (18), (19)
//
// Differs from Eqs. (14c) and (21a) as printed, which are misprints: the paper's own final Eqs.
// (24) and (25) agree with the above. Friction acts against the slip itself. Normal and tangential
// impulses of a sphere do not mix, so energy falls by (1 - e^2) m c^2 / 2 and by the work of
// friction, whatever the approach. Requires 0 < h < 2 R.
void Resolve(const Han2005& law, const CushionImpact& impact, BallState& ball) {
  const double mass = impact.ball.mass_kg;
  const double radius = impact.ball.radius_m;
  const double sine = impact.nose_height_m / radius - 1.0;
  const double cosine = std::sqrt(1.0 - sine * sine);
  const Vec3 to_nose = sine * Vec3::UnitZ() - cosine * impact.normal;

  const double approach = ball.velocity.dot(to_nose);
  if (approach <= 0.0) return;  // A vertical velocity can carry the ball off the nose.
  const double normal_impulse = (1.0 + law.restitution) * mass * approach;
  const Vec3 slip = ball.velocity - approach * to_nose + radius * ball.spin.cross(to_nose);
  const double slip_speed = slip.norm();
  Vec3 friction_impulse = Vec3::Zero();
  if (slip_speed > 0.0) {
    const double sliding = law.friction * normal_impulse;
    const double sticking = 2.0 / 7.0 * mass * slip_speed;
    friction_impulse = (-std::min(sliding, sticking) / slip_speed) * slip;
  }
  ball.velocity += (friction_impulse - normal_impulse * to_nose) / mass;
  ball.spin += (radius / impact.ball.Inertia()) * to_nose.cross(friction_impulse);
}

}  // namespace carom
