#ifndef CAROM_CORE_TABLE_PLANE_GEOMETRY_H_
#define CAROM_CORE_TABLE_PLANE_GEOMETRY_H_

#include <vector>

#include "core/base/vec3.h"

namespace carom {

/// Plane geometry for the checks of tables and layouts; coordinates in m, all inputs finite.

/// z component of a x b.
inline double Cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// The point of the segment (end points included) that is nearest to `point`.
Vec2 NearestOnSegment(const Vec2& point, const Vec2& start, const Vec2& end);

/// True when two closed segments have a point in common.
bool SegmentsMeet(const Vec2& a_start, const Vec2& a_end, const Vec2& b_start, const Vec2& b_end);

/// True when `point` lies within the polygon by the even-odd rule. A point on an edge may fall on
/// either side.
bool InsidePolygon(const Vec2& point, const std::vector<Vec2>& polygon);

}  // namespace carom

#endif  // CAROM_CORE_TABLE_PLANE_GEOMETRY_H_
