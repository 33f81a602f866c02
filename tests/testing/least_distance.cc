#include "tests/testing/least_distance.h"

#include <algorithm>
#include <cmath>

namespace carom::testing {
namespace {

constexpr Real kAccuracy_m = 1e-12L;
constexpr Real kShortest_s = 1e-13L;

Real DistanceAt(const Path3& path, Real t) {
  return std::hypot(At(path.x, t), At(path.y, t), At(path.z, t));
}

// A component of a path along a unit vector.
Path Along(const Path3& path, Real ux, Real uy, Real uz) {
  Path along{};
  for (size_t i = 0; i < 3; ++i) along[i] = ux * path.x[i] + uy * path.y[i] + uz * path.z[i];
  return along;
}

Polynomial AsPolynomial(const Path& path, Real offset) {
  return {path[0] - offset, path[1], path[2]};
}

// A segment's own frame: its unit direction and two normals.
struct LineFrame {
  LineFrame(const Vec3& start_m, const Vec3& end_m) {
    const Real dx = static_cast<Real>(end_m.x()) - start_m.x();
    const Real dy = static_cast<Real>(end_m.y()) - start_m.y();
    const Real dz = static_cast<Real>(end_m.z()) - start_m.z();
    length = std::hypot(dx, dy, dz);
    a[0] = dx / length, a[1] = dy / length, a[2] = dz / length;
    // The first normal is level, or along x beside an upright line.
    const Real level = std::hypot(a[0], a[1]);
    if (level > 0) n[0] = -a[1] / level, n[1] = a[0] / level;
    if (level == 0) n[0] = 1;
    m[0] = a[1] * n[2] - a[2] * n[1];
    m[1] = a[2] * n[0] - a[0] * n[2];
    m[2] = a[0] * n[1] - a[1] * n[0];
  }

  Real length = 0;
  Real a[3] = {};
  Real n[3] = {};
  Real m[3] = {};
};

// Distance from a ring and how fast it changes.
class RingDistance {
 public:
  RingDistance(const Path3& path, Real radius, Real end) : path_(path), radius_(radius) {
    acceleration_ = 2 * std::hypot(path.x[2], path.y[2], path.z[2]);
    speed_ = std::hypot(path.x[1], path.y[1], path.z[1]) + acceleration_ * end;
  }

  Real Value(Real t) const { return std::hypot(FromAxis(t) - radius_, At(path_.z, t)); }

  // Nothing in [low, high] is less than this.
  Real Bound(Real low, Real high) const {
    const Real half = (high - low) / 2;
    const Real middle = (low + high) / 2;
    const Real by_speed = Value(middle) - speed_ * half;
    const Real nearest_axis = FromAxis(middle) - speed_ * half;
    if (nearest_axis <= 0) return by_speed;
    // Along a straight line the distance bends down only inside the ring, by v^2 / rho at most.
    const Real bend = acceleration_ + (nearest_axis < radius_ ? speed_ * speed_ / nearest_axis : 0);
    const Real by_bend = TangentBound(low, high) - bend * (high - low) * (high - low) / 2;
    return std::max(by_speed, by_bend);
  }

 private:
  Real FromAxis(Real t) const { return std::hypot(At(path_.x, t), At(path_.y, t)); }

  Real Slope(Real t) const {
    const Real x = At(path_.x, t);
    const Real y = At(path_.y, t);
    const Real rho = std::hypot(x, y);
    const Real value = Value(t);
    if (rho == 0 || value == 0) return 0;
    const Real outwards = (x * RateAt(path_.x, t) + y * RateAt(path_.y, t)) / rho;
    return ((rho - radius_) * outwards + At(path_.z, t) * RateAt(path_.z, t)) / value;
  }

  // The least value of the greater of the tangents at both ends.
  Real TangentBound(Real low, Real high) const {
    const Real f = Value(low);
    const Real g = Value(high);
    const Real df = Slope(low);
    const Real dg = Slope(high);
    if (df >= 0) return f;
    if (dg <= 0) return g;
    const Real meet = (g - f + df * low - dg * high) / (df - dg);
    return f + df * (std::clamp(meet, low, high) - low);
  }

  const Path3& path_;
  Real radius_;
  Real speed_;
  Real acceleration_;
};

void Refine(const RingDistance& ring, Real low, Real high, Real clear, Real& least) {
  if (high - low < kShortest_s) return;
  if (ring.Bound(low, high) >= std::min(clear, least - kAccuracy_m)) return;
  const Real middle = (low + high) / 2;
  least = std::min(least, ring.Value(middle));
  Refine(ring, low, middle, clear, least);
  Refine(ring, middle, high, clear, least);
}

}  // namespace

Real LeastDistance(const Path3& path, Real end) {
  Polynomial squared = SquaredDistance(path.x, path.y);
  const Polynomial height = SquaredDistance(path.z, Path{});
  for (size_t i = 0; i < squared.size(); ++i) squared[i] += height[i];
  Real least = std::min(DistanceAt(path, 0), DistanceAt(path, end));
  for (const Real t : SignChanges(Derivative(squared), end)) {
    least = std::min(least, DistanceAt(path, t));
  }
  return least;
}

Real LeastSegmentDistance(const Path3& path, const Vec3& start_m, const Vec3& end_m, Real end) {
  const LineFrame frame(start_m, end_m);
  const Path3 from_start = SeenFrom(path, start_m);
  const Path3 from_end = SeenFrom(path, end_m);
  const Path along = Along(from_start, frame.a[0], frame.a[1], frame.a[2]);
  const Path3 across = {Along(from_start, frame.n[0], frame.n[1], frame.n[2]),
                        Along(from_start, frame.m[0], frame.m[1], frame.m[2]), Path{}};
  std::vector<Real> cuts = SignChanges(AsPolynomial(along, 0), end);
  for (const Real t : SignChanges(AsPolynomial(along, frame.length), end)) cuts.push_back(t);
  cuts = Knots(std::move(cuts), end);
  Real least = INFINITY;
  for (size_t i = 0; i + 1 < cuts.size(); ++i) {
    const Real piece = cuts[i + 1] - cuts[i];
    const Real middle = At(along, cuts[i] + piece / 2);
    const Path3& nearest = middle <= 0 ? from_start : middle >= frame.length ? from_end : across;
    least = std::min(least, LeastDistance(From(nearest, cuts[i]), piece));
  }
  return least;
}

Real LeastRingDistance(const Path3& path, Real radius, Real end, Real clear) {
  const RingDistance ring(path, radius, end);
  Real least = std::min(ring.Value(0), ring.Value(end));
  Refine(ring, 0, end, clear, least);
  return least;
}

Real GreatestAxisDistance(const Path3& path, Real begin, Real end) {
  const Path x = From(path.x, begin);
  const Path y = From(path.y, begin);
  const Real span = end - begin;
  Real greatest = std::max(std::hypot(x[0], y[0]), std::hypot(At(x, span), At(y, span)));
  for (const Real t : SignChanges(Derivative(SquaredDistance(x, y)), span)) {
    greatest = std::max(greatest, std::hypot(At(x, t), At(y, t)));
  }
  return greatest;
}

}  // namespace carom::testing
