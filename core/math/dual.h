#ifndef CAROM_CORE_MATH_DUAL_H_
#define CAROM_CORE_MATH_DUAL_H_

#include <Eigen/Core>
#include <cmath>
#include <limits>

#include "core/base/vec3.h"

namespace carom {

/// A number with its derivatives by N columns: forward differentiation. Functions of it give, as
/// values, the very bits that the same functions of doubles give, and compare by value.
template <int N>
struct Dual {
  using Slopes = Eigen::Array<double, N, 1>;

  Dual() = default;
  Dual(double number) : value(number) {}  // NOLINT: a constant is a number without slopes.
  Dual(double number, const Slopes& by_columns) : value(number), slope(by_columns) {}

  double value = 0.0;
  Slopes slope = Slopes::Zero();

  friend Dual operator-(const Dual& a) { return {-a.value, -a.slope}; }
  friend Dual operator+(const Dual& a, const Dual& b) {
    return {a.value + b.value, a.slope + b.slope};
  }
  friend Dual operator-(const Dual& a, const Dual& b) {
    return {a.value - b.value, a.slope - b.slope};
  }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.slope * b.value + b.slope * a.value};
  }
  friend Dual operator*(double a, const Dual& b) { return {a * b.value, a * b.slope}; }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const double quotient = a.value / b.value;
    return {quotient, (a.slope - quotient * b.slope) / b.value};
  }
  friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend auto operator<=>(const Dual& a, const Dual& b) { return a.value <=> b.value; }
};

template <int N>
Dual<N> sqrt(const Dual<N>& a) {
  const double root = std::sqrt(a.value);
  return {root, a.slope / (2.0 * root)};
}
template <int N>
Dual<N> abs(const Dual<N>& a) {
  return {std::abs(a.value), std::signbit(a.value) ? (-a.slope).eval() : a.slope};
}
/// The sign is a constant.
template <int N>
Dual<N> copysign(const Dual<N>& size, const Dual<N>& sign) {
  return std::signbit(size.value) == std::signbit(sign.value) ? size : -size;
}

/// A vector with its derivatives by N columns.
template <int N>
struct DualVec3 {
  using Scalar = Dual<N>;
  using Slopes = Eigen::Array<double, N, 3>;  ///< A column of this for each axis.

  DualVec3() = default;
  explicit DualVec3(const Vec3& vector) : value(vector) {}
  DualVec3(const Vec3& vector, const Slopes& by_columns) : value(vector), slope(by_columns) {}
  DualVec3(const Scalar& x, const Scalar& y, const Scalar& z) : value(x.value, y.value, z.value) {
    slope << x.slope, y.slope, z.slope;
  }
  static DualVec3 Zero() { return {}; }

  Scalar x() const { return Axis(0); }
  Scalar y() const { return Axis(1); }
  Scalar z() const { return Axis(2); }
  Scalar Axis(int axis) const { return {value[axis], slope.col(axis)}; }

  /// Without slopes where the length is zero, at which it has none.
  Scalar norm() const {
    const double length = value.norm();
    if (length == 0.0) return 0.0;
    return {length, (slope.matrix() * (value / length)).array()};
  }

  Scalar squaredNorm() const {
    return {value.squaredNorm(), (slope.matrix() * (2.0 * value)).array()};
  }

  Vec3 value = Vec3::Zero();
  Slopes slope = Slopes::Zero();

  friend DualVec3 operator+(const DualVec3& a, const DualVec3& b) {
    return {a.value + b.value, a.slope + b.slope};
  }
  friend DualVec3 operator-(const DualVec3& a, const DualVec3& b) {
    return {a.value - b.value, a.slope - b.slope};
  }
  friend DualVec3 operator*(double a, const DualVec3& b) { return {a * b.value, a * b.slope}; }
  friend DualVec3 operator*(const Scalar& a, const DualVec3& b) {
    return {a.value * b.value,
            a.value * b.slope + (a.slope.matrix() * b.value.transpose()).array()};
  }
  friend DualVec3 operator/(const DualVec3& a, const Scalar& b) {
    const Vec3 quotient = a.value / b.value;
    return {quotient, (a.slope - (b.slope.matrix() * quotient.transpose()).array()) / b.value};
  }
};

template <int N>
DualVec3<N> Horizontal(const DualVec3<N>& v) {
  return DualVec3<N>(v.x(), v.y(), 0.0);
}
template <int N>
DualVec3<N> PerpendicularZ(const DualVec3<N>& v) {
  return DualVec3<N>(-v.y(), v.x(), 0.0);
}

template <int N>
void SetZ(const Dual<N>& z, DualVec3<N>& v) {
  v.value.z() = z.value;
  v.slope.col(2) = z.slope;
}

template <int N>
struct VectorOf<Dual<N>> {
  using Type = DualVec3<N>;
};

}  // namespace carom

#endif  // CAROM_CORE_MATH_DUAL_H_
