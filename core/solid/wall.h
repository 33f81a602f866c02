#ifndef CAROM_CORE_SOLID_WALL_H_
#define CAROM_CORE_SOLID_WALL_H_

#include <cmath>

#include "core/base/vec3.h"
#include "core/math/optional_time.h"
#include "core/solid/centre_motion.h"
#include "core/solid/edge.h"
#include "core/solid/nearest.h"

namespace carom {

/// The inside of a vertical cylinder, below its top; contracts as in core/solid/segment.h.
struct Wall {
  Vec2 centre_m = Vec2::Zero();
  double radius_m = 0.0;
  double top_m = 0.0;
};

/// The part of the wall at the height of the ball's centre. Returns nothing for a ball that does
/// not fit.
OptionalTime WallCrossing(const Motion3D& motion, const Wall& wall, double radius_m,
                          double window_s, bool separated, double useful_s = kAlways);

/// The wall's nearest point seen from inside, whatever its top; on the axis the one along +x.
Nearest NearestOnWall(const Wall& wall, const Vec3& centre_m, double radius_m);

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

/// Contract as in core/solid/segment.h. Returns nothing for a ball that does not fit through the
/// cone's top.
OptionalTime ConeCrossing(const Motion3D& motion, const Cone& cone, double radius_m,
                          double window_s, bool separated, double useful_s = kAlways);

/// The cone's nearest point seen from inside, whatever its ends and opening; on the axis the one
/// along +x.
Nearest NearestOnCone(const Cone& cone, const Vec3& centre_m, double radius_m);

}  // namespace carom

#endif  // CAROM_CORE_SOLID_WALL_H_
