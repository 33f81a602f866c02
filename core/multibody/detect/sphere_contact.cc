#include "core/multibody/detect/sphere_contact.h"

#include <string>

#include "core/solid/plane_geometry.h"

namespace carom {

namespace {

SphereContact Touch(const Vec3& centre, double radius, const Vec3& point) {
  const Vec3 apart = centre - point;
  const double distance = apart.norm();
  return {distance - radius, distance > 0.0 ? Vec3(apart / distance) : UnitZ(), point};
}

// Of the half of the circle on the side of `half`, the direction from the centre to the point that
// is nearest to a place at `offset`: its own, or that of the nearer end.
Vec2 DirectionOnHalf(const Vec2& offset, const Vec2& half) {
  const double off_axis = offset.norm();
  if (off_axis == 0.0) return half;
  if (offset.dot(half) >= 0.0) return offset / off_axis;
  const Vec2 across(-half.y(), half.x());
  return std::copysign(1.0, offset.dot(across)) * across;
}

Vec2 DirectionOnCircle(const Vec2& offset) {
  const double off_axis = offset.norm();
  return off_axis > 0.0 ? Vec2(offset / off_axis) : Vec2(1.0, 0.0);
}

}  // namespace

// A centre below the plane is still pressed up, or over the hole its rim, and below that its wall.
SphereContact SphereHole(const Vec3& centre_m, double radius_m, const Hole& hole) {
  if (!OverHole(centre_m, hole)) {
    return {centre_m.z() - radius_m, UnitZ(), Vec3(centre_m.x(), centre_m.y(), 0.0)};
  }
  const Vec2 offset = centre_m.head<2>() - hole.centre_m;
  const Vec2 outwards =
      hole.opening.isZero() ? DirectionOnCircle(offset) : DirectionOnHalf(offset, hole.opening);
  const Vec2 on_circle = hole.centre_m + hole.radius_m * outwards;
  return Touch(centre_m, radius_m, Vec3(on_circle.x(), on_circle.y(), std::min(centre_m.z(), 0.0)));
}

// In the direction of the nearest point the liner is two straight lines from axis to axis: upright
// below the plane, and from there to the upper rim. At the seam, which is concave, one of them is
// always nearer than it.
SphereContact SphereLiner(const Vec3& centre_m, double radius_m, const Hole& hole) {
  const Vec2 offset = centre_m.head<2>() - hole.centre_m;
  const Vec2 outwards = DirectionOnHalf(offset, -hole.opening);
  const auto at = [&](double from_axis_m, double height_m) {
    const Vec2 point = hole.centre_m + from_axis_m * outwards;
    return Touch(centre_m, radius_m, Vec3(point.x(), point.y(), height_m));
  };
  const double rise = hole.back_height_m;
  const double lean = hole.overhang_m;
  const double inside = hole.radius_m - offset.dot(outwards);
  const double along = (centre_m.z() * rise + inside * lean) / (rise * rise + lean * lean);
  const double share = std::clamp(along, 0.0, 1.0);
  const SphereContact back = at(hole.radius_m - share * lean, share * rise);
  const SphereContact wall = at(hole.radius_m, std::min(centre_m.z(), 0.0));
  return back.gap_m < wall.gap_m ? back : wall;
}

namespace {

// Unit, away from the z axis.
Vec3 Outward(const Vec3& centre) {
  const Vec2 outward = DirectionOnCircle(centre.head<2>());
  return {outward.x(), outward.y(), 0.0};
}

Vec3 AlongAxis(double z) { return {0.0, 0.0, z}; }

}  // namespace

SphereContact SphereCylinder(const Vec3& centre_m, double radius_m, const Cylinder& cylinder) {
  const Vec3 outward = Outward(centre_m);
  const double over_side = centre_m.head<2>().norm() - cylinder.radius_m;
  const double over_end = std::fabs(centre_m.z()) - cylinder.half_length_m;
  const double end = std::copysign(1.0, centre_m.z());

  if (over_side > 0.0 && over_end > 0.0) {
    const Vec3 rim = cylinder.radius_m * outward + AlongAxis(end * cylinder.half_length_m);
    const double distance = std::sqrt(over_side * over_side + over_end * over_end);
    return {distance - radius_m, (centre_m - rim) / distance, rim};
  }
  if (over_side > over_end) {
    return {over_side - radius_m, outward, cylinder.radius_m * outward + AlongAxis(centre_m.z())};
  }
  return {over_end - radius_m, AlongAxis(end),
          Vec3(centre_m.x(), centre_m.y(), end * cylinder.half_length_m)};
}

SphereContact SphereInBore(const Vec3& centre_m, double radius_m, double bore_radius_m) {
  const Vec3 outward = Outward(centre_m);
  return {bore_radius_m - centre_m.head<2>().norm() - radius_m, -outward,
          bore_radius_m * outward + AlongAxis(centre_m.z())};
}

namespace {

// Where a point is nearest to the polygon, in the plane.
struct PlaneNearest {
  double distance = 0.0;  // negative inside
  Vec2 normal = Vec2::Zero();
  Vec2 point = Vec2::Zero();
};

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
PlaneNearest ToEdge(const Vec2& p, const Prism::Side& side) {
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

PlaneNearest ToPolygon(const Vec2& p, const Prism& prism) {
  double height = 0.0;
  const Prism::Side& highest = HighestSide(p, prism, height);
  if (height <= 0.0) return {height, highest.normal, p - height * highest.normal};
  // Nothing of the polygon is nearer than its highest line. Right in front of that edge, done.
  PlaneNearest nearest = ToEdge(p, highest);
  if (nearest.distance <= height) return nearest;
  for (const Prism::Side& side : prism.sides()) {
    if (&side == &highest || side.normal.dot(p - side.corner_m) <= 0.0) continue;
    const PlaneNearest here = ToEdge(p, side);
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
  const PlaneNearest flat = ToPolygon(centre_m.head<2>(), prism);
  const OverEnd end = OverNearerEnd(centre_m.z(), prism);

  if (flat.distance > 0.0 && end.height > 0.0) {
    return Touch(centre_m, radius_m, Raise(flat.point, end.level));
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
