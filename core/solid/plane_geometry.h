#ifndef CAROM_CORE_SOLID_PLANE_GEOMETRY_H_
#define CAROM_CORE_SOLID_PLANE_GEOMETRY_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/vec3.h"
#include "core/kernels/rows.h"
#include "core/solid/gap.h"
#include "core/solid/resolution.h"

namespace carom {

/// Plane geometry for the checks of tables and layouts; coordinates in m, all inputs finite.

/// z component of a x b.
inline double Cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// False only when the boxes around two segments, one of them grown by `margin_m`, have no point in
/// common. It takes a few comparisons, which answer most questions of what is near or between.
inline bool BoxesOverlap(const Vec2& a_start, const Vec2& a_end, const Vec2& b_start,
                         const Vec2& b_end, double margin_m) {
  const auto overlap = [margin_m](double a0, double a1, double b0, double b1) {
    return std::min(a0, a1) <= std::max(b0, b1) + margin_m &&
           std::min(b0, b1) <= std::max(a0, a1) + margin_m;
  };
  return overlap(a_start.x(), a_end.x(), b_start.x(), b_end.x()) &&
         overlap(a_start.y(), a_end.y(), b_start.y(), b_end.y());
}

/// The point of the segment (end points included) that is nearest to `point`.
Vec2 NearestOnSegment(const Vec2& point, const Vec2& start, const Vec2& end);

/// True when two closed segments have a point in common.
bool SegmentsIntersect(const Vec2& a_start, const Vec2& a_end, const Vec2& b_start,
                       const Vec2& b_end);

/// True when `point` lies within the polygon by the even-odd rule. A point on an edge may fall on
/// either side.
bool InsidePolygon(const Vec2& point, const std::vector<Vec2>& polygon);

/// An axis-parallel rectangle seen from above, ends included, m.
struct Box {
  double x_low = 0.0;
  double x_high = 0.0;
  double y_low = 0.0;
  double y_high = 0.0;

  bool Overlaps(const Box& other) const {
    return x_low <= other.x_high && other.x_low <= x_high && y_low <= other.y_high &&
           other.y_low <= y_high;
  }

  bool Holds(const Vec2& point) const {
    return x_low <= point.x() && point.x() <= x_high && y_low <= point.y() && point.y() <= y_high;
  }

  /// The whole plane.
  static Box Everything() {
    constexpr double kFar_m = std::numeric_limits<double>::infinity();
    return {-kFar_m, kFar_m, -kFar_m, kFar_m};
  }
  /// Holds no point.
  static Box Nowhere() { return {1.0, -1.0, 1.0, -1.0}; }
};

/// The largest part of a box that a side of another one, moved out by `margin_m`, cuts off: of
/// those that hold `kept`, or of all. Nowhere() if there is none.
Box LargestBeside(const Box& box, const Box& other, double margin_m, const Vec2* kept = nullptr);

/// The box of all points within `reach_m` of the segment from a to b. It also grows by
/// kResolution_m, so that what only just touches is inside.
inline Box BoxAround(const Vec2& a, const Vec2& b, double reach_m) {
  const double margin_m = reach_m + kResolution_m;
  return {std::min(a.x(), b.x()) - margin_m, std::max(a.x(), b.x()) + margin_m,
          std::min(a.y(), b.y()) - margin_m, std::max(a.y(), b.y()) + margin_m};
}

/// Holds a disc of `reach_m` around a centre that moves like this in [0, until_s]. A quadratic path
/// stays within the hull of its Bernstein coefficients: its first point, where both end tangents
/// meet, and its last point. Grows by kResolution_m, as BoxAround() does. The whole plane where
/// until_s is NaN, or so long that the four roundings of the fastest ball's path exceed that.
inline Box BoxOfPath(const Motion1D& x, const Motion1D& y, double until_s, double reach_m) {
  constexpr double kLongest_s =
      kResolution_m / (4.0 * std::numeric_limits<double>::epsilon() * kFastest_m_s);
  if (!(until_s <= kLongest_s)) return Box::Everything();
  const double margin_m = reach_m + kResolution_m;
  const double middle_x = x.c0 + 0.5 * x.c1 * until_s;
  const double middle_y = y.c0 + 0.5 * y.c1 * until_s;
  const double last_x = x.At(until_s);
  const double last_y = y.At(until_s);
  // A last point that is no number stays: nothing is smaller or larger.
  return {std::min(last_x, std::min(middle_x, x.c0)) - margin_m,
          std::max(last_x, std::max(middle_x, x.c0)) + margin_m,
          std::min(last_y, std::min(middle_y, y.c0)) - margin_m,
          std::max(last_y, std::max(middle_y, y.c0)) + margin_m};
}

/// Least and greatest value of a motion over [0, until_s].
inline void Extremes(const Motion1D& motion, double until_s, double& low, double& high) {
  const double end = motion.At(until_s);
  low = std::min(motion.c0, end);
  high = std::max(motion.c0, end);
  const bool turns = motion.c1 * (motion.c1 + 2.0 * motion.c2 * until_s) < 0.0;
  if (turns) {
    const double furthest = motion.At(-0.5 * motion.c1 / motion.c2);
    low = std::min(low, furthest);
    high = std::max(high, furthest);
  }
}

/// Holds all centres of balls that touch a body: those within reach of a segment seen from above,
/// at heights up to `highest_m`.
struct Vicinity {
  Vec2 start_m = Vec2::Zero();
  Vec2 end_m = Vec2::Zero();  ///< The same as the start for a disc.
  double reach_m = 0.0;
  double highest_m = std::numeric_limits<double>::infinity();
};

/// The vicinity of a disc.
inline Vicinity VicinityOfDisc(const Vec2& centre_m, double reach_m,
                               double highest_m = std::numeric_limits<double>::infinity()) {
  return {centre_m, centre_m, reach_m, highest_m};
}

/// The vicinity of all places in a box.
Vicinity VicinityOfBox(const Box& box, double highest_m);

inline Box BoxAround(const Vicinity& vicinity) {
  return BoxAround(vicinity.start_m, vicinity.end_m, vicinity.reach_m);
}

/// The vicinities of many bodies in columns, so that a kernel can test them all at once.
class VicinityColumns {
 public:
  void Add(const Vicinity& vicinity);

  size_t size() const { return size_; }
  Box BoxOf(size_t i) const {
    const auto [block, row] = Place(i);
    return {block.x_low[row], block.x_high[row], block.y_low[row], block.y_high[row]};
  }
  /// Whether a body's box and this box have a point in common.
  bool Overlaps(size_t i, const Box& box) const { return BoxOf(i).Overlaps(box); }

  int64_t memory_bytes() const {
    return static_cast<int64_t>(blocks_.capacity() * sizeof(rows::VicinityBlock));
  }

  /// For the kernels; valid until the next Add().
  rows::VicinityRows Rows() const { return {blocks_.data(), static_cast<int>(blocks_.size())}; }

 private:
  static constexpr size_t kRows = rows::VicinityBlock::kRows;

  struct PlaceOf {
    const rows::VicinityBlock& block;
    size_t row;
  };
  PlaceOf Place(size_t i) const { return {blocks_[i / kRows], i % kRows}; }

  size_t size_ = 0;
  std::vector<rows::VicinityBlock> blocks_;
};

/// The path of a centre in [0, until_s]; `lowest_m` is its least height. Not a number where until_s
/// is infinite.
rows::SweptPath SweptBy(const Motion1D& x, const Motion1D& y, double until_s, double lowest_m);

}  // namespace carom

#endif  // CAROM_CORE_SOLID_PLANE_GEOMETRY_H_
