#ifndef CAROM_CORE_MATH_DUAL_H_
#define CAROM_CORE_MATH_DUAL_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/base/vec3.h"

// Numbers and vectors that carry their derivatives. All that is short is inlined by force, and
// constructors write each number once: as arrays of Eigen, whose functions g++ 12 calls and whose
// zeros it clears by `rep stos`, they take three times as long.

namespace carom {

/// The derivatives of one number by N columns, N even, in registers of two numbers, which every
/// machine has. Uninitialised by default.
template <int N>
class Slopes {
 public:
  Slopes() = default;
  [[gnu::always_inline]] static Slopes Zero() {
    Slopes zero;
    for (size_t i = 0; i < kPairs; ++i) zero.pair_[i] = Pair{0.0, 0.0};
    return zero;
  }
  /// Of the column itself.
  static Slopes Unit(size_t column) {
    Slopes unit = Zero();
    unit.pair_[column / 2][column % 2] = 1.0;
    return unit;
  }

  double operator[](size_t column) const { return pair_[column / 2][column % 2]; }
  void Add(size_t column, double by) { pair_[column / 2][column % 2] += by; }
  double Largest() const {
    double largest = 0.0;
    for (size_t column = 0; column < N; ++column) {
      largest = std::max(largest, std::abs((*this)[column]));
    }
    return largest;
  }
  bool AreZero() const {
    for (const Pair& pair : pair_) {
      if (pair[0] != 0.0 || pair[1] != 0.0) return false;
    }
    return true;
  }

  [[gnu::always_inline]] friend Slopes operator-(const Slopes& a) {
    Slopes result;
    for (size_t i = 0; i < kPairs; ++i) result.pair_[i] = -a.pair_[i];
    return result;
  }
  [[gnu::always_inline]] friend Slopes operator+(const Slopes& a, const Slopes& b) {
    Slopes result;
    for (size_t i = 0; i < kPairs; ++i) result.pair_[i] = a.pair_[i] + b.pair_[i];
    return result;
  }
  [[gnu::always_inline]] friend Slopes operator-(const Slopes& a, const Slopes& b) {
    Slopes result;
    for (size_t i = 0; i < kPairs; ++i) result.pair_[i] = a.pair_[i] - b.pair_[i];
    return result;
  }
  [[gnu::always_inline]] friend Slopes operator*(const Slopes& a, double factor) {
    const Pair both = {factor, factor};
    Slopes result;
    for (size_t i = 0; i < kPairs; ++i) result.pair_[i] = a.pair_[i] * both;
    return result;
  }
  [[gnu::always_inline]] Slopes& operator+=(const Slopes& b) { return *this = *this + b; }

 private:
  static constexpr size_t kPairs = N / 2;
  using Pair [[gnu::vector_size(16)]] = double;

  std::array<Pair, kPairs> pair_;
};

/// A number with its derivatives by N columns: forward differentiation. Functions of it give, as
/// values, the very bits that the same functions of doubles give, and compare by value.
template <int N>
struct Dual {
  [[gnu::always_inline]] Dual() : Dual(0.0) {}
  [[gnu::always_inline]] Dual(double number)  // NOLINT: a constant is a number without slopes.
      : value(number), slope(Slopes<N>::Zero()) {}
  [[gnu::always_inline]] Dual(double number, const Slopes<N>& by_columns)
      : value(number), slope(by_columns) {}

  double value;
  Slopes<N> slope;

  [[gnu::always_inline]] friend Dual operator-(const Dual& a) { return {-a.value, -a.slope}; }
  [[gnu::always_inline]] friend Dual operator+(const Dual& a, const Dual& b) {
    return {a.value + b.value, a.slope + b.slope};
  }
  [[gnu::always_inline]] friend Dual operator-(const Dual& a, const Dual& b) {
    return {a.value - b.value, a.slope - b.slope};
  }
  [[gnu::always_inline]] friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.slope * b.value + b.slope * a.value};
  }
  [[gnu::always_inline]] friend Dual operator*(double a, const Dual& b) {
    return {a * b.value, b.slope * a};
  }
  [[gnu::always_inline]] friend Dual operator/(const Dual& a, const Dual& b) {
    const double quotient = a.value / b.value;
    return {quotient, (a.slope - b.slope * quotient) * (1.0 / b.value)};
  }
  friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend auto operator<=>(const Dual& a, const Dual& b) { return a.value <=> b.value; }
};

template <int N>
[[gnu::always_inline]] inline Dual<N> sqrt(const Dual<N>& a) {
  const double root = std::sqrt(a.value);
  return {root, a.slope * (0.5 / root)};
}
template <int N>
[[gnu::always_inline]] inline Dual<N> abs(const Dual<N>& a) {
  return std::signbit(a.value) ? -a : a;
}
/// The sign is a constant.
template <int N>
[[gnu::always_inline]] inline Dual<N> copysign(const Dual<N>& size, const Dual<N>& sign) {
  return std::signbit(size.value) == std::signbit(sign.value) ? size : -size;
}

/// A vector with its derivatives by N columns.
template <int N>
struct DualVec3 {
  [[gnu::always_inline]] DualVec3() : DualVec3(Vec3(Vec3::Zero())) {}
  [[gnu::always_inline]] explicit DualVec3(const Vec3& vector) : value(vector) {
    for (Slopes<N>& axis : slope) axis = Slopes<N>::Zero();
  }
  [[gnu::always_inline]] DualVec3(const Vec3& vector, const Slopes<N>& x, const Slopes<N>& y,
                                  const Slopes<N>& z)
      : value(vector), slope{x, y, z} {}
  [[gnu::always_inline]] DualVec3(const Dual<N>& x, const Dual<N>& y, const Dual<N>& z)
      : DualVec3({x.value, y.value, z.value}, x.slope, y.slope, z.slope) {}
  [[gnu::always_inline]] static DualVec3 Zero() { return {}; }

  [[gnu::always_inline]] Dual<N> x() const { return {value.x(), slope[0]}; }
  [[gnu::always_inline]] Dual<N> y() const { return {value.y(), slope[1]}; }
  [[gnu::always_inline]] Dual<N> z() const { return {value.z(), slope[2]}; }

  /// Of the component along a constant vector.
  [[gnu::always_inline]] Slopes<N> Along(const Vec3& v) const {
    return slope[0] * v.x() + slope[1] * v.y() + slope[2] * v.z();
  }
  /// Without slopes where the length is zero, at which it has none.
  [[gnu::always_inline]] Dual<N> norm() const {
    const double length = value.norm();
    if (length == 0.0) return 0.0;
    return {length, Along(value / length)};
  }
  [[gnu::always_inline]] Dual<N> squaredNorm() const {
    return {value.squaredNorm(), Along(2.0 * value)};
  }

  Vec3 value;
  std::array<Slopes<N>, 3> slope;  ///< Of x, y and z.

  [[gnu::always_inline]] friend DualVec3 operator+(const DualVec3& a, const DualVec3& b) {
    return {a.value + b.value, a.slope[0] + b.slope[0], a.slope[1] + b.slope[1],
            a.slope[2] + b.slope[2]};
  }
  [[gnu::always_inline]] friend DualVec3 operator-(const DualVec3& a, const DualVec3& b) {
    return {a.value - b.value, a.slope[0] - b.slope[0], a.slope[1] - b.slope[1],
            a.slope[2] - b.slope[2]};
  }
  [[gnu::always_inline]] friend DualVec3 operator*(double a, const DualVec3& b) {
    return {a * b.value, b.slope[0] * a, b.slope[1] * a, b.slope[2] * a};
  }
  [[gnu::always_inline]] friend DualVec3 operator*(const Dual<N>& a, const DualVec3& b) {
    return {a.value * b.value, b.slope[0] * a.value + a.slope * b.value.x(),
            b.slope[1] * a.value + a.slope * b.value.y(),
            b.slope[2] * a.value + a.slope * b.value.z()};
  }
  [[gnu::always_inline]] friend DualVec3 operator/(const DualVec3& a, const Dual<N>& b) {
    const Vec3 quotient = a.value / b.value;
    const double inverse = 1.0 / b.value;
    return {quotient, (a.slope[0] - b.slope * quotient.x()) * inverse,
            (a.slope[1] - b.slope * quotient.y()) * inverse,
            (a.slope[2] - b.slope * quotient.z()) * inverse};
  }
};

template <int N>
[[gnu::always_inline]] inline DualVec3<N> Horizontal(const DualVec3<N>& v) {
  return {Horizontal(v.value), v.slope[0], v.slope[1], Slopes<N>::Zero()};
}
template <int N>
[[gnu::always_inline]] inline DualVec3<N> PerpendicularZ(const DualVec3<N>& v) {
  return {PerpendicularZ(v.value), -v.slope[1], v.slope[0], Slopes<N>::Zero()};
}
template <int N>
[[gnu::always_inline]] inline void SetZ(const Dual<N>& z, DualVec3<N>& v) {
  v.value.z() = z.value;
  v.slope[2] = z.slope;
}

template <int N>
struct VectorOf<Dual<N>> {
  using Type = DualVec3<N>;
};

}  // namespace carom

#endif  // CAROM_CORE_MATH_DUAL_H_
