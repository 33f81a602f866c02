#include "core/solid/wall.h"

#include "core/math/polynomial.h"
#include "core/solid/gap.h"
#include "core/solid/resolution.h"
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

Cone::Cone(const Vec2& centre, double radius, double overhang, double top, const Vec2& open)
    : centre_m(centre), radius_m(radius), top_m(top), opening(open) {
  const double slant_m = std::sqrt(top * top + overhang * overhang);
  if (!(slant_m > 0.0)) return;  // A hole without a back.
  sine = overhang / slant_m;
  cosine = top / slant_m;
}

// d = R is rho cos a = A with A = r cos a - z sin a - R, a quadratic of time: the gap
//
//   A^2 - rho^2 cos^2 a = (d - R) (A + rho cos a)
//
// is a quartic, positive inside of the cone while A is, and near contact 2 A times the distance.
OptionalTime ConeCrossing(const Motion3D& motion, const Cone& cone, double radius_m,
                          double window_s, bool separated, double useful_s) {
  // A at the highest contact, where A is least.
  const double top_z_m = cone.top_m - radius_m * cone.sine;
  const double narrow_m = cone.radius_m * cone.cosine - top_z_m * cone.sine - radius_m;
  if (!(narrow_m > 0.0)) return std::nullopt;
  const Motion3D offset = Relative(motion, Vec3(cone.centre_m.x(), cone.centre_m.y(), 0.0));
  const Quadratic inner{{cone.radius_m * cone.cosine - offset.z.c0 * cone.sine - radius_m,
                         -offset.z.c1 * cone.sine, -offset.z.c2 * cone.sine}};
  const Quartic gap = inner * inner + (-cone.cosine * cone.cosine) * SquaredAxisDistance(offset);
  ShellGap<4> one_sided = SquaredShell(gap, narrow_m, motion);
  one_sided.deepest_m = kBehind_m;
  return ShellCrossing(one_sided, separated, window_s, useful_s, [&](double t) {
    const Vec2 place(offset.x.At(t), offset.y.At(t));
    return inner.Evaluate(t) > 0.0 && cone.HoldsFoot(offset.z.At(t) + radius_m * cone.sine) &&
           cone.opening.dot(place) <= 0.0;
  });
}

Nearest NearestOnCone(const Cone& cone, const Vec3& centre_m, double radius_m) {
  const Vec2 offset = centre_m.head<2>() - cone.centre_m;
  const double rho_m = offset.norm();
  const Vec2 outwards = rho_m > 0.0 ? Vec2(offset / rho_m) : Vec2(1.0, 0.0);
  const double distance_m = cone.Distance(rho_m, centre_m.z());
  Nearest nearest;
  nearest.gap_m = distance_m - radius_m;
  nearest.normal = Vec3(-cone.cosine * outwards.x(), -cone.cosine * outwards.y(), -cone.sine);
  nearest.place_m = centre_m - distance_m * nearest.normal;
  const Vec3 around(-outwards.y(), outwards.x(), 0.0);
  if (rho_m > 0.0) nearest.curvature = {around, -cone.cosine / rho_m, 0.0};
  return nearest;
}

}  // namespace carom
