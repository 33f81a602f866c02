#include "tests/testing/path.h"

#include <algorithm>

namespace carom::testing {
namespace {

constexpr int kHalvings = 80;  // More than a long double has bits.

// The only sign change of p in [low, high].
Real Bisect(const Polynomial& p, Real low, Real high) {
  const bool rising = Value(p, low) < 0;
  for (int i = 0; i < kHalvings; ++i) {
    const Real middle = (low + high) / 2;
    ((Value(p, middle) < 0) == rising ? low : high) = middle;
  }
  return low;
}

// Whether the path's values over [0, end] meet [low, high].
bool Overlaps(const Path& path, Real end, Real low, Real high) {
  const Real turn = path[2] == 0 ? 0 : std::clamp<Real>(-path[1] / (2 * path[2]), 0, end);
  const Real at_turn = At(path, turn);
  const Real at_end = At(path, end);
  return std::min({path[0], at_turn, at_end}) <= high &&
         std::max({path[0], at_turn, at_end}) >= low;
}

}  // namespace

Path From(const Path& path, Real t) { return {At(path, t), RateAt(path, t), path[2]}; }

Path3 From(const Path3& path, Real t) {
  return {From(path.x, t), From(path.y, t), From(path.z, t)};
}

Path3 FromAbove(Path3 path) {
  path.z = {};
  return path;
}

Path3 SeenFrom(const Path3& path, const Vec3& point_m) {
  Path3 seen = path;
  seen.x[0] -= point_m.x();
  seen.y[0] -= point_m.y();
  seen.z[0] -= point_m.z();
  return seen;
}

bool MayReach(const Path3& path, Real end, const Vec3& low_m, const Vec3& high_m, Real reach) {
  return Overlaps(path.x, end, low_m.x() - reach, high_m.x() + reach) &&
         Overlaps(path.y, end, low_m.y() - reach, high_m.y() + reach) &&
         Overlaps(path.z, end, low_m.z() - reach, high_m.z() + reach);
}

Polynomial SquaredDistance(const Path& x, const Path& y) {
  Polynomial p(5);
  for (const Path* const path : {&x, &y}) {
    for (size_t i = 0; i < 3; ++i) {
      for (size_t j = 0; j < 3; ++j) p[i + j] += (*path)[i] * (*path)[j];
    }
  }
  return p;
}

Real Value(const Polynomial& p, Real t) {
  Real value = 0;
  for (size_t i = p.size(); i-- > 0;) value = value * t + p[i];
  return value;
}

Polynomial Derivative(const Polynomial& p) {
  Polynomial rate;
  for (size_t i = 1; i < p.size(); ++i) rate.push_back(static_cast<Real>(i) * p[i]);
  return rate;
}

std::vector<Real> SignChanges(const Polynomial& p, Real end) {
  std::vector<Real> changes;
  if (p.size() < 2) return changes;
  const std::vector<Real> knots = Knots(SignChanges(Derivative(p), end), end);
  for (size_t i = 0; i + 1 < knots.size(); ++i) {
    if ((Value(p, knots[i]) < 0) == (Value(p, knots[i + 1]) < 0)) continue;
    changes.push_back(Bisect(p, knots[i], knots[i + 1]));
  }
  return changes;
}

std::vector<Real> Knots(std::vector<Real> times, Real end) {
  times.erase(
      std::remove_if(times.begin(), times.end(), [end](Real t) { return !(t > 0 && t < end); }),
      times.end());
  times.insert(times.begin(), 0);
  times.push_back(end);
  std::sort(times.begin(), times.end());
  return times;
}

}  // namespace carom::testing
