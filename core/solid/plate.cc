#include "core/solid/plate.h"

#include <algorithm>

#include "core/solid/plane_geometry.h"
#include "core/solid/resolution.h"

namespace carom {

bool Covered(const std::vector<Circle>& circles, const Vec2& point_m) {
  return std::any_of(circles.begin(), circles.end(),
                     [&](const Circle& circle) { return circle.Covers(point_m); });
}

Nearest NearestOnPlate(double height_m, const Vec3& centre_m, double radius_m) {
  Nearest nearest;
  nearest.gap_m = centre_m.z() - height_m - radius_m;
  nearest.normal = UnitZ();
  nearest.place_m = Vec3(centre_m.x(), centre_m.y(), height_m);
  return nearest;
}

RailSolid::RailSolid(const RailTop& top, std::vector<PlateHole> holes, double radius_m)
    : top_(top), holes_(std::move(holes)), radius_m_(radius_m) {}

bool RailSolid::CoversPoint(const Vec2& point_m) const {
  const bool over_hole = std::any_of(holes_.begin(), holes_.end(),
                                     [&](const PlateHole& hole) { return hole.Covers(point_m); });
  return !over_hole && InsidePolygon(point_m, top_.corners_m);
}

Parts RailSolid::PartsNear(const Vec3& centre_m, bool on_cloth) const {
  Parts parts;
  if (!on_cloth && CoversPoint(centre_m.head<2>())) {
    parts.AddHard(NearestOnPlate(top_.height_m, centre_m, radius_m_));
  }
  return parts;
}

OptionalTime RailSolid::Crossing(const Approach& approach) const {
  if (approach.on_cloth || !approach.Low(top_.height_m)) return std::nullopt;
  const auto covers = [&](const Vec2& point) { return CoversPoint(point); };
  return PlateCrossing(approach.centre, top_.height_m, radius_m_, covers, approach.window_s,
                       approach.separated, approach.useful_s);
}

Vicinity RailSolid::Around(bool /*in_plane*/) const {
  Vec2 low = top_.corners_m.front();
  Vec2 high = low;
  for (const Vec2& corner : top_.corners_m) {
    low = low.cwiseMin(corner);
    high = high.cwiseMax(corner);
  }
  return VicinityOfBox({low.x(), high.x(), low.y(), high.y()}, top_.height_m + radius_m_);
}

SlateSolid::SlateSolid(std::vector<Circle> holes, double radius_m)
    : holes_(std::move(holes)), radius_m_(radius_m) {
  // A centre right above the edge is over the hole, whatever its rounding.
  for (Circle& hole : holes_) hole.radius_m += kResolution_m;
}

OptionalTime SlateSolid::Crossing(const Approach& approach) const {
  const auto on_slate = [&](const Vec2& point) { return !Covered(holes_, point); };
  return PlateCrossing(approach.centre, 0.0, radius_m_, on_slate, approach.window_s,
                       approach.separated, approach.useful_s);
}

}  // namespace carom
