#include "core/solid/upright.h"

#include <algorithm>

#include "core/solid/gap.h"
#include "core/solid/segment.h"
#include "core/solid/shell.h"

namespace carom {
namespace {

bool Opposite(const Vec2& opening, const Motion3D& offset, double t) {
  return opening.x() * offset.x.At(t) + opening.y() * offset.y.At(t) <= 0.0;
}

}  // namespace

std::optional<double> WallCrossing(const Motion3D& motion, const Wall& wall, double radius_m,
                                   double window_s, bool parted, double useful_s) {
  const double reach_m = wall.radius_m - radius_m;
  if (!(reach_m > 0.0)) return std::nullopt;
  const Vec3 axis(wall.centre_m.x(), wall.centre_m.y(), 0.0);
  const Motion3D offset = Relative(motion, axis);
  Quartic gap = VerticalLineGap(offset, reach_m);
  for (double& c : gap.c) c = -c;  // from inside
  ShellGap<4> one_sided = SquaredShell(gap, reach_m, motion);
  one_sided.deepest_m = kBehind_m;
  return ShellCrossing(one_sided, parted, window_s, useful_s, [&](double t) {
    return motion.z.At(t) <= wall.top_m && Opposite(wall.opening, offset, t);
  });
}

std::optional<double> PostCrossing(const Motion3D& motion, const Post& post, double radius_m,
                                   double window_s, bool parted, double useful_s) {
  const Vec3 top(post.at_m.x(), post.at_m.y(), post.top_m);
  const Quartic gap = VerticalLineGap(Relative(motion, top), radius_m);
  if (SurelyPositive(gap, std::min(useful_s, window_s))) return std::nullopt;
  const auto beside = [&](double t) {
    const double z_m = motion.z.At(t);
    return z_m >= post.bottom_m && z_m <= post.top_m;
  };
  const auto side =
      ShellCrossing(SquaredShell(gap, radius_m, motion), parted, window_s, useful_s, beside);
  return EarlierOf(side,
                   EndPointCrossing(motion, top, UnitZ(), radius_m, window_s, parted, useful_s));
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

Nearest NearestOnPost(const Post& post, const Vec3& centre_m, double radius_m) {
  const double height_m = std::clamp(centre_m.z(), post.bottom_m, post.top_m);
  Nearest nearest =
      NearestToPoint(centre_m, Vec3(post.at_m.x(), post.at_m.y(), height_m), radius_m);
  const bool beside = height_m == centre_m.z() && nearest.gap_m > -radius_m;
  if (beside) nearest.curvature = LineCurvature(UnitZ(), nearest.gap_m + radius_m);
  return nearest;
}

}  // namespace carom
