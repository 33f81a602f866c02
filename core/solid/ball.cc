#include "core/solid/ball.h"

#include "core/solid/shell.h"

namespace carom {

Motion3D Between(const Motion3D& from, const Motion3D& to) {
  return {{to.x.c0 - from.x.c0, to.x.c1 - from.x.c1, to.x.c2 - from.x.c2},
          {to.y.c0 - from.y.c0, to.y.c1 - from.y.c1, to.y.c2 - from.y.c2},
          {to.z.c0 - from.z.c0, to.z.c1 - from.z.c1, to.z.c2 - from.z.c2}};
}

OptionalTime BallBallCrossing3D(const Motion3D& a, const Motion3D& b, double reach_m,
                                double window_s, bool separated, double useful_s) {
  const Quartic gap = PointGap(Between(a, b), reach_m);
  const double rate_noise = RateNoise(Speed(a) + Speed(b));
  return ShellCrossing<4>({gap, 2.0 * reach_m, rate_noise}, separated, window_s, useful_s,
                          [](double) { return true; });
}

Nearest NearestOnBall(const Vec3& a_m, double radius_a_m, const Vec3& b_m, double radius_b_m) {
  Nearest nearest = NearestToPoint(a_m, b_m, radius_a_m + radius_b_m);
  nearest.partner = Partner::kBall;
  nearest.place_m += radius_b_m * nearest.normal;
  return nearest;
}

}  // namespace carom
