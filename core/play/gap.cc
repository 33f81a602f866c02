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

// Where a place is, seen along a lane from its start.
struct BesideLane {
  BesideLane(const Lane& lane, const Vec2& place_m) {
    const Vec2 to_place = place_m - lane.from_m;
    ahead_m = to_place.dot(lane.ahead);
    left_m = lane.ahead.x() * to_place.y() - lane.ahead.y() * to_place.x();
  }
  double ahead_m;
  double left_m;
};

// Of these balls all that may cast a shadow on a gap, and some that do not. It takes no branches
// but that of the loop, since where a ball is cannot be predicted.
uint32_t NearLane(const aim::Lanes& lanes, int ball, const Lane& lane, uint32_t others,
                  const Gap& gap) {
  const double widest_m = std::max(std::abs(gap.low_m), std::abs(gap.high_m));
  // At least 1 / cos of the angle by which the way to the farther edge turns from the middle: the
  // square root of 1 + x^2 is at most 1 + x^2 / 2.
  const double turned = widest_m * lane.inverse_per_m;
  const double most_turned = 1.0 + 0.5 * turned * turned;
  uint32_t near = 0;
  for (uint32_t left = others & lanes.in_play(); left != 0; left &= left - 1) {
    const int other = std::countr_zero(left);
    const double touch_m = lanes.Touch(ball, other);
    const BesideLane at(lane, lanes.Place(other));
    const auto is_near =
        static_cast<unsigned>(at.ahead_m > 0.0) &
        static_cast<unsigned>(at.ahead_m < lane.far_m + touch_m) &
        static_cast<unsigned>(std::abs(at.left_m) < most_turned * touch_m + widest_m);
    near |= is_near << other;
  }
  return near;
}

}  // namespace

NarrowedGap Narrow(const aim::Lanes& lanes, int ball, const Lane& lane, uint32_t others,
                   const Gap& gap) {
  NarrowedGap narrowed{gap, 0};
  for (uint32_t left = NearLane(lanes, ball, lane, others & ~(1u << ball), gap); left != 0;
       left &= left - 1) {
    const int other = std::countr_zero(left);
    const BesideLane at(lane, lanes.Place(other));
    const Gap shadow = ShadowOf(at.ahead_m, at.left_m, lanes.Touch(ball, other), lane.far_m);
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
