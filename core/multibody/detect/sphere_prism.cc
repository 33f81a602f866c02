#include "core/multibody/detect/sphere_prism.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/base/field_error.h"

namespace carom {
namespace {

// Where a point is nearest to the polygon, in the plane.
struct Nearest {
  double distance = 0.0;  // negative inside
  Vec2 normal = Vec2::Zero();
  Vec2 point = Vec2::Zero();
};

double Cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

// The face whose plane is the furthest below the point, or the least above it.
const Prism::Side& HighestSide(const Vec2& p, const Prism& prism, double& height) {
  const Prism::Side* highest = nullptr;
  height = -std::numeric_limits<double>::infinity();
  for (const Prism::Side& side : prism.sides()) {
    const double above = side.normal.dot(p - side.corner_m);
    if (above > height) {
      height = above;
      highest = &side;
    }
  }
  return *highest;
}

// To the edge of one side, whose line the point is outside of.
Nearest ToEdge(const Vec2& p, const Prism::Side& side) {
  const Vec2 from_corner = p - side.corner_m;
  const double along = from_corner.dot(side.along);
  if (along >= 0.0 && along <= side.length_m) {
    return {side.normal.dot(from_corner), side.normal, side.corner_m + along * side.along};
  }
  const Vec2 corner =
      along < 0.0 ? side.corner_m : Vec2(side.corner_m + side.length_m * side.along);
  const Vec2 apart = p - corner;
  const double distance = apart.norm();
  return {distance, distance > 0.0 ? Vec2(apart / distance) : side.normal, corner};
}

Nearest ToPolygon(const Vec2& p, const Prism& prism) {
  double height = 0.0;
  const Prism::Side& highest = HighestSide(p, prism, height);
  if (height <= 0.0) return {height, highest.normal, p - height * highest.normal};
  // Nothing of the polygon is nearer than its highest line. Right in front of that edge, done.
  Nearest nearest = ToEdge(p, highest);
  if (nearest.distance <= height) return nearest;
  for (const Prism::Side& side : prism.sides()) {
    if (&side == &highest || side.normal.dot(p - side.corner_m) <= 0.0) continue;
    const Nearest here = ToEdge(p, side);
    if (here.distance < nearest.distance) nearest = here;
  }
  return nearest;
}

// How far z is above the top or below the bottom, whichever is nearer.
struct OverEnd {
  double height = 0.0;  // negative between them
  double sign = 1.0;    // +1 top, -1 bottom
  double level = 0.0;
};

OverEnd OverNearerEnd(double z, const Prism& prism) {
  const double over = z - prism.high_m();
  const double under = prism.low_m() - z;
  return over >= under ? OverEnd{over, 1.0, prism.high_m()} : OverEnd{under, -1.0, prism.low_m()};
}

Vec3 Raise(const Vec2& xy, double z) { return {xy.x(), xy.y(), z}; }

}  // namespace

absl::StatusOr<Prism> Prism::Create(std::span<const Vec2> corners_m, double low_m, double high_m) {
  const int count = static_cast<int>(corners_m.size());
  if (count < 3 || count > kMostSides) return InvalidField("corners", count, "3 or 4 in number");
  if (!(std::isfinite(low_m) && std::isfinite(high_m) && low_m < high_m)) {
    return InvalidField("high_m", high_m, "finite and above low_m");
  }
  Prism prism;
  prism.count_ = count;
  prism.low_m_ = low_m;
  prism.high_m_ = high_m;
  for (size_t i = 0; i < corners_m.size(); ++i) {
    const Vec2 edge = corners_m[(i + 1) % corners_m.size()] - corners_m[i];
    const Vec2 next_edge =
        corners_m[(i + 2) % corners_m.size()] - corners_m[(i + 1) % corners_m.size()];
    if (!(Cross(edge, next_edge) > 0.0)) {
      return InvalidField("corners[" + std::to_string((i + 1) % corners_m.size()) + "]",
                          Raise(corners_m[(i + 1) % corners_m.size()], 0.0),
                          "a left turn of a convex polygon");
    }
    const double length = edge.norm();
    const Vec2 along = edge / length;
    prism.sides_[i] = {corners_m[i], along, Vec2(along.y(), -along.x()), length};
  }
  return prism;
}

SphereContact SpherePrism(const Vec3& centre_m, double radius_m, const Prism& prism) {
  const Nearest flat = ToPolygon(centre_m.head<2>(), prism);
  const OverEnd end = OverNearerEnd(centre_m.z(), prism);

  if (flat.distance > 0.0 && end.height > 0.0) {
    const Vec3 point = Raise(flat.point, end.level);
    const Vec3 apart = centre_m - point;
    const double distance = apart.norm();
    return {distance - radius_m, apart / distance, point};
  }
  if (flat.distance > end.height) {
    return {flat.distance - radius_m, Raise(flat.normal, 0.0), Raise(flat.point, centre_m.z())};
  }
  return {end.height - radius_m, Vec3(0.0, 0.0, end.sign),
          Vec3(centre_m.x(), centre_m.y(), end.level)};
}

double LeastPrismGap(const Vec3& centre_m, double radius_m, const Prism& prism) {
  double over_side = 0.0;
  HighestSide(centre_m.head<2>(), prism, over_side);
  return std::max(over_side, OverNearerEnd(centre_m.z(), prism).height) - radius_m;
}

}  // namespace carom
