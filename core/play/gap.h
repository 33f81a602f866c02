#ifndef CAROM_CORE_PLAY_GAP_H_
#define CAROM_CORE_PLAY_GAP_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/aim/geometry.h"
#include "core/aim/lanes.h"

namespace carom::play {

/// How far beside a place a ball may pass it, m to the left of its straight path there.
struct Gap {
  double low_m = 0.0;
  double high_m = 0.0;

  bool IsOpen() const { return high_m > low_m; }
  double Middle() const { return 0.5 * (low_m + high_m); }
  double Half() const { return 0.5 * (high_m - low_m); }
};

/// A straight path of a centre.
struct Segment {
  Segment() = default;
  Segment(const Vec2& from, const Vec2& to)
      : from_m(from),
        far_m((to - from).norm()),
        inverse_per_m(1.0 / far_m),
        ahead(inverse_per_m * (to - from)) {}

  Vec2 from_m = Vec2::Zero();
  double far_m = 0.0;
  double inverse_per_m = 0.0;  ///< Of `far_m`.
  Vec2 ahead = Vec2::Zero();   ///< Unit.

  Vec2 Left() const { return {-ahead.y(), ahead.x()}; }
  Vec2 EndBeside(double left_m) const { return from_m + far_m * ahead + left_m * Left(); }
};

/// Where a place is, seen along a segment from its start.
struct SegmentCoordinates {
  SegmentCoordinates(const Segment& segment, const Vec2& place_m) {
    const Vec2 to_place = place_m - segment.from_m;
    ahead_m = to_place.dot(segment.ahead);
    left_m = segment.ahead.x() * to_place.y() - segment.ahead.y() * to_place.x();
  }
  double ahead_m;
  double left_m;
};

/// The fan about a segment in which all balls lie that may cast a shadow on a gap at its end.
class Band {
 public:
  Band() = default;
  Band(const Segment& segment, const Gap& gap)
      : widest_m_(std::max(std::abs(gap.low_m), std::abs(gap.high_m))) {
    // More than 1 / cos of the angle by which the path to the farther edge turns from the middle:
    // the square root of 1 + x^2 is at most 1 + x^2 / 2.
    const double turned = widest_m_ * segment.inverse_per_m;
    most_turned_ = 1.0 + 1e-9 + 0.5 * turned * turned;
  }

  /// Those that it holds of all balls of a map for this one, a bit each, and perhaps some others.
  uint32_t Near(const aim::BallMap& map, int ball, const Segment& segment) const {
    const double touch_m = map.MostContactDistance(ball);
    return map.NearPath(segment.from_m, segment.ahead, 0.0, segment.far_m + touch_m,
                        most_turned_ * touch_m + widest_m_);
  }

  /// 1 or 0, of a ball that is touched at this distance. It takes no branch, since where a ball is
  /// cannot be predicted.
  unsigned Holds(const Segment& segment, const Vec2& place_m, double touch_m) const {
    const SegmentCoordinates at(segment, place_m);
    return static_cast<unsigned>(at.ahead_m > 0.0) &
           static_cast<unsigned>(at.ahead_m < segment.far_m + touch_m) &
           static_cast<unsigned>(std::abs(at.left_m) <
                                 most_turned_ * touch_m +
                                     widest_m_ * std::min(1.0, at.ahead_m * segment.inverse_per_m));
  }

 private:
  friend class RoughBands;

  double widest_m_ = 0.0;
  double most_turned_ = 1.0;
};

/// Bands that begin at one ball's place, eight of them, in single precision: a filter before what
/// is exact.
class RoughBands {
 public:
  static constexpr int kMost = 8;
  static_assert(kMost % 4 == 0);

  /// Of which none holds a ball before it is set.
  RoughBands() { far_m_.fill(aim::Floats4{} - 1.0f); }

  /// Of balls that are touched at this distance at the most.
  void Set(int number, const Segment& segment, const Band& band, double most_touch_m);
  /// Which of them, a bit each, may hold a ball at this offset from the place where they begin.
  uint32_t Near(const Vec2& from_start_m) const;

 private:
  std::array<aim::Floats4, kMost / 4> ahead_x_{}, ahead_y_{}, far_m_{}, wide_m_{};
};

/// A gap, and the balls that narrow it, a bit each.
struct NarrowedGap {
  Gap gap;
  uint32_t by = 0;
};

/// What `others` leave of a gap at the end of a segment for a ball that comes along it: where one
/// stands in it, the wider side. A pure function of the balls that narrow it.
NarrowedGap Narrow(const aim::BallMap& map, int ball, const Segment& segment, const Band& band,
                   uint32_t others, const Gap& gap);

/// That gap alone, or any closed one where it is closed.
Gap LeftOf(const aim::BallMap& map, int ball, const Segment& segment, uint32_t others,
           const Gap& gap);

}  // namespace carom::play

#endif  // CAROM_CORE_PLAY_GAP_H_
