#include "core/goals/region.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "core/solid/plane_geometry.h"

namespace carom::goals {
namespace {

double Depth(const InCircle& circle, const Vec2& point_m) {
  return circle.radius_m - (point_m - circle.centre_m).norm();
}

double Depth(const InPolygon& polygon, const Vec2& point_m) {
  const std::vector<Vec2>& corners = polygon.corners_m;
  double nearest_m = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < corners.size(); ++i) {
    const Vec2& next = corners[(i + 1) % corners.size()];
    nearest_m = std::min(nearest_m, (point_m - NearestOnSegment(point_m, corners[i], next)).norm());
  }
  return InsidePolygon(point_m, corners) ? nearest_m : -nearest_m;
}

double Depth(const NearLine& line, const Vec2& point_m) {
  return line.distance_m - (point_m - NearestOnSegment(point_m, line.start_m, line.end_m)).norm();
}

}  // namespace

double DepthInside(const Region& region, const Vec2& point_m) {
  return std::visit([&point_m](const auto& shape) { return Depth(shape, point_m); }, region);
}

}  // namespace carom::goals
