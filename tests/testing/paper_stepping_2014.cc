#include "tests/testing/paper_stepping_2014.h"

#include <algorithm>
#include <cmath>

namespace carom::testing {

// Written down in frame W. Impulses per unit of mass.
BallPair PaperStepping(const Mathavan2014& law, const BallBallImpact& impact,
                       const BallPair& before, int steps, SlateSlip where) {
  const double radius = impact.a.radius_m;
  const double arm = where == SlateSlip::kAtSlate ? -radius : radius;
  const double e = law.restitution;
  const double mu = FrictionCoefficientAt(law.friction, SlipOf(impact, before.a, before.b).norm());
  const Vec3 n = impact.normal;
  BallPair pair = before;
  const double first = n.dot(pair.a.velocity - pair.b.velocity);
  const double dp = 0.5 * (1.0 + e) * first / steps;
  double work = 0.0;
  double work_at_end = 0.0;
  for (double approach = first; approach > 0.0 || work < work_at_end;) {
    const Vec3 slip = Horizontal(pair.a.velocity - pair.b.velocity) - approach * n +
                      radius * (pair.a.spin + pair.b.spin).cross(n);
    const double slip_speed = slip.norm();
    const Vec3 friction =  // On a.
        slip_speed < 1e-16 ? Vec3(Vec3::Zero()) : Vec3(-mu * dp / slip_speed * slip);
    const auto slate = [&](const BallState& ball, double load) {
      const Vec3 slide = Horizontal(ball.velocity + arm * ball.spin.cross(UnitZ()));
      return Vec3(-law.slate_friction * load * slide.stableNormalized());
    };
    const double pressed = std::fabs(slip.z()) < 1e-16 ? 0.0 : friction.z();
    const Vec3 slate_a = slate(pair.a, std::max(0.0, -pressed));
    const Vec3 slate_b = slate(pair.b, std::max(0.0, pressed));
    pair.a.velocity += Horizontal(friction) + slate_a - dp * n;
    pair.b.velocity += -Horizontal(friction) + slate_b + dp * n;
    pair.a.spin += 2.5 / radius * (n.cross(friction) - UnitZ().cross(slate_a));
    pair.b.spin += 2.5 / radius * (n.cross(friction) - UnitZ().cross(slate_b));
    const double after = n.dot(pair.a.velocity - pair.b.velocity);
    work += 0.5 * dp * std::fabs(approach + after);
    if (approach > 0.0 && after <= 0.0) work_at_end = (1.0 + e * e) * work;
    approach = after;
  }
  return pair;
}

}  // namespace carom::testing
