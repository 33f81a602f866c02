#include "tests/testing/liner_clearance.h"

#include <algorithm>
#include <cmath>

namespace carom::testing {
namespace {

Polynomial Times(const Polynomial& a, const Polynomial& b) {
  Polynomial product(a.size() + b.size() - 1);
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < b.size(); ++j) product[i + j] += a[i] * b[j];
  }
  return product;
}

Polynomial Plus(Polynomial a, const Polynomial& b, Real factor) {
  if (a.size() < b.size()) a.resize(b.size());
  for (size_t i = 0; i < b.size(); ++i) a[i] += factor * b[i];
  return a;
}

// The back as a line in the plane through the axis: from (r, 0) up to (r - o, h), with its slope.
struct Line {
  explicit Line(const Pocket& pocket)
      : radius(pocket.radius_m), overhang(pocket.overhang_m), height(pocket.back_height_m) {
    length = std::hypot(overhang, height);
    sine = overhang / length;
    cosine = height / length;
  }

  // Along the line from its lower end to the foot, and across from it, of a centre at the distance
  // rho from the axis and the height z.
  Real Along(Real rho, Real z) const { return z * cosine + (radius - rho) * sine; }
  Real Across(Real rho, Real z) const { return (radius - rho) * cosine - z * sine; }

  Real radius, overhang, height, length, sine, cosine;
};

Real FromAxis(const Path3& path, Real t) { return std::hypot(At(path.x, t), At(path.y, t)); }

Real AlongAt(const Path3& path, const Line& line, Real t) {
  return line.Along(FromAxis(path, t), At(path.z, t));
}

}  // namespace

// Along = s is rho sin = z cos + r sin - s; both sides squared.
std::vector<Real> LinerPassages(const Path3& path, const Pocket& pocket, Real end) {
  const Line line(pocket);
  const Polynomial squared = SquaredDistance(path.x, path.y);
  std::vector<Real> times;
  for (const Real s : {Real{0}, line.length}) {
    Polynomial other = {path.z[0] * line.cosine + line.radius * line.sine - s,
                        path.z[1] * line.cosine, path.z[2] * line.cosine};
    Polynomial difference = Plus(Times(other, other), squared, -line.sine * line.sine);
    for (const Real t : SignChanges(difference, end)) times.push_back(t);
  }
  return times;
}

bool AboveLiner(const Path3& path, const Pocket& pocket, Real t) {
  const Line line(pocket);
  return AlongAt(path, line, t) > line.length;
}

// Across is least where rho cos + z sin is greatest: (rho^2)' cos = -2 rho z' sin; both sides
// squared.
Real LeastLinerDistance(const Path3& path, const Pocket& pocket, Real end) {
  const Line line(pocket);
  const Polynomial squared = SquaredDistance(path.x, path.y);
  const Polynomial slope = Derivative(squared);
  const Polynomial rate = {path.z[1], 2 * path.z[2]};
  const Polynomial turning = Plus(Times(slope, slope), Times(Times(rate, rate), squared),
                                  -4 * (line.sine / line.cosine) * (line.sine / line.cosine));
  std::vector<Real> times = LinerPassages(path, pocket, end);
  for (const Real t : SignChanges(turning, end)) times.push_back(t);
  const std::vector<Real> knots = Knots(times, end);
  Real least = INFINITY;
  for (size_t i = 0; i + 1 < knots.size(); ++i) {
    const Real along = AlongAt(path, line, (knots[i] + knots[i + 1]) / 2);
    if (along < 0 || along > line.length) continue;
    for (const Real t : {knots[i], knots[i + 1]}) {
      least = std::min(least, line.Across(FromAxis(path, t), At(path.z, t)));
    }
  }
  return least;
}

}  // namespace carom::testing
