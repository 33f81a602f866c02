#ifndef CAROM_CORE_TABLE_FACTOR_TABLE_H_
#define CAROM_CORE_TABLE_FACTOR_TABLE_H_

#include <algorithm>
#include <array>

#include "core/base/constants.h"
#include "core/base/interval.h"

namespace carom {

/// A factor that depends on a number x, a speed or an angle: at a few x it is given, between two of
/// them it is linear, and beyond the first and the last it is constant. Without points it is 1. A
/// value: no allocation. Factors are of any kind of number.
template <class Number>
class FactorTableOf {
 public:
  static constexpr int kMostPoints = 8;
  static constexpr Interval kSpeedRange{0.0, 100.0};    ///< Of x, m/s.
  static constexpr Interval kAngleRange{0.0, kHalfPi};  ///< Of x, rad.
  static constexpr Interval kFactorRange{0.01, 100.0};
  /// The least distance of two x.
  static constexpr double kLeastStep = 0.01;

  struct Point {
    double at = 0.0;
    Number factor = 1.0;
  };

  /// The factor is `factor` + `slope` (x - `from`) at x from `from` up to the next point's.
  struct Piece {
    double from = 0.0;
    Number factor = 1.0;
    Number slope = 0.0;
  };

  /// Requires room for it, and a greater x than that of the last point.
  void Add(const Point& point) { points_[static_cast<size_t>(count_++)] = point; }

  int size() const { return count_; }
  const Point& operator[](int i) const { return points_[static_cast<size_t>(i)]; }
  Point& operator[](int i) { return points_[static_cast<size_t>(i)]; }

  /// Whether the factor is the same at all x, since no two points differ in x.
  bool IsConstant() const { return count_ < 2; }

  /// The piece that a falling x passes next: that below a point's own x.
  Piece Below(double x) const {
    int i = count_;
    while (i > 0 && (*this)[i - 1].at >= x) --i;
    if (i == 0) return {0.0, count_ == 0 ? Number(1.0) : (*this)[0].factor, 0.0};
    const Point& low = (*this)[i - 1];
    if (i == count_) return {low.at, low.factor, 0.0};
    const Point& high = (*this)[i];
    return {low.at, low.factor, (high.factor - low.factor) / (high.at - low.at)};
  }

  Number At(double x) const {
    const Piece piece = Below(x);
    return piece.factor + piece.slope * (x - piece.from);
  }

  Number Greatest() const {
    Number greatest = count_ == 0 ? Number(1.0) : (*this)[0].factor;
    for (int i = 1; i < count_; ++i) greatest = std::max(greatest, (*this)[i].factor);
    return greatest;
  }

 private:
  int count_ = 0;
  std::array<Point, kMostPoints> points_{};
};

using FactorTable = FactorTableOf<double>;

}  // namespace carom

#endif  // CAROM_CORE_TABLE_FACTOR_TABLE_H_
