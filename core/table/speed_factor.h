#ifndef CAROM_CORE_TABLE_SPEED_FACTOR_H_
#define CAROM_CORE_TABLE_SPEED_FACTOR_H_

#include <algorithm>
#include <array>

#include "core/base/interval.h"

namespace carom {

/// A factor that depends on a speed: at a few speeds it is given, between two of them it is linear,
/// and beyond the first and the last it is constant. Without points it is 1. A value: no
/// allocation.
class SpeedFactor {
 public:
  static constexpr int kMostPoints = 8;
  static constexpr Interval kSpeedRange{0.0, 100.0};
  static constexpr Interval kFactorRange{0.01, 100.0};
  /// The least distance of two speeds, m/s.
  static constexpr double kLeastStep_m_s = 0.01;

  struct Point {
    double speed_m_s = 0.0;
    double factor = 1.0;
  };

  /// The factor is `factor` + `slope` (v - `from_m_s`) at speeds v from `from_m_s` up to the next
  /// point's.
  struct Piece {
    double from_m_s = 0.0;
    double factor = 1.0;
    double slope_s_m = 0.0;
  };

  /// Requires room for it, and a greater speed than that of the last point.
  void Add(const Point& point) { points_[static_cast<size_t>(count_++)] = point; }

  int size() const { return count_; }
  const Point& operator[](int i) const { return points_[static_cast<size_t>(i)]; }

  /// Whether the factor is the same at all speeds, since no two points differ in speed.
  bool IsConstant() const { return count_ < 2; }

  /// The piece that a falling speed passes next: that below a point's own speed.
  Piece Below(double speed_m_s) const {
    int i = count_;
    while (i > 0 && (*this)[i - 1].speed_m_s >= speed_m_s) --i;
    if (i == 0) return {0.0, count_ == 0 ? 1.0 : (*this)[0].factor, 0.0};
    const Point& low = (*this)[i - 1];
    if (i == count_) return {low.speed_m_s, low.factor, 0.0};
    const Point& high = (*this)[i];
    return {low.speed_m_s, low.factor,
            (high.factor - low.factor) / (high.speed_m_s - low.speed_m_s)};
  }

  double At(double speed_m_s) const {
    const Piece piece = Below(speed_m_s);
    return piece.factor + piece.slope_s_m * (speed_m_s - piece.from_m_s);
  }

  double Greatest() const {
    double greatest = count_ == 0 ? 1.0 : (*this)[0].factor;
    for (int i = 1; i < count_; ++i) greatest = std::max(greatest, (*this)[i].factor);
    return greatest;
  }

 private:
  int count_ = 0;
  std::array<Point, kMostPoints> points_{};
};

}  // namespace carom

#endif  // CAROM_CORE_TABLE_SPEED_FACTOR_H_
