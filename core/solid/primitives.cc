// RingCrossing: a ball and a horizontal circle, polynomials of degree 8.

#include "core/solid/primitives.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "core/math/polynomial.h"
#include "core/math/sign_changes.h"
#include "core/solid/resolution.h"

namespace carom {

OptionalTime EndPointCrossing(const Motion3D& motion, const Vec3& point_m, const Vec3& beyond,
                              double radius_m, double window_s, bool separated, double useful_s) {
  const Motion3D offset = Relative(motion, point_m);
  const Quadratic beyond_m = Along(offset, beyond);
  return FirstGapCrossing(SquaredGap(PointGap(offset, radius_m), radius_m, motion), separated,
                          window_s, useful_s,
                          [&](double t) { return beyond_m.Evaluate(t) >= 0.0; });
}

OptionalTime ContactTime(const Motion3D& motion, const SpaceSegment& segment, double radius_m,
                         double window_s, bool separated, double useful_s) {
  const Motion3D offset = Relative(motion, segment.start_m);
  const Quartic gap = LineGap(offset, segment.along, radius_m);
  // A centre outside the endless cylinder is outside the ends too.
  if (SurelyPositive(gap, std::min(useful_s, window_s))) return std::nullopt;
  const Quadratic along_m = Along(offset, segment.along);
  const auto beside = [&](double t) {
    const double s_m = along_m.Evaluate(t);
    return s_m >= 0.0 && s_m <= segment.length_m;
  };
  const auto side =
      FirstGapCrossing(SquaredGap(gap, radius_m, motion), separated, window_s, useful_s, beside);
  const auto start = EndPointCrossing(motion, segment.start_m, -segment.along, radius_m, window_s,
                                      separated, useful_s);
  const auto end = EndPointCrossing(motion, segment.end_m(), segment.along, radius_m, window_s,
                                    separated, useful_s);
  return EarlierOf(side, EarlierOf(start, end));
}

Nearest NearestOn(const SpaceSegment& segment, const Vec3& centre_m, double radius_m) {
  const double along_m = segment.along.dot(centre_m - segment.start_m);
  const double foot_m = std::clamp(along_m, 0.0, segment.length_m);
  Nearest nearest = NearestToPoint(centre_m, segment.start_m + foot_m * segment.along, radius_m);
  const bool beside = foot_m == along_m && nearest.gap_m > -radius_m;
  if (beside) nearest.curvature = LineCurvature(segment.along, nearest.gap_m + radius_m);
  return nearest;
}

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

// A ring (radius r) for a ball whose motion is seen from the ring's centre.
struct SeenRing : Ring {
  double reach_m = 0.0;  // R
};

// The gap F = (d^2 - R^2) f, m^4, with f = (rho + r)^2 + zeta^2 - R^2, which is 4 r rho at contact.
// Divided by its 4 r rho at time 0, F is in contact what the squared gap of a circle is, in m^2,
// and what WithoutContactNoise knows of those holds: 2 R per m, and a rate that is rounded like
// that of a body at the distance rho, which is at most r + R. Away from contact the nearest rho of
// a contact serves, kept away from 0, where F has no sign change.
ContactGap<8> ScaledRingGap(const Motion3D& offset, const SeenRing& ring) {
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
  const auto behind = [&](double t) { return OnRing(ring, offset.Above(t)); };
  const OptionalTime outside =
      FirstGapCrossing(ScaledRingGap(offset, ring), separated, window_s, useful_s,
                       [&](double t) { return lens.Evaluate(t) >= 0.0 && behind(t); });
  if (ring.radius_m >= ring.reach_m) return outside;
  // Along the axis F only touches zero; the lens has its tips there.
  const ContactGap<4> inner{lens, 2.0 * ring.reach_m,
                            outer_m / ring.reach_m * RateNoise(Speed(offset))};
  return EarlierOf(outside, FirstGapCrossing(inner, separated, window_s, useful_s, behind));
}

}  // namespace

// The polynomial of degree 8 is solved only while the ball is at the ring's height. Its
// coefficients, counted from the beginning of that part, are small there and lose little.
OptionalTime ContactTime(const Motion3D& motion, const Ring& ring, double radius_m, double window_s,
                         bool separated, double useful_s) {
  // Later times have no digits after the point.
  constexpr double kLatest_s = 1.0 / std::numeric_limits<double>::epsilon();
  if (!(window_s >= 0.0)) return std::nullopt;
  const double end_s = std::min(window_s, kLatest_s);
  const Motion3D offset =
      Relative(motion, Vec3(ring.centre_m.x(), ring.centre_m.y(), ring.height_m));
  const SeenRing seen{ring, radius_m};
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
Nearest NearestOn(const Ring& ring, const Vec3& centre_m, double radius_m) {
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

OptionalTime ContactTime(const Motion3D& motion, const Wall& wall, double radius_m, double window_s,
                         bool separated, double useful_s) {
  const double reach_m = wall.radius_m - radius_m;
  if (!(reach_m > 0.0)) return std::nullopt;
  const Vec3 axis(wall.centre_m.x(), wall.centre_m.y(), 0.0);
  const Motion3D offset = Relative(motion, axis);
  Quartic gap = VerticalLineGap(offset, reach_m);
  for (double& c : gap.c) c = -c;  // from inside
  ContactGap<4> one_sided = SquaredGap(gap, reach_m, motion);
  one_sided.deepest_m = kBehind_m;
  return FirstGapCrossing(one_sided, separated, window_s, useful_s,
                          [&](double t) { return motion.z.At(t) <= wall.top_m; });
}

Nearest NearestOn(const Wall& wall, const Vec3& centre_m, double radius_m) {
  const Vec2 offset = centre_m.head<2>() - wall.centre_m;
  const double rho_m = offset.norm();
  const Vec2 outwards = rho_m > 0.0 ? Vec2(offset / rho_m) : Vec2(1.0, 0.0);
  const Vec2 place = wall.centre_m + wall.radius_m * outwards;
  Nearest nearest;
  nearest.gap_m = wall.radius_m - rho_m - radius_m;
  nearest.normal = Vec3(-outwards.x(), -outwards.y(), 0.0);
  nearest.place_m = Vec3(place.x(), place.y(), centre_m.z());
  if (rho_m > 0.0) nearest.curvature = LineCurvature(UnitZ(), -rho_m);
  return nearest;
}

Cone::Cone(const Vec2& centre, double radius, double overhang, double top, const Vec2& open)
    : centre_m(centre), radius_m(radius), top_m(top), opening(open) {
  const double slant_m = std::sqrt(top * top + overhang * overhang);
  if (!(slant_m > 0.0)) return;  // A hole without a back.
  sine = overhang / slant_m;
  cosine = top / slant_m;
}

// d = R is rho cos a = A with A = r cos a - z sin a - R, a quadratic of time: the gap
//
//   A^2 - rho^2 cos^2 a = (d - R) (A + rho cos a)
//
// is a quartic, positive inside of the cone while A is, and near contact 2 A times the distance.
OptionalTime ContactTime(const Motion3D& motion, const Cone& cone, double radius_m, double window_s,
                         bool separated, double useful_s) {
  // A at the highest contact, where A is least.
  const double top_z_m = cone.top_m - radius_m * cone.sine;
  const double narrow_m = cone.radius_m * cone.cosine - top_z_m * cone.sine - radius_m;
  if (!(narrow_m > 0.0)) return std::nullopt;
  const Motion3D offset = Relative(motion, Vec3(cone.centre_m.x(), cone.centre_m.y(), 0.0));
  const Quadratic inner{{cone.radius_m * cone.cosine - offset.z.c0 * cone.sine - radius_m,
                         -offset.z.c1 * cone.sine, -offset.z.c2 * cone.sine}};
  const Quartic gap = inner * inner + (-cone.cosine * cone.cosine) * SquaredAxisDistance(offset);
  ContactGap<4> one_sided = SquaredGap(gap, narrow_m, motion);
  one_sided.deepest_m = kBehind_m;
  return FirstGapCrossing(one_sided, separated, window_s, useful_s, [&](double t) {
    const Vec2 place(offset.x.At(t), offset.y.At(t));
    return inner.Evaluate(t) > 0.0 && cone.HoldsFoot(offset.z.At(t) + radius_m * cone.sine) &&
           cone.opening.dot(place) <= 0.0;
  });
}

Nearest NearestOn(const Cone& cone, const Vec3& centre_m, double radius_m) {
  const Vec2 offset = centre_m.head<2>() - cone.centre_m;
  const double rho_m = offset.norm();
  const Vec2 outwards = rho_m > 0.0 ? Vec2(offset / rho_m) : Vec2(1.0, 0.0);
  const double distance_m = cone.Distance(rho_m, centre_m.z());
  Nearest nearest;
  nearest.gap_m = distance_m - radius_m;
  nearest.normal = Vec3(-cone.cosine * outwards.x(), -cone.cosine * outwards.y(), -cone.sine);
  nearest.place_m = centre_m - distance_m * nearest.normal;
  const Vec3 around(-outwards.y(), outwards.x(), 0.0);
  if (rho_m > 0.0) nearest.curvature = {around, -cone.cosine / rho_m, 0.0};
  return nearest;
}

Motion3D Between(const Motion3D& from, const Motion3D& to) {
  return {{to.x.c0 - from.x.c0, to.x.c1 - from.x.c1, to.x.c2 - from.x.c2},
          {to.y.c0 - from.y.c0, to.y.c1 - from.y.c1, to.y.c2 - from.y.c2},
          {to.z.c0 - from.z.c0, to.z.c1 - from.z.c1, to.z.c2 - from.z.c2}};
}

OptionalTime BallBallCrossing3D(const Motion3D& a, const Motion3D& b, double reach_m,
                                double window_s, bool separated, double useful_s) {
  const Quartic gap = PointGap(Between(a, b), reach_m);
  const double rate_noise = RateNoise(Speed(a) + Speed(b));
  return FirstGapCrossing<4>({gap, 2.0 * reach_m, rate_noise}, separated, window_s, useful_s,
                             [](double) { return true; });
}

Nearest NearestOnBall(const Vec3& a_m, double radius_a_m, const Vec3& b_m, double radius_b_m) {
  Nearest nearest = NearestToPoint(a_m, b_m, radius_a_m + radius_b_m);
  nearest.partner = Partner::kBall;
  nearest.place_m += radius_b_m * nearest.normal;
  return nearest;
}

}  // namespace carom
