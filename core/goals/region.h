#ifndef CAROM_CORE_GOALS_REGION_H_
#define CAROM_CORE_GOALS_REGION_H_

#include <variant>
#include <vector>

#include "core/base/vec3.h"

namespace carom::goals {

struct InCircle {
  Vec2 centre_m = Vec2::Zero();
  double radius_m = 0.0;
};

/// By the even-odd rule.
struct InPolygon {
  std::vector<Vec2> corners_m;
};

/// Within a distance of a segment, its ends included.
struct NearLine {
  Vec2 start_m = Vec2::Zero();
  Vec2 end_m = Vec2::Zero();
  double distance_m = 0.0;
};

/// Where a ball's centre is wanted, on the plane of the cloth.
using Region = std::variant<InCircle, InPolygon, NearLine>;

/// How far a point is inside the region, m: the distance to the nearest point of its boundary;
/// negative outside. Allocates nothing.
double DepthInside(const Region& region, const Vec2& point_m);

}  // namespace carom::goals

#endif  // CAROM_CORE_GOALS_REGION_H_
