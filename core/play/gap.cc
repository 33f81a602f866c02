#include "core/play/gap.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace carom::play {
namespace {

constexpr double kEndless_m = std::numeric_limits<double>::infinity();

// Which offsets at `far_m` lead to a touch with a ball `ahead_m` in front and `left_m` beside.
Gap ShadowOf(double ahead_m, double left_m, double touch_m, double far_m) {
  if (ahead_m >= far_m) {
    const double behind_m = ahead_m - far_m;
    const double half_m = std::sqrt(std::max(0.0, touch_m * touch_m - behind_m * behind_m));
    return {left_m - half_m, left_m + half_m};
  }
  // The tangents from the place to the circle of contact.
  const double sine = std::min(1.0, touch_m / std::sqrt(ahead_m * ahead_m + left_m * left_m));
  const double cosine = std::sqrt(1.0 - sine * sine);
  const double low_ahead = ahead_m * cosine + left_m * sine;
  const double high_ahead = ahead_m * cosine - left_m * sine;
  return {low_ahead > 0.0 ? far_m * (left_m * cosine - ahead_m * sine) / low_ahead : -kEndless_m,
          high_ahead > 0.0 ? far_m * (left_m * cosine + ahead_m * sine) / high_ahead : kEndless_m};
}

}  // namespace

NarrowedGap Narrow(const aim::BallMap& map, int ball, const Segment& segment, uint32_t others,
                   const Gap& gap) {
  NarrowedGap narrowed{gap, 0};
  const Band band(segment, gap);
  for (uint32_t left = band.Near(map, ball, segment) & others & ~(1u << ball); left != 0;
       left &= left - 1) {
    const int other = std::countr_zero(left);
    const double touch_m = map.ContactDistance(ball, other);
    if (band.Holds(segment, map.Place(other), touch_m) == 0) continue;
    const SegmentCoordinates at(segment, map.Place(other));
    const Gap shadow = ShadowOf(at.ahead_m, at.left_m, touch_m, segment.far_m);
    if (shadow.high_m <= gap.low_m || shadow.low_m >= gap.high_m) continue;
    narrowed.by |= 1u << other;
    if (narrowed.gap.high_m - shadow.high_m >= shadow.low_m - narrowed.gap.low_m) {
      narrowed.gap.low_m = std::max(narrowed.gap.low_m, shadow.high_m);
    } else {
      narrowed.gap.high_m = std::min(narrowed.gap.high_m, shadow.low_m);
    }
  }
  return narrowed;
}

}  // namespace carom::play
