#include "tests/testing/clearance.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace carom::testing {
namespace {

using Real = long double;

Path From(const Path& path, Real t) { return {At(path, t), path[1] + 2 * path[2] * t, path[2]}; }

Path Minus(const Path& a, const Path& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

// Roots of a quadratic inside (0, end), ascending.
std::vector<Real> RootsInside(Real c0, Real c1, Real c2, Real end) {
  std::vector<Real> roots;
  const auto keep = [&](Real t) {
    if (t > 0 && t < end) roots.push_back(t);
  };
  if (c2 == 0) {
    if (c1 != 0) keep(-c0 / c1);
    return roots;
  }
  const Real discriminant = c1 * c1 - 4 * c2 * c0;
  if (discriminant < 0) return roots;
  const Real q = -(c1 + std::copysign(std::sqrt(discriminant), c1)) / 2;
  keep(q / c2);
  if (q != 0) keep(c0 / q);
  std::sort(roots.begin(), roots.end());
  return roots;
}

// The only sign change of f in [low, high], by bisection to the last bit.
template <class F>
Real Bisect(F&& f, Real low, Real high) {
  const bool rising = f(low) < 0;
  for (int i = 0; i < 80; ++i) {
    const Real middle = (low + high) / 2;
    ((f(middle) < 0) == rising ? low : high) = middle;
  }
  return low;
}

// Least distance from the origin of (x, y) over [0, end]: the squared distance is a quartic, whose
// cubic derivative is monotonous between the roots of its own derivative.
Real LeastDistance(const Path& x, const Path& y, Real end) {
  const auto squared = [&](Real t) { return At(x, t) * At(x, t) + At(y, t) * At(y, t); };
  const auto slope = [&](Real t) {
    return At(x, t) * (x[1] + 2 * x[2] * t) + At(y, t) * (y[1] + 2 * y[2] * t);
  };
  std::vector<Real> knots =
      RootsInside(x[1] * x[1] + y[1] * y[1] + 2 * (x[0] * x[2] + y[0] * y[2]),
                  6 * (x[1] * x[2] + y[1] * y[2]), 6 * (x[2] * x[2] + y[2] * y[2]), end);
  knots.insert(knots.begin(), 0);
  knots.push_back(end);
  Real least = std::min(squared(0), squared(end));
  for (size_t i = 0; i + 1 < knots.size(); ++i) {
    if ((slope(knots[i]) < 0) == (slope(knots[i + 1]) < 0)) continue;
    least = std::min(least, squared(Bisect(slope, knots[i], knots[i + 1])));
  }
  return std::sqrt(least);
}

// Least distance over [0, end] from a line through the origin with this unit normal; 0 if crossed.
Real LeastLineDistance(const Path& x, const Path& y, Real nx, Real ny, Real end) {
  const Path d = {nx * x[0] + ny * y[0], nx * x[1] + ny * y[1], nx * x[2] + ny * y[2]};
  std::vector<Real> times = RootsInside(d[1], 2 * d[2], 0, end);
  times.push_back(end);
  Real least = std::fabs(d[0]);
  for (const Real t : times) {
    if ((At(d, t) < 0) != (d[0] < 0)) return 0;
    least = std::min(least, std::fabs(At(d, t)));
  }
  return least;
}

// Least distance over [0, end] from the segment between two points.
Real LeastSegmentDistance(const Path& x, const Path& y, const Vec2& from, const Vec2& to,
                          Real end) {
  const Real sx = static_cast<Real>(to.x()) - from.x();
  const Real sy = static_cast<Real>(to.y()) - from.y();
  const Real length = std::sqrt(sx * sx + sy * sy);
  const Real ax = sx / length;
  const Real ay = sy / length;
  const Path rx = {x[0] - from.x(), x[1], x[2]};
  const Path ry = {y[0] - from.y(), y[1], y[2]};
  const Path along = {ax * rx[0] + ay * ry[0], ax * rx[1] + ay * ry[1], ax * rx[2] + ay * ry[2]};
  std::vector<Real> cuts = RootsInside(along[0], along[1], along[2], end);
  for (const Real t : RootsInside(along[0] - length, along[1], along[2], end)) cuts.push_back(t);
  cuts.push_back(0);
  cuts.push_back(end);
  std::sort(cuts.begin(), cuts.end());
  Real least = INFINITY;
  for (size_t i = 0; i + 1 < cuts.size(); ++i) {
    const Real piece = cuts[i + 1] - cuts[i];
    const Real middle = At(along, cuts[i] + piece / 2);
    Path px = From(rx, cuts[i]);
    Path py = From(ry, cuts[i]);
    if (middle > 0 && middle < length) {
      least = std::min(least, LeastLineDistance(px, py, -ay, ax, piece));
      continue;
    }
    if (middle >= length) px[0] -= sx, py[0] -= sy;
    least = std::min(least, LeastDistance(px, py, piece));
  }
  return least;
}

class Checker {
 public:
  Checker(const Scene& scene, const Trace& trace) : scene_(scene), trace_(trace) {}

  Overlap Run() {
    for (size_t i = 0; i < trace_.balls.size(); ++i) {
      for (const Span& span : trace_.balls[i]) CheckFixed(i, span);
      for (size_t j = i + 1; j < trace_.balls.size(); ++j) CheckPair(i, j);
    }
    return deepest_;
  }

 private:
  Real Radius(size_t ball) const { return scene_.balls()[ball].radius_m; }

  // Distance at which a ball on the cloth touches an edge of this height.
  Real Reach(size_t ball, double height_m) const {
    if (scene_.settings().environment.nose_contact == NoseContact::kPlane) return Radius(ball);
    const Real above = height_m - Radius(ball);
    return std::sqrt(Radius(ball) * Radius(ball) - above * above);
  }

  void Note(Real depth, const std::string& what, size_t ball, size_t other, double time_s) {
    if (depth <= deepest_.depth_m) return;
    deepest_.depth_m = static_cast<double>(depth);
    deepest_.where = "ball " + std::to_string(ball) + " " + what + " " + std::to_string(other) +
                     " in the span from " + std::to_string(time_s) + " s";
  }

  void CheckFixed(size_t ball, const Span& span) {
    if (!span.in_play) return;
    const Real end = static_cast<Real>(span.end_s) - span.begin_s;
    const Table& table = scene_.table();
    for (size_t k = 0; k < table.noses.size(); ++k) {
      const Nose& nose = table.noses[k];
      Note(Reach(ball, nose.height_m) -
               LeastSegmentDistance(span.x, span.y, nose.start_m, nose.end_m, end),
           "in nose", ball, k, span.begin_s);
    }
    const auto circle = [&](const Vec2& centre, Real reach) {
      const Path x = {span.x[0] - centre.x(), span.x[1], span.x[2]};
      const Path y = {span.y[0] - centre.y(), span.y[1], span.y[2]};
      return reach - LeastDistance(x, y, end);
    };
    for (size_t k = 0; k < table.jaws.size(); ++k) {
      const Jaw& jaw = table.jaws[k];
      Note(circle(jaw.centre_m, jaw.radius_m + Reach(ball, jaw.height_m)), "in jaw", ball, k,
           span.begin_s);
    }
    for (size_t k = 0; k < table.pockets.size(); ++k) {
      Note(circle(table.pockets[k].centre_m, table.pockets[k].radius_m), "in pocket", ball, k,
           span.begin_s);
    }
    CheckOutline(ball, span, end);
  }

  // Crossing an edge shows as distance 0. The last nanosecond belongs to the event that the
  // crossing is.
  void CheckOutline(size_t ball, const Span& span, Real whole) {
    const auto& outline = scene_.table().bed_outline_m;
    const Real end = std::max<Real>(whole - 1e-9L, 0);
    for (size_t k = 0; k < outline.size(); ++k) {
      const Real distance =
          LeastSegmentDistance(span.x, span.y, outline[k], outline[(k + 1) % outline.size()], end);
      if (distance > 0) continue;
      Note(1, "beyond outline", ball, k, span.begin_s);
    }
  }

  void CheckPair(size_t i, size_t j) {
    const auto& a = trace_.balls[i];
    const auto& b = trace_.balls[j];
    const Real height = Radius(i) - Radius(j);
    const Real touch = Radius(i) + Radius(j);
    const Real horizontal = std::sqrt(touch * touch - height * height);
    for (size_t p = 0, q = 0; p < a.size() && q < b.size();) {
      const double begin_s = std::max(a[p].begin_s, b[q].begin_s);
      const double end_s = std::min(a[p].end_s, b[q].end_s);
      if (a[p].in_play && b[q].in_play && end_s >= begin_s) {
        const Real ta = static_cast<Real>(begin_s) - a[p].begin_s;
        const Real tb = static_cast<Real>(begin_s) - b[q].begin_s;
        const Path x = Minus(From(b[q].x, tb), From(a[p].x, ta));
        const Path y = Minus(From(b[q].y, tb), From(a[p].y, ta));
        const Real end = static_cast<Real>(end_s) - begin_s;
        if (MayMeet(x, y, horizontal, end)) {
          Note(horizontal - LeastDistance(x, y, end), "in ball", i, j, begin_s);
        }
      }
      (a[p].end_s <= b[q].end_s ? p : q) += 1;
    }
  }

  static bool MayMeet(const Path& x, const Path& y, Real reach, Real end) {
    const Real travel = (std::hypot(x[1], y[1]) + std::hypot(x[2], y[2]) * end) * end;
    return std::hypot(x[0], y[0]) - travel < reach;
  }

  const Scene& scene_;
  const Trace& trace_;
  Overlap deepest_;
};

}  // namespace

Overlap DeepestOverlap(const Scene& scene, const Trace& trace) {
  return Checker(scene, trace).Run();
}

}  // namespace carom::testing
