#include "core/shot/drawn/aims.h"

#include <algorithm>

#include "core/base/portable_math.h"

namespace carom {

double AzimuthForHitOffset(const Vec2& cue_m, const Vec2& ball_m, double reach_m,
                           double hit_offset) {
  const Vec2 line_m = ball_m - cue_m;
  return Atan2(line_m.y(), line_m.x()) + Asin(hit_offset * std::min(reach_m / line_m.norm(), 1.0));
}

double AzimuthToPot(const Vec2& cue_m, const Vec2& ball_m, double reach_m, const Vec2& pocket_m) {
  const Vec2 path_m = pocket_m - ball_m;
  const Vec2 ghost_m = ball_m - reach_m / path_m.norm() * path_m;
  const Vec2 line_m = ghost_m - cue_m;
  return Atan2(line_m.y(), line_m.x());
}

}  // namespace carom
