#include "tests/testing/shots/clearance.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/testing/least_distance.h"
#include "tests/testing/pocket_clearance.h"
#include "tests/testing/shots/plate_clearance.h"

namespace carom::testing {
namespace {

class Checker {
 public:
  Checker(const Scene& scene, const Trace& trace) : scene_(scene), trace_(trace) {}

  Overlap Run() {
    for (size_t i = 0; i < trace_.balls.size(); ++i) {
      for (const Span& span : trace_.balls[i]) CheckFixed(i, span);
      CheckRailTops(i);
      for (size_t j = i + 1; j < trace_.balls.size(); ++j) CheckPair(i, j);
    }
    return deepest_;
  }

 private:
  const Table& table() const { return scene_.table(); }
  const Environment& environment() const { return scene_.settings().environment; }
  bool Plane() const { return environment().nose_contact == NoseContact::kPlane; }
  double Radius(size_t ball) const { return scene_.balls()[ball].radius_m; }

  void Note(Real depth, const std::string& what, size_t ball, size_t other, double time_s) {
    if (depth <= deepest_.depth_m) return;
    deepest_.depth_m = static_cast<double>(depth);
    deepest_.where = "ball " + std::to_string(ball) + " " + what + " " + std::to_string(other) +
                     " in the span from " + std::to_string(time_s) + " s";
  }

  void CheckFixed(size_t ball, const Span& span) {
    if (!InPlay(span.motion)) return;
    const Real end = static_cast<Real>(span.end_s) - span.begin_s;
    CheckNoses(ball, span, end);
    CheckJaws(ball, span, end);
    CheckPockets(ball, span, end);
    if (!OnCloth(span.motion)) CheckSlate(ball, span, end);
    CheckOutline(ball, span, end);
  }

  void CheckNoses(size_t ball, const Span& span, Real end) {
    const Path3 centre = Plane() ? FromAbove(span.centre) : span.centre;
    for (size_t k = 0; k < table().noses.size(); ++k) {
      const Nose& nose = table().noses[k];
      const double start_z = Plane() ? 0.0 : nose.start_height_m;
      const double end_z = Plane() ? 0.0 : nose.EndHeight();
      const Vec3 from(nose.start_m.x(), nose.start_m.y(), start_z);
      const Vec3 to(nose.end_m.x(), nose.end_m.y(), end_z);
      if (!MayReach(centre, end, from.cwiseMin(to), from.cwiseMax(to), Radius(ball))) continue;
      Note(Radius(ball) - LeastSegmentDistance(centre, from, to, end), "in nose", ball, k,
           span.begin_s);
    }
  }

  // A jaw is a level disc: its ring beside it, its face above and below.
  void CheckJaws(size_t ball, const Span& span, Real end) {
    const Path3 centre = Plane() ? FromAbove(span.centre) : span.centre;
    for (size_t k = 0; k < table().jaws.size(); ++k) {
      const Jaw& jaw = table().jaws[k];
      const Vec3 middle(jaw.centre_m.x(), jaw.centre_m.y(), Plane() ? 0.0 : jaw.height_m);
      const Path3 seen = SeenFrom(centre, middle);
      const Vec3 corner(jaw.radius_m, jaw.radius_m, 0.0);
      if (!MayReach(seen, end, -corner, corner, Radius(ball))) continue;
      const Real clear = Radius(ball) + kClear_m;
      Note(Radius(ball) - LeastDiscDistance(seen, jaw.radius_m, end, clear), "in jaw", ball, k,
           span.begin_s);
    }
  }

  static Real LeastDiscDistance(const Path3& seen, Real radius, Real end, Real clear) {
    Polynomial squared = SquaredDistance(seen.x, seen.y);
    squared[0] -= radius * radius;
    const std::vector<Real> knots = Knots(SignChanges(squared, end), end);
    Real least = INFINITY;
    for (size_t i = 0; i + 1 < knots.size(); ++i) {
      const Real piece = knots[i + 1] - knots[i];
      const Path3 part = From(seen, knots[i]);
      const bool over = Value(squared, knots[i] + piece / 2) < 0;
      const Path3 height = {Path{}, Path{}, part.z};
      least = std::min(least, over ? LeastDistance(height, piece)
                                   : LeastRingDistance(part, radius, piece, clear));
    }
    return least;
  }

  void CheckPockets(size_t ball, const Span& span, Real end) {
    for (size_t k = 0; k < table().pockets.size(); ++k) {
      const Pocket& pocket = table().pockets[k];
      if (IsHole(environment(), pocket, Radius(ball))) {
        Note(DepthInPosts(span.centre, pocket, Radius(ball), end), "in back", ball, k,
             span.begin_s);
      }
      if (!OnCloth(span.motion)) continue;
      const Vec3 middle(pocket.centre_m.x(), pocket.centre_m.y(), 0.0);
      const Path3 seen = FromAbove(SeenFrom(span.centre, middle));
      if (!MayReach(seen, end, Vec3::Zero(), Vec3::Zero(), pocket.radius_m)) continue;
      Note(pocket.radius_m - LeastDistance(seen, end), "in pocket", ball, k, span.begin_s);
    }
  }

  // The slate, and the holes in it.
  void CheckSlate(size_t ball, const Span& span, Real end) {
    const Real radius = Radius(ball);
    const std::vector<Real> knots = Knots(CirclePassages(span.centre, table().pockets, end), end);
    for (size_t i = 0; i + 1 < knots.size(); ++i) {
      const Path3 part = From(span.centre, knots[i]);
      const Real piece = knots[i + 1] - knots[i];
      const int k = PocketAbove(table().pockets, At(part.x, piece / 2), At(part.y, piece / 2));
      const bool hole =
          k >= 0 && IsHole(environment(), table().pockets[static_cast<size_t>(k)], Radius(ball));
      if (hole) {
        Note(DepthInHole(part, table().pockets[static_cast<size_t>(k)], radius, piece), "in rim",
             ball, static_cast<size_t>(k), span.begin_s);
      } else {
        // In flight the path is lowest at an end.
        Note(radius - std::min(part.z[0], At(part.z, piece)), "in slate", ball, 0, span.begin_s);
      }
    }
  }

  void CheckRailTops(size_t ball) {
    for (size_t k = 0; k < table().rail_tops.size(); ++k) {
      const bool drop = environment().pocket_model == PocketModel::kDrop;
      PlateWatch watch(table().rail_tops[k], table().pockets, drop, Radius(ball));
      for (const Span& span : trace_.balls[ball]) {
        Note(watch.Depth(span), "in rail top", ball, k, span.begin_s);
      }
    }
  }

  // Crossing an edge shows as distance 0. The last nanosecond belongs to the event that the
  // crossing is.
  void CheckOutline(size_t ball, const Span& span, Real whole) {
    const auto& outline = table().bed_outline_m;
    const Real end = std::max<Real>(whole - 1e-9L, 0);
    for (size_t k = 0; k < outline.size(); ++k) {
      const Vec2& from = outline[k];
      const Vec2& to = outline[(k + 1) % outline.size()];
      if (!Crosses(span.centre, from, to, end)) continue;
      Note(1, "beyond outline", ball, k, span.begin_s);
    }
  }

  static bool Crosses(const Path3& path, const Vec2& from, const Vec2& to, Real end) {
    const Real ax = static_cast<Real>(to.x()) - from.x();
    const Real ay = static_cast<Real>(to.y()) - from.y();
    Polynomial side(3);
    Polynomial along(3);
    for (size_t i = 0; i < 3; ++i) {
      const Real x = path.x[i] - (i == 0 ? from.x() : 0.0);
      const Real y = path.y[i] - (i == 0 ? from.y() : 0.0);
      side[i] = ax * y - ay * x;
      along[i] = ax * x + ay * y;
    }
    const std::vector<Real> times = SignChanges(side, end);
    return std::any_of(times.begin(), times.end(), [&](Real t) {
      const Real s = Value(along, t) / (ax * ax + ay * ay);
      return s >= 0 && s <= 1;
    });
  }

  void CheckPair(size_t i, size_t j) {
    const auto& a = trace_.balls[i];
    const auto& b = trace_.balls[j];
    const Real touch = static_cast<Real>(Radius(i)) + Radius(j);
    for (size_t p = 0, q = 0; p < a.size() && q < b.size();) {
      const double begin_s = std::max(a[p].begin_s, b[q].begin_s);
      const double end_s = std::min(a[p].end_s, b[q].end_s);
      if (InPlay(a[p].motion) && InPlay(b[q].motion) && end_s >= begin_s) {
        const Path3 apart = Minus(From(b[q].centre, static_cast<Real>(begin_s) - b[q].begin_s),
                                  From(a[p].centre, static_cast<Real>(begin_s) - a[p].begin_s));
        const Real end = static_cast<Real>(end_s) - begin_s;
        if (MayReach(apart, end, Vec3::Zero(), Vec3::Zero(), touch)) {
          Note(touch - LeastDistance(apart, end), "in ball", i, j, begin_s);
        }
      }
      (a[p].end_s <= b[q].end_s ? p : q) += 1;
    }
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
