#ifndef CAROM_CORE_SOLID_GAP_H_
#define CAROM_CORE_SOLID_GAP_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "core/base/vec3.h"
#include "core/math/first_crossing.h"
#include "core/math/polynomial.h"
#include "core/math/sign_changes.h"
#include "core/solid/resolution.h"

namespace carom {

/// One coordinate of a ball's centre: c0 + c1 tau + c2 tau^2, m.
struct Motion1D {
  double c0 = 0.0;
  double c1 = 0.0;
  double c2 = 0.0;

  double At(double tau) const { return c0 + (c1 + c2 * tau) * tau; }

  /// The same motion counted from `tau` on.
  Motion1D From(double tau) const { return {c0 + (c1 + c2 * tau) * tau, c1 + 2.0 * c2 * tau, c2}; }
};

/// The centre of one ball, frame W: each coordinate a quadratic in the time since its epoch, m.
struct Motion3D {
  Motion1D x;
  Motion1D y;
  Motion1D z;

  Vec3 At(double tau) const { return Vec3(x.At(tau), y.At(tau), z.At(tau)); }
  Vec2 Above(double tau) const { return Vec2(x.At(tau), y.At(tau)); }
  Motion3D From(double tau) const { return {x.From(tau), y.From(tau), z.From(tau)}; }
};

/// Horizontal speed at time 0, m/s.
inline double Speed(const Motion1D& x, const Motion1D& y) {
  return std::sqrt(x.c1 * x.c1 + y.c1 * y.c1);
}

/// Speed at time 0, m/s.
inline double Speed(const Motion3D& motion) {
  return std::sqrt(motion.x.c1 * motion.x.c1 + motion.y.c1 * motion.y.c1 +
                   motion.z.c1 * motion.z.c1);
}

/// What a moving ball asks of a solid: when does the ball come to touch it? Crossing() of every
/// solid answers under the contract of core/solid/primitives.h.
struct Approach {
  Motion3D centre;  ///< From time 0 on.
  double radius_m = 0.0;
  bool on_cloth = true;    ///< Otherwise it is in flight.
  double window_s = 0.0;   ///< How long the motion lasts.
  double useful_s = 0.0;   ///< Later answers are of no use. At most window_s.
  double lowest_m = 0.0;   ///< Least height of the centre until useful_s.
  bool separated = false;  ///< The impact of ball and solid at time 0 has just been resolved.

  /// The velocity at time 0.
  Vec3 Velocity() const { return Vec3(centre.x.c1, centre.y.c1, centre.z.c1); }

  /// Whether any part of the ball gets as low as `top_m`.
  bool Low(double top_m) const { return lowest_m <= top_m + radius_m + kResolution_m; }
};

/// What a ball touches, which decides the law of the impact.
enum class Partner : uint8_t {
  kBall,
  kCushion,  ///< The rubber of a nose or jaw.
  kHard,     ///< Slate and its edge, rail top.
  kLiner,    ///< The liner of a pocket.
};

/// The curvature of a gap: how it bends as the centre moves across its normal. It is the second
/// derivative of the gap by the centre, a quadratic form with two principal directions across the
/// normal: its value is `along` in the direction of `axis`, and `across` in the direction
/// perpendicular to axis and normal, 1/m. Where both are equal no axis is needed.
struct GapCurvature {
  Vec3 axis = Vec3::Zero();  ///< Unit or zero.
  double along = 0.0;
  double across = 0.0;

  /// The value for a centre that moves with this velocity, m/s^2. The gap opens with normal.a plus
  /// this.
  double Of(const Vec3& normal, const Vec3& velocity) const {
    const double into = normal.dot(velocity);
    const double round = axis.dot(velocity);
    return across * (velocity.squaredNorm() - into * into) + (along - across) * round * round;
  }
};

/// The curvature of the distance from a point.
inline GapCurvature PointCurvature(double distance_m) {
  return {Vec3::Zero(), 1.0 / distance_m, 1.0 / distance_m};
}

/// The curvature of the distance from a straight line along this unit vector.
inline GapCurvature LineCurvature(const Vec3& along, double distance_m) {
  return {along, 0.0, 1.0 / distance_m};
}

/// Where a ball and a solid are nearest to each other, frame W.
struct Nearest {
  /// Between the two surfaces, m; negative: the ball penetrates the solid.
  double gap_m = std::numeric_limits<double>::infinity();
  /// Unit, from the solid to the ball's centre: the gradient of the gap by the centre.
  Vec3 normal = Vec3::Zero();
  GapCurvature curvature;
  Vec3 place_m = Vec3::Zero();  ///< The solid's point that is nearest.
  Partner partner = Partner::kCushion;
};

/// The parts of one solid that a ball may touch at one place, each with its nearest point. Only
/// parts that count for a centre there are listed. A solid has at most six.
class Parts {
 public:
  Parts() {}
  Parts(const Parts& other) : count_(other.count_) {
    std::uninitialized_copy(other.begin(), other.end(), part_.begin());
  }
  Parts& operator=(const Parts&) = delete;
  ~Parts() {}

  void Add(const Nearest& part) { std::construct_at(&part_[count_++], part); }
  void AddAs(Partner partner, Nearest part) {
    part.partner = partner;
    Add(part);
  }
  void AddHard(const Nearest& part) { AddAs(Partner::kHard, part); }

  const Nearest* begin() const { return part_.data(); }
  const Nearest* end() const { return part_.data() + count_; }

  /// The nearest of them, or the first of equally near ones. Without parts the gap is infinite.
  /// References last as long as the parts.
  const Nearest& Closest() const;

  /// The part that a ball with this velocity, which touches the solid, runs into: of all parts that
  /// it touches, the one that it approaches fastest; the first of equals.
  const Nearest& Hit(const Vec3& velocity_m_s) const;

 private:
  // Slots from count_ on hold nothing: clearing them would cost more than most queries.
  union {
    std::array<Nearest, 6> part_;
  };
  size_t count_ = 0;
};

/// Which part of a solid has just been resolved: of those that a ball with this velocity touches,
/// the one that it leaves fastest. It may have touched one part and now approach another.
class ResolvedPart {
 public:
  ResolvedPart() = default;  ///< None.
  ResolvedPart(const Parts& parts, const Vec3& velocity_m_s)
      : normal_(parts.Hit(-velocity_m_s).normal) {}

  /// Parts that meet in an edge of the solid have normals that differ by far more than this.
  bool Is(const Nearest& part) const { return normal_.dot(part.normal) > 1.0 - kResolution_rad; }

 private:
  Vec3 normal_ = Vec3::Zero();
};

/// Gap, normal and curvature of a ball of this radius from a point.
Nearest NearestToPoint(const Vec3& centre_m, const Vec3& point_m, double radius_m);

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
