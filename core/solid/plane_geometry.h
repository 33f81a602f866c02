#ifndef CAROM_CORE_SOLID_PLANE_GEOMETRY_H_
#define CAROM_CORE_SOLID_PLANE_GEOMETRY_H_

#include <algorithm>
#include <vector>

#include "core/base/vec3.h"

namespace carom {

/// Plane geometry for the checks of tables and layouts; coordinates in m, all inputs finite.

/// z component of a x b.
inline double Cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// False only when the boxes around two segments, one of them grown by `margin_m`, have no point in
/// common. It takes a few comparisons, which answer most questions of what is near or between.
inline bool BoxesOverlap(const Vec2& a_start, const Vec2& a_end, const Vec2& b_start,
                         const Vec2& b_end, double margin_m) {
  const auto meet = [margin_m](double a0, double a1, double b0, double b1) {
    return std::min(a0, a1) <= std::max(b0, b1) + margin_m &&
           std::min(b0, b1) <= std::max(a0, a1) + margin_m;
  };
  return meet(a_start.x(), a_end.x(), b_start.x(), b_end.x()) &&
         meet(a_start.y(), a_end.y(), b_start.y(), b_end.y());
}

/// The point of the segment (end points included) that is nearest to `point`.
Vec2 NearestOnSegment(const Vec2& point, const Vec2& start, const Vec2& end);

/// True when two closed segments have a point in common.
bool SegmentsIntersect(const Vec2& a_start, const Vec2& a_end, const Vec2& b_start,
                       const Vec2& b_end);

/// True when `point` lies within the polygon by the even-odd rule. A point on an edge may fall on
/// either side.
bool InsidePolygon(const Vec2& point, const std::vector<Vec2>& polygon);

}  // namespace carom

#endif  // CAROM_CORE_SOLID_PLANE_GEOMETRY_H_
