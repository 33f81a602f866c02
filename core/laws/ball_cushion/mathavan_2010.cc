#include "core/laws/ball_cushion/mathavan_2010.h"

#include <algorithm>
#include <cmath>

#include "core/laws/double_contact_impact.h"
#include "core/laws/routh_impact.h"

namespace carom {
namespace {

// Frame K of the cushion in frame W: x along the rail, y into it, z up.
struct CushionFrame {
  Vec3 along = Vec3::Zero();
  Vec3 into = Vec3::Zero();
};

CushionFrame FrameOf(const Vec3& normal) {
  CushionFrame frame;
  frame.into = -normal;
  frame.along << -normal.y(), normal.x(), 0.0;  // y x z
  return frame;
}

}  // namespace

void Resolve(const Mathavan2010& law, const CushionImpact& impact, BallState& ball) {
  // This contact is single. Energetic and Newton's restitution agree, because friction does not
  // change the normal velocity.
  if (!impact.on_slate || ball.velocity.z() != 0.0) {
    BounceOffSurface(impact.ball, NoseNormal(impact), law.restitution, law.friction, ball);
    return;
  }
  const double radius = impact.ball.radius_m;
  const double sine = impact.nose_height_m / radius - 1.0;
  const double cosine = std::sqrt(1.0 - sine * sine);
  const CushionFrame frame = FrameOf(impact.normal);
  const Vec3 v(ball.velocity.dot(frame.along), ball.velocity.dot(frame.into), 0.0);
  const Vec3 rw(radius * ball.spin.dot(frame.along), radius * ball.spin.dot(frame.into),
                radius * ball.spin.z());
  const double approach = v.y() * cosine;
  if (approach <= 0.0) return;

  // [Mathavan 2010] Eqs. (12), (14): slip at I and at C.
  const internal::Slip slip = {v.x() + rw.y() * sine - rw.z() * cosine, rw.x() - v.y() * sine,
                               v.x() - rw.y(), v.y() + rw.x()};
  const double slate_friction = FrictionAtSlate(law.slate_friction, impact.cloth_friction);
  const internal::DoubleContact contact(sine, cosine, law.friction, slate_friction);
  const double speed_scale = std::sqrt(v.squaredNorm() + rw.squaredNorm());
  internal::DoubleContactImpact course(contact, slip, approach, speed_scale);
  course.Run(law.restitution);

  // [Mathavan 2010] Eqs. (15)-(17), summed over the impact.
  const double normal = course.normal_impulse();
  const internal::Friction f = course.friction_impulse();
  const double velocity_x = f.cushion_x + f.slate_x;
  const double velocity_y = -cosine * normal - sine * f.cushion_up + f.slate_y;
  const double spin_x = 2.5 / radius * (f.cushion_up + f.slate_y);
  const double spin_y = 2.5 / radius * (sine * f.cushion_x - f.slate_x);
  const double spin_z = -2.5 / radius * cosine * f.cushion_x;
  // Rounding must not leave an approach behind; without rounding v.y() + velocity_y <= 0.
  const double departure = std::min(velocity_y, -v.y());
  ball.velocity += velocity_x * frame.along + departure * frame.into;
  ball.spin += spin_x * frame.along + spin_y * frame.into + spin_z * Vec3::UnitZ();
}

std::optional<DoubleContactFriction> DoubleContactOf(const Mathavan2010& law) {
  return DoubleContactFriction{{"friction", law.friction}, {"slate_friction", law.slate_friction}};
}

}  // namespace carom
