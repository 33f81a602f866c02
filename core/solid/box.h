#ifndef CAROM_CORE_SOLID_BOX_H_
#define CAROM_CORE_SOLID_BOX_H_

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/vec3.h"
#include "core/solid/centre_motion.h"

namespace carom {

/// An axis-parallel rectangle seen from above, ends included, m.
struct Box {
  double x_low = 0.0;
  double x_high = 0.0;
  double y_low = 0.0;
  double y_high = 0.0;

  bool Meets(const Box& other) const {
    return x_low <= other.x_high && other.x_low <= x_high && y_low <= other.y_high &&
           other.y_low <= y_high;
  }

  /// The whole plane.
  static Box Everything() {
    constexpr double kFar_m = std::numeric_limits<double>::infinity();
    return {-kFar_m, kFar_m, -kFar_m, kFar_m};
  }
};

/// The box of all points within `reach_m` of the segment from a to b. It also grows by 1e-9 m, far
/// above the rounding of lengths of metres, so that what only just touches is inside.
inline Box BoxAround(const Vec2& a, const Vec2& b, double reach_m) {
  constexpr double kRounding_m = 1e-9;
  const double margin_m = reach_m + kRounding_m;
  return {std::min(a.x(), b.x()) - margin_m, std::max(a.x(), b.x()) + margin_m,
          std::min(a.y(), b.y()) - margin_m, std::max(a.y(), b.y()) + margin_m};
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

/// The box that a centre stays in until then; the whole plane if `until_s` is infinite.
inline Box ReachBox(const Motion1D& x, const Motion1D& y, double until_s) {
  if (!std::isfinite(until_s)) return Box::Everything();
  Box box;
  Extremes(x, until_s, box.x_low, box.x_high);
  Extremes(y, until_s, box.y_low, box.y_high);
  return box;
}

/// The boxes of many bodies, one column for each side, so that a kernel can test them all at once.
class BoxColumns {
 public:
  void Add(const Box& box) {
    x_low_.push_back(box.x_low);
    x_high_.push_back(box.x_high);
    y_low_.push_back(box.y_low);
    y_high_.push_back(box.y_high);
  }

  size_t size() const { return x_low_.size(); }
  Box At(size_t i) const { return {x_low_[i], x_high_[i], y_low_[i], y_high_[i]}; }

  bool Meets(size_t i, const Box& box) const {
    return x_low_[i] <= box.x_high && box.x_low <= x_high_[i] && y_low_[i] <= box.y_high &&
           box.y_low <= y_high_[i];
  }

  /// Calls `visit(i)` for each box that meets `box` when its turn comes; `box` may shrink
  /// meanwhile. All are compared first, without a branch: most do not meet it, and which do is hard
  /// to guess.
  template <class Visit>
  void ForEachMet(const Box& box, const Visit& visit) const {
    constexpr size_t kWord = 64;
    for (size_t first = 0; first < size(); first += kWord) {
      uint64_t met = 0;
      const size_t count = std::min(kWord, size() - first);
      for (size_t k = 0; k < count; ++k) met |= uint64_t{MeetsAt(first + k, box)} << k;
      for (; met != 0; met &= met - 1) {
        const size_t i = first + static_cast<size_t>(std::countr_zero(met));
        if (Meets(i, box)) visit(i);
      }
    }
  }

 private:
  bool MeetsAt(size_t i, const Box& box) const {
    return (static_cast<int>(x_low_[i] <= box.x_high) & static_cast<int>(box.x_low <= x_high_[i]) &
            static_cast<int>(y_low_[i] <= box.y_high) &
            static_cast<int>(box.y_low <= y_high_[i])) != 0;
  }

  std::vector<double> x_low_, x_high_, y_low_, y_high_;
};

}  // namespace carom

#endif  // CAROM_CORE_SOLID_BOX_H_
