#ifndef CAROM_CORE_SOLID_GAP_H_
#define CAROM_CORE_SOLID_GAP_H_

#include <algorithm>
#include <limits>

#include "core/base/vec3.h"
#include "core/math/first_crossing.h"
#include "core/math/polynomial.h"
#include "core/math/sign_changes.h"
#include "core/solid/centre_motion.h"
#include "core/solid/resolution.h"

namespace carom {

/// Gaps between a centre and what it may touch, as polynomials of time: positive while they are
/// apart. They are squared distances less squared reaches, m^2; the gap of a ring is of the fourth
/// power, m^4.

/// The motion as seen from a point.
inline Motion3D Relative(const Motion3D& motion, const Vec3& point_m) {
  return {{motion.x.c0 - point_m.x(), motion.x.c1, motion.x.c2},
          {motion.y.c0 - point_m.y(), motion.y.c1, motion.y.c2},
          {motion.z.c0 - point_m.z(), motion.z.c1, motion.z.c2}};
}

/// The component of a motion along a direction.
inline Quadratic Along(const Motion3D& motion, const Vec3& direction) {
  const Vec3& d = direction;
  return {{d.x() * motion.x.c0 + d.y() * motion.y.c0 + d.z() * motion.z.c0,
           d.x() * motion.x.c1 + d.y() * motion.y.c1 + d.z() * motion.z.c1,
           d.x() * motion.x.c2 + d.y() * motion.y.c2 + d.z() * motion.z.c2}};
}

/// |d|^2 - reach^2 with d = (x, y). [Event-based] Eq. (ball_poly), in the plane of the cloth.
inline Quartic CircleGap(const Motion1D& x, const Motion1D& y, double squared_reach_m2) {
  return Quartic{{x.c0 * x.c0 + y.c0 * y.c0 - squared_reach_m2,  //
                  2.0 * (x.c0 * x.c1 + y.c0 * y.c1),             //
                  x.c1 * x.c1 + y.c1 * y.c1 + 2.0 * (x.c0 * x.c2 + y.c0 * y.c2),
                  2.0 * (x.c1 * x.c2 + y.c1 * y.c2),  //
                  x.c2 * x.c2 + y.c2 * y.c2}};
}

/// A ball's centre and a fixed circle in the plane of the cloth.
inline Quartic FixedCircleGap(const Motion1D& x, const Motion1D& y, const Vec2& centre_m,
                              double reach_m) {
  const Motion1D dx{x.c0 - centre_m.x(), x.c1, x.c2};
  const Motion1D dy{y.c0 - centre_m.y(), y.c1, y.c2};
  return CircleGap(dx, dy, reach_m * reach_m);
}

/// Centre and point: [Event-based] Eq. (ball_poly) for the motion `offset` between them.
Quartic PointGap(const Motion3D& offset, double reach_m);

/// Centre and vertical line, in the plane of the cloth.
Quartic VerticalLineGap(const Motion3D& offset, double reach_m);

/// Centre and line through the origin of `offset` along a unit vector: [Event-based]
/// Eq. (cushion_poly_2), c[0] to c[4] being its E to A (which the paper leaves to dead links).
Quartic LineGap(const Motion3D& offset, const Vec3& along, double reach_m);

/// Centre and horizontal circle of radius `ring_m` about the origin of `offset`.
Polynomial<8> RingGap(const Motion3D& offset, double ring_m, double reach_m);

/// The square of the centre's horizontal distance from the axis.
Quartic SquaredAxisDistance(const Motion3D& offset);

/// The gap between a centre and a primitive over time, with the numbers that are needed to read
/// its contacts from it.
template <int N>
struct ContactGap {
  Polynomial<N> gap;         ///< Positive while they are apart.
  double units_per_m = 1.0;  ///< Of the gap by distance, at contact.
  double rate_noise = 0.0;   ///< Rounding of its rate at time 0, m/s.
  double deepest_m = std::numeric_limits<double>::infinity();  ///< kBehind_m for one side.
};

/// A squared distance less reach^2: near contact 2 reach times the distance less the reach.
inline ContactGap<4> SquaredGap(const Quartic& gap, double reach_m, const Motion3D& motion) {
  return {gap, 2.0 * reach_m, RateNoise(Speed(motion))};
}

/// Whether a gap that begins below zero rises above zero by at least twice that depth, judged by
/// its first terms: a hop that takes the bodies out of each other.
template <int N>
bool LeavesDepth(const Polynomial<N>& gap) {
  return gap.c[1] > 0.0 && gap.c[1] * gap.c[1] > 12.0 * gap.c[0] * std::min(gap.c[2], 0.0);
}

/// The gap as it is read from time 0 on. `resolved`: the contact there has just been resolved, so
/// that the bodies do not approach. Their penetration, a seam's depth at the most, must not last
/// for ever: a hop that leads out of it ends at the surface, and only a lower hop ends where it
/// began.
template <int N>
Polynomial<N> GapFromContact(const ContactGap<N>& of, bool resolved) {
  Polynomial<N> gap = WithoutContactNoise(of.gap, of.units_per_m, resolved, of.rate_noise);
  if (resolved && of.gap.c[0] < -kRounding_m * of.units_per_m && LeavesDepth(of.gap))
    gap.c[0] = of.gap.c[0];
  return gap;
}

/// First time in [0, window_s] at which the gap turns negative where `counts(time_s)` holds: that
/// of a contact. `separated`: the contact at time 0 has just been resolved.
template <int N, class Counts>
OptionalTime FirstGapCrossing(const ContactGap<N>& of, bool separated, double window_s,
                              double useful_s, const Counts& counts) {
  if (SurelyPositive(of.gap, std::min(useful_s, window_s))) return std::nullopt;
  const auto is_contact = [&](double time_s) {
    return of.gap.Evaluate(time_s) >= -of.deepest_m * of.units_per_m && counts(time_s);
  };
  bool passed_by = false;
  const auto accept = [&](double time_s) {
    const bool contact = is_contact(time_s);
    passed_by |= !contact;
    return contact;
  };
  // One part of the body has been resolved. The centre may lie far deeper in others, where they do
  // not count.
  const bool shallow = of.gap.c[0] >= -2.0 * kSeamDepth_m * of.units_per_m;
  Polynomial<N> gap = GapFromContact(of, separated && (shallow || counts(0.0)));
  // Above degree 4 a search for crossings costs a hundred times as much as this.
  if (N > 4 && SurelyNeverTurnsNegative(gap, std::min(useful_s, window_s))) return std::nullopt;
  const OptionalTime at_surface = FirstAccepted(gap, window_s, accept);
  if (!passed_by) return at_surface;
  gap.c[0] += kSeamDepth_m * of.units_per_m;
  const OptionalTime below = FirstAccepted(gap, window_s, is_contact);
  return at_surface && !(below && *below < *at_surface) ? at_surface : below;
}

}  // namespace carom

#endif  // CAROM_CORE_SOLID_GAP_H_
