#include "core/solid/wall.h"

#include "core/solid/gap.h"
#include "core/solid/shell.h"

namespace carom {

OptionalTime WallCrossing(const Motion3D& motion, const Wall& wall, double radius_m,
                          double window_s, bool separated, double useful_s) {
  const double reach_m = wall.radius_m - radius_m;
  if (!(reach_m > 0.0)) return std::nullopt;
  const Vec3 axis(wall.centre_m.x(), wall.centre_m.y(), 0.0);
  const Motion3D offset = Relative(motion, axis);
  Quartic gap = VerticalLineGap(offset, reach_m);
  for (double& c : gap.c) c = -c;  // from inside
  ShellGap<4> one_sided = SquaredShell(gap, reach_m, motion);
  one_sided.deepest_m = kBehind_m;
  return ShellCrossing(one_sided, separated, window_s, useful_s,
                       [&](double t) { return motion.z.At(t) <= wall.top_m; });
}

Nearest NearestOnWall(const Wall& wall, const Vec3& centre_m, double radius_m) {
  const Vec2 offset = centre_m.head<2>() - wall.centre_m;
  const double rho_m = offset.norm();
  const Vec2 outwards = rho_m > 0.0 ? Vec2(offset / rho_m) : Vec2(1.0, 0.0);
  const Vec2 place = wall.centre_m + wall.radius_m * outwards;
  Nearest nearest;
  nearest.gap_m = wall.radius_m - rho_m - radius_m;
  nearest.normal = Vec3(-outwards.x(), -outwards.y(), 0.0);
  nearest.place_m = Vec3(place.x(), place.y(), centre_m.z());
  if (rho_m > 0.0) nearest.curvature = LineCurvature(UnitZ(), -rho_m);
  return nearest;
}

}  // namespace carom
