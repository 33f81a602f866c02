#include "core/play/gap.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/base/constants.h"

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

// Whether a ball clear of the start blocks the paths to both edges, and so all between: the
// distances from these paths, which are no shorter than `far_m`, are compared. It takes no root;
// false where it is nearly so.
bool Covers(const SegmentCoordinates& at, double touch_m, double far_m, const Gap& gap) {
  constexpr double kLess = 1.0 - 1e-6;
  const double across = at.left_m * far_m;
  const double reach = kLess * touch_m * far_m;
  return at.ahead_m < far_m && std::abs(across - at.ahead_m * gap.low_m) < reach &&
         std::abs(across - at.ahead_m * gap.high_m) < reach &&
         kLess * (at.ahead_m * at.ahead_m + at.left_m * at.left_m) > touch_m * touch_m;
}

// By these balls; with `all` false only until the gap is closed.
NarrowedGap NarrowBy(const aim::BallMap& map, int ball, const Segment& segment, const Band& band,
                     uint32_t others, const Gap& gap, bool all) {
  NarrowedGap narrowed{gap, 0};
  for (uint32_t left = others & ~(1u << ball); left != 0; left &= left - 1) {
    const int other = std::countr_zero(left);
    const double touch_m = map.ContactDistance(ball, other);
    if (band.Holds(segment, map.Place(other), touch_m) == 0) continue;
    const SegmentCoordinates at(segment, map.Place(other));
    if (Covers(at, touch_m, segment.far_m, gap)) {
      narrowed.by |= 1u << other;
      narrowed.gap = Gap();
    } else {
      const Gap shadow = ShadowOf(at.ahead_m, at.left_m, touch_m, segment.far_m);
      if (shadow.high_m <= gap.low_m || shadow.low_m >= gap.high_m) continue;
      narrowed.by |= 1u << other;
      if (narrowed.gap.high_m - shadow.high_m >= shadow.low_m - narrowed.gap.low_m) {
        narrowed.gap.low_m = std::max(narrowed.gap.low_m, shadow.high_m);
      } else {
        narrowed.gap.high_m = std::min(narrowed.gap.high_m, shadow.low_m);
      }
    }
    if (!all && !narrowed.gap.IsOpen()) break;
  }
  return narrowed;
}

}  // namespace

void RoughBands::Set(int number, const Segment& segment, const Band& band, double most_touch_m) {
  constexpr double kMore = 1.0 + aim::kRough;  // Rounding of what is stored.
  const auto set = [number](auto& lanes, double value) {
    lanes[Index(number / 4)][number % 4] = static_cast<float>(value);
  };
  set(ahead_x_, segment.ahead.x());
  set(ahead_y_, segment.ahead.y());
  set(far_m_, kMore * (segment.far_m + most_touch_m));
  set(wide_m_, kMore * (band.most_turned_ * most_touch_m + band.widest_m_));
}

uint32_t RoughBands::Near(const Vec2& from_start_m) const {
  const auto x = static_cast<float>(from_start_m.x());
  const auto y = static_cast<float>(from_start_m.y());
  const float slack = aim::kRough * (std::abs(x) + std::abs(y));
  aim::Bits4 near{};
  aim::Bits4 bits{1, 2, 4, 8};
  for (size_t i = 0; i < ahead_x_.size(); ++i) {
    const aim::Floats4 ahead = x * ahead_x_[i] + y * ahead_y_[i];
    const aim::Floats4 left = y * ahead_x_[i] - x * ahead_y_[i];
    const aim::Floats4 wide = wide_m_[i] + slack;
    near |=
        (ahead >= -slack) & (ahead <= far_m_[i] + slack) & (left >= -wide) & (left <= wide) & bits;
    bits <<= 4;
  }
  return aim::AnyOf(near);
}

NarrowedGap Narrow(const aim::BallMap& map, int ball, const Segment& segment, const Band& band,
                   uint32_t others, const Gap& gap) {
  // Of few balls each is looked at.
  const uint32_t but_one = others & (others - 1);
  if ((but_one & (but_one - 1)) != 0) others &= band.Near(map, ball, segment);
  return NarrowBy(map, ball, segment, band, others & map.in_play(), gap, /*all=*/true);
}

Gap LeftOf(const aim::BallMap& map, int ball, const Segment& segment, uint32_t others,
           const Gap& gap) {
  const Band band(segment, gap);
  others &= band.Near(map, ball, segment);
  return NarrowBy(map, ball, segment, band, others, gap, /*all=*/false).gap;
}

}  // namespace carom::play
