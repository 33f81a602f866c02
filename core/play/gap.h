#ifndef CAROM_CORE_PLAY_GAP_H_
#define CAROM_CORE_PLAY_GAP_H_

#include <cstdint>

#include "core/aim/lanes.h"

namespace carom::play {

/// How far beside a place a ball may pass it, m to the left of its straight way there.
struct Gap {
  double low_m = 0.0;
  double high_m = 0.0;

  bool IsOpen() const { return high_m > low_m; }
  double Middle() const { return 0.5 * (low_m + high_m); }
  double Half() const { return 0.5 * (high_m - low_m); }
};

/// A straight way.
struct Lane {
  Lane() = default;
  Lane(const Vec2& from, const Vec2& to)
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

/// A gap, and the balls that narrow it, a bit each.
struct NarrowedGap {
  Gap gap;
  uint32_t by = 0;
};

/// What `others` leave of a gap at the end of a lane for a ball that comes along it: where one
/// stands in it, the wider side. A pure function of the balls that narrow it.
NarrowedGap Narrow(const aim::Lanes& lanes, int ball, const Lane& lane, uint32_t others,
                   const Gap& gap);

}  // namespace carom::play

#endif  // CAROM_CORE_PLAY_GAP_H_
