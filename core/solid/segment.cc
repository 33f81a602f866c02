#include "core/solid/segment.h"

#include <algorithm>

#include "core/solid/gap.h"
#include "core/solid/shell.h"

namespace carom {

OptionalTime EndPointCrossing(const Motion3D& motion, const Vec3& point_m, const Vec3& beyond,
                              double radius_m, double window_s, bool separated, double useful_s) {
  const Motion3D offset = Relative(motion, point_m);
  const Quadratic beyond_m = Along(offset, beyond);
  return ShellCrossing(SquaredShell(PointGap(offset, radius_m), radius_m, motion), separated,
                       window_s, useful_s, [&](double t) { return beyond_m.Evaluate(t) >= 0.0; });
}

OptionalTime SpaceSegmentCrossing(const Motion3D& motion, const SpaceSegment& segment,
                                  double radius_m, double window_s, bool separated,
                                  double useful_s) {
  const Motion3D offset = Relative(motion, segment.start_m);
  const Quartic gap = LineGap(offset, segment.along, radius_m);
  // A centre outside the endless cylinder is outside the ends too.
  if (SurelyPositive(gap, std::min(useful_s, window_s))) return std::nullopt;
  const Quadratic along_m = Along(offset, segment.along);
  const auto beside = [&](double t) {
    const double s_m = along_m.Evaluate(t);
    return s_m >= 0.0 && s_m <= segment.length_m;
  };
  const auto side =
      ShellCrossing(SquaredShell(gap, radius_m, motion), separated, window_s, useful_s, beside);
  const auto start = EndPointCrossing(motion, segment.start_m, -segment.along, radius_m, window_s,
                                      separated, useful_s);
  const auto end = EndPointCrossing(motion, segment.end_m(), segment.along, radius_m, window_s,
                                    separated, useful_s);
  return EarlierOf(side, EarlierOf(start, end));
}

Nearest NearestOnSpaceSegment(const SpaceSegment& segment, const Vec3& centre_m, double radius_m) {
  const double along_m = segment.along.dot(centre_m - segment.start_m);
  const double foot_m = std::clamp(along_m, 0.0, segment.length_m);
  Nearest nearest = NearestToPoint(centre_m, segment.start_m + foot_m * segment.along, radius_m);
  const bool beside = foot_m == along_m && nearest.gap_m > -radius_m;
  if (beside) nearest.curvature = LineCurvature(segment.along, nearest.gap_m + radius_m);
  return nearest;
}

}  // namespace carom
