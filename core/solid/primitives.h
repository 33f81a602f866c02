#ifndef CAROM_CORE_SOLID_PRIMITIVES_H_
#define CAROM_CORE_SOLID_PRIMITIVES_H_

#include <cmath>

#include "core/base/vec3.h"
#include "core/math/first_crossing.h"
#include "core/solid/gap.h"
#include "core/solid/plate.h"

namespace carom {

/// When does a ball that moves in space come to touch a primitive? The solids of a table are unions
/// of primitives (SpaceSegment, Ring, Wall, Cone, a plate), each of which is asked alone; the
/// earliest answer is the solid's.
///
/// All these functions take the motion of the ball's centre from time 0 on, and answer with the
/// first time in [0, window_s] at which the centre comes within `radius_m` of the primitive, by the
/// stable rule of core/math/first_crossing.h: bodies that overlap and approach collide now, and
/// bodies that separate do not. `separated` says that the impact of ball and body at time 0 has
/// just been resolved. They may return nothing for what comes after `useful_s`; the bits of an
/// answer depend on window_s alone. A contact is found at a gap between zero and kSeamDepth_m below
/// it. Pure, thread-safe, no allocation, bounded work, never NaN. Lengths in m, heights above the
/// cloth.

/// A straight edge in space, its ends included; any slope.
struct SpaceSegment {
  Vec3 start_m = Vec3::Zero();
  Vec3 along = Vec3::Zero();  ///< Unit, from start to end.
  double length_m = 0.0;

  Vec3 end_m() const { return start_m + length_m * along; }
};

/// [Event-based] cushion II with the bounds 0 <= s <= 1 that it leaves open, and ends that may
/// differ in height: a quartic for the line, two for the ends.
OptionalTime ContactTime(const Motion3D& motion, const SpaceSegment& segment, double radius_m,
                         double window_s, bool separated, double useful_s = kAlways);

/// The segment's nearest point, its ends included.
Nearest NearestOn(const SpaceSegment& segment, const Vec3& centre_m, double radius_m);

/// A point in space, the end of an edge. It counts while the centre is not behind it, seen along
/// `beyond`.
OptionalTime EndPointCrossing(const Motion3D& motion, const Vec3& point_m, const Vec3& beyond,
                              double radius_m, double window_s, bool separated,
                              double useful_s = kAlways);

/// A horizontal circle, a wire without a face. With an `opening` only the part counts whose angle
/// from the opening has a cosine of at most `cosine`; with 0 that is the half that faces away from
/// the opening.
struct Ring {
  Vec2 centre_m = Vec2::Zero();
  double radius_m = 0.0;
  double height_m = 0.0;
  Vec2 opening = Vec2::Zero();
  double cosine = 0.0;
  double least_cosine = -2.0;  ///< The part farther from the opening does not count.
};

/// The ball may come from inside or outside, above or below, and the ring may be narrower than the
/// ball. Contract as in core/solid/primitives.h.
OptionalTime ContactTime(const Motion3D& motion, const Ring& ring, double radius_m, double window_s,
                         bool separated, double useful_s = kAlways);

/// The ring's nearest point, whatever its opening; on the axis the one along +x.
Nearest NearestOn(const Ring& ring, const Vec3& centre_m, double radius_m);

/// Whether the ring goes on in the direction of this place, seen from its centre.
inline bool OnRing(const Ring& ring, const Vec2& offset_m) {
  const double along_m = ring.opening.dot(offset_m);
  const double rho_m = offset_m.norm();
  return along_m <= ring.cosine * rho_m && along_m >= ring.least_cosine * rho_m;
}

/// The inside of a vertical cylinder, below its top; contracts as in core/solid/primitives.h.
struct Wall {
  Vec2 centre_m = Vec2::Zero();
  double radius_m = 0.0;
  double top_m = 0.0;
};

/// The part of the wall at the height of the ball's centre. Returns nothing for a ball that does
/// not fit.
OptionalTime ContactTime(const Motion3D& motion, const Wall& wall, double radius_m, double window_s,
                         bool separated, double useful_s = kAlways);

/// The wall's nearest point seen from inside, whatever its top; on the axis the one along +x.
Nearest NearestOn(const Wall& wall, const Vec3& centre_m, double radius_m);

/// The inside of an upright cone between the cloth and its narrower top: a wall that leans inwards,
/// or stands upright if the overhang is 0. With an `opening` only the half that faces away from it
/// counts.
///
/// Dictionary: rho, z: distance of the ball's centre from the axis and its height; r: radius of the
/// cone at z = 0; a: its lean. The distance of the centre from the cone is linear in both,
///
///   d = (r - rho) cos a - z sin a,
///
/// and its foot is at the height z + d sin a.
struct Cone {
  Cone(const Vec2& centre, double radius, double overhang, double top, const Vec2& open);

  double Distance(double rho_m, double z_m) const {
    return (radius_m - rho_m) * cosine - z_m * sine;
  }
  /// Whether the cone goes as high, and as low, as a foot at this height.
  bool HoldsFoot(double height_m) const { return height_m >= 0.0 && height_m <= top_m; }

  Vec2 centre_m;
  double radius_m;
  double top_m;
  Vec2 opening;
  double sine = 0.0;
  double cosine = 1.0;
};

/// Contract as in core/solid/primitives.h. Returns nothing for a ball that does not fit through the
/// cone's top.
OptionalTime ContactTime(const Motion3D& motion, const Cone& cone, double radius_m, double window_s,
                         bool separated, double useful_s = kAlways);

/// The cone's nearest point seen from inside, whatever its ends and opening; on the axis the one
/// along +x.
Nearest NearestOn(const Cone& cone, const Vec3& centre_m, double radius_m);

/// Two balls as solids: what one asks of the other.

/// How two centres move against each other, each counted from the same time.
Motion3D Between(const Motion3D& from, const Motion3D& to);

/// The gap of two balls on the cloth as a polynomial, m^2. Their centres are R_a and R_b above the
/// cloth, so they touch at the horizontal distance^2 (R_a + R_b)^2 - (R_a - R_b)^2.
/// [Event-based] Eq. (ball_poly)
inline Quartic BallGapOnCloth(const Motion1D& dx, const Motion1D& dy, double radius_a_m,
                              double radius_b_m) {
  return CircleGap(dx, dy, 4.0 * radius_a_m * radius_b_m);
}

/// Two balls in space; `reach_m` is the sum of their radii. [Event-based] Eq. (ball_poly), all 18
/// coefficients, c_z being the height of a centre. Contract as in core/solid/primitives.h.
OptionalTime BallBallCrossing3D(const Motion3D& a, const Motion3D& b, double reach_m,
                                double window_s, bool separated, double useful_s = kAlways);

/// When a ball that moves like this comes to touch a primitive.
template <class Primitive>
OptionalTime ContactTime(const Approach& approach, const Primitive& primitive, bool separated) {
  return ContactTime(approach.centre, primitive, approach.radius_m, approach.window_s, separated,
                     approach.useful_s);
}

/// The nearest point of ball b as ball a touches it. The normal points from b to a, and the
/// derivatives are by a's centre relative to b's.
Nearest NearestOnBall(const Vec3& a_m, double radius_a_m, const Vec3& b_m, double radius_b_m);

}  // namespace carom

#endif  // CAROM_CORE_SOLID_PRIMITIVES_H_
