#ifndef CAROM_TESTS_TESTING_PATH_H_
#define CAROM_TESTS_TESTING_PATH_H_

#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "core/base/vec3.h"

namespace carom::testing {

using Real = long double;

/// A coordinate of a centre in extended precision: c0 + c1 t + c2 t^2.
using Path = std::array<Real, 3>;

/// A centre in space, seen from some point.
struct Path3 {
  Path x{};
  Path y{};
  Path z{};
};

inline Real At(const Path& path, Real t) { return path[0] + t * (path[1] + t * path[2]); }
inline Real RateAt(const Path& path, Real t) { return path[1] + 2 * t * path[2]; }

/// The same path with its time counted from `t`.
Path From(const Path& path, Real t);
Path3 From(const Path3& path, Real t);

inline Path Minus(const Path& a, const Path& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Path3 Minus(const Path3& a, const Path3& b) {
  return {Minus(a.x, b.x), Minus(a.y, b.y), Minus(a.z, b.z)};
}

/// The path at height 0.
Path3 FromAbove(Path3 path);

/// The path as seen from a fixed point.
Path3 SeenFrom(const Path3& path, const Vec3& point_m);

/// False only when the path stays farther than `reach` from the box between two corners, over
/// [0, end] and along some axis.
bool MayReach(const Path3& path, Real end, const Vec3& low_m, const Vec3& high_m, Real reach);

/// Coefficients from the constant term up.
using Polynomial = std::vector<Real>;

/// x^2 + y^2.
Polynomial SquaredDistance(const Path& x, const Path& y);

Real Value(const Polynomial& p, Real t);
Polynomial Derivative(const Polynomial& p);

/// Where p changes its sign inside (0, end), ascending: by bisection to the last bit between the
/// sign changes of its derivative. Roots of even order are no sign changes.
std::vector<Real> SignChanges(const Polynomial& p, Real end);

/// 0, the times given that lie inside (0, end), and end; ascending.
std::vector<Real> Knots(std::vector<Real> times, Real end);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_PATH_H_
