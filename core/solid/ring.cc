// RingCrossing: a ball and a horizontal circle, polynomials of degree 8.

#include "core/solid/ring.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/math/polynomial.h"
#include "core/math/sign_changes.h"
#include "core/solid/gap.h"
#include "core/solid/resolution.h"
#include "core/solid/shell.h"

namespace carom {
namespace {

// Parts of a window, ascending.
struct Spans {
  struct Part {
    double begin_s = 0.0;
    double end_s = 0.0;
  };
  std::array<Part, 5> part{};
  std::size_t count = 0;
};

// The parts of [0, end_s] in which |height| is at most `reach_m`: two at most for a parabola.
Spans LevelSpans(const Motion1D& height, double reach_m, double end_s) {
  const SignChanges<2> above =
      FindSignChanges(Quadratic{{height.c0 - reach_m, height.c1, height.c2}}, end_s);
  const SignChanges<2> below =
      FindSignChanges(Quadratic{{height.c0 + reach_m, height.c1, height.c2}}, end_s);
  std::array<double, 6> cut{};  // 0, the changes, end_s
  double* last = std::merge(above.at.begin(), above.at.begin() + above.count, below.at.begin(),
                            below.at.begin() + below.count, cut.begin() + 1);
  *last = end_s;
  const auto cuts = static_cast<std::size_t>(last - cut.begin()) + 1;
  Spans parts;
  for (std::size_t i = 0; i + 1 < cuts; ++i) {
    const double middle_s = 0.5 * (cut[i] + cut[i + 1]);
    if (std::fabs(height.At(middle_s)) <= reach_m) parts.part[parts.count++] = {cut[i], cut[i + 1]};
  }
  return parts;
}

// One ring as a ball sees it from the ring's centre.
struct SeenRing {
  double radius_m = 0.0;  ///< r
  double reach_m = 0.0;   ///< R
  Vec2 opening = Vec2::Zero();
  double cosine = 0.0;
  double least_cosine = -2.0;
};

// The gap F = (d^2 - R^2) f, m^4, with f = (rho + r)^2 + zeta^2 - R^2, which is 4 r rho at contact.
// Divided by its 4 r rho at time 0, F is in contact what the squared gap of a circle is, in m^2,
// and what WithoutContactNoise knows of those holds: 2 R per m, and a rate that is rounded like
// that of a body at the distance rho, which is at most r + R. Away from contact the nearest rho of
// a contact serves, kept away from 0, where F has no sign change.
ShellGap<8> ScaledRingGap(const Motion3D& offset, const SeenRing& ring) {
  const double outer_m = ring.radius_m + ring.reach_m;
  const double inner_m = std::max(kBehind_m, ring.radius_m - ring.reach_m);
  const double rho_m = std::sqrt(offset.x.c0 * offset.x.c0 + offset.y.c0 * offset.y.c0);
  const double factor = 4.0 * ring.radius_m * std::clamp(rho_m, inner_m, outer_m);
  return {(1.0 / factor) * RingGap(offset, ring.radius_m, ring.reach_m), 2.0 * ring.reach_m,
          outer_m / ring.reach_m * RateNoise(Speed(offset))};
}

// Twice the product of radius and distance from the axis where d = R; minus that where only the
// other factor of F vanishes. Negative in the lens of a ring that is narrower than the ball: all of
// its points are within R of all of the ring, though F is positive there.
Quartic LensGap(const Motion3D& offset, const SeenRing& ring) {
  Quartic gap = PointGap(offset, 0.0);
  gap.c[0] -= (ring.reach_m - ring.radius_m) * (ring.reach_m + ring.radius_m);
  return gap;
}

// The distance of the centre from the ring, and its rate.
struct RingDistance {
  double distance_m;
  double rate;
};

RingDistance DistanceAt(const Motion3D& offset, const SeenRing& ring, double t) {
  const Motion3D now = offset.From(t);
  const double rho_m = std::sqrt(now.x.c0 * now.x.c0 + now.y.c0 * now.y.c0);
  const double rho_rate = rho_m > 0.0 ? (now.x.c0 * now.x.c1 + now.y.c0 * now.y.c1) / rho_m : 0.0;
  const double beyond_m = rho_m - ring.radius_m;
  const double distance_m = std::sqrt(beyond_m * beyond_m + now.z.c0 * now.z.c0);
  return {distance_m, (beyond_m * rho_rate + now.z.c0 * now.z.c1) / distance_m};
}

// One Newton step on the distance itself, whose rounding is that of the positions; the polynomial
// of degree 8 leaves up to 1e-12 m. The time of a graze, or of an overlap that is found late, stays
// as it is, and so does one that the step would take back to before the bodies begin to close.
double Polished(const Motion3D& offset, const SeenRing& ring, double t) {
  const RingDistance now = DistanceAt(offset, ring, t);
  const double step_s = (ring.reach_m - now.distance_m) / now.rate;
  const bool safe = now.rate < 0.0 && std::fabs(step_s) * Speed(offset.From(t)) <= kResolution_m;
  if (!safe) return t;
  const double polished_s = std::max(0.0, t + step_s);
  return DistanceAt(offset, ring, polished_s).rate < 0.0 ? polished_s : t;
}

OptionalTime CrossingWithin(const Motion3D& offset, const SeenRing& ring, double window_s,
                            bool separated, double useful_s) {
  const double outer_m = ring.radius_m + ring.reach_m;
  if (SurelyPositive(VerticalLineGap(offset, outer_m), useful_s)) return std::nullopt;
  const Quartic lens = LensGap(offset, ring);
  const auto behind = [&](double t) {
    const Vec2 place(offset.x.At(t), offset.y.At(t));
    const double along_m = ring.opening.dot(place);
    const double rho_m = place.norm();
    return along_m <= ring.cosine * rho_m && along_m >= ring.least_cosine * rho_m;
  };
  const OptionalTime outside =
      ShellCrossing(ScaledRingGap(offset, ring), separated, window_s, useful_s,
                    [&](double t) { return lens.Evaluate(t) >= 0.0 && behind(t); });
  if (ring.radius_m >= ring.reach_m) return outside;
  // Along the axis F only touches zero; the lens has its tips there.
  const ShellGap<4> inner{lens, 2.0 * ring.reach_m,
                          outer_m / ring.reach_m * RateNoise(Speed(offset))};
  return EarlierOf(outside, ShellCrossing(inner, separated, window_s, useful_s, behind));
}

}  // namespace

// The polynomial of degree 8 is solved only while the ball is at the ring's height. Its
// coefficients, counted from the beginning of that part, are small there and lose little.
OptionalTime RingCrossing(const Motion3D& motion, const Ring& ring, double radius_m,
                          double window_s, bool separated, double useful_s) {
  // Later times have no digits after the point.
  constexpr double kLatest_s = 1.0 / std::numeric_limits<double>::epsilon();
  if (!(window_s >= 0.0)) return std::nullopt;
  const double end_s = std::min(window_s, kLatest_s);
  const Motion3D offset =
      Relative(motion, Vec3(ring.centre_m.x(), ring.centre_m.y(), ring.height_m));
  const SeenRing seen{ring.radius_m, radius_m, ring.opening, ring.cosine, ring.least_cosine};
  // A ball that touches at its lowest point is inside.
  const Spans parts = LevelSpans(offset.z, radius_m + kBehind_m, end_s);
  for (std::size_t i = 0; i < parts.count; ++i) {
    const auto [begin_s, part_end_s] = parts.part[i];
    if (begin_s > useful_s) return std::nullopt;
    const bool at_start = begin_s == 0.0;
    const Motion3D from = at_start ? offset : offset.From(begin_s);
    const OptionalTime time =
        CrossingWithin(from, seen, part_end_s - begin_s, separated && at_start, useful_s - begin_s);
    if (time) return std::min(begin_s + Polished(from, seen, *time), end_s);
  }
  return std::nullopt;
}

// In the meridian plane the ring is a point; across it, a ball at the distance rho from the axis
// opens the gap by the radial part of the normal over rho, as with any surface of revolution.
Nearest NearestOnRing(const Ring& ring, const Vec3& centre_m, double radius_m) {
  const Vec2 offset = centre_m.head<2>() - ring.centre_m;
  const double rho_m = offset.norm();
  const Vec2 outwards = rho_m > 0.0 ? Vec2(offset / rho_m) : Vec2(1.0, 0.0);
  const Vec2 rim = ring.centre_m + ring.radius_m * outwards;
  Nearest nearest = NearestToPoint(centre_m, Vec3(rim.x(), rim.y(), ring.height_m), radius_m);
  if (!(rho_m > 0.0)) return nearest;
  nearest.curvature.axis = Vec3(-outwards.y(), outwards.x(), 0.0);
  nearest.curvature.along = nearest.normal.head<2>().dot(outwards) / rho_m;
  return nearest;
}

}  // namespace carom
