#ifndef CAROM_CORE_SOLID_WALL_H_
#define CAROM_CORE_SOLID_WALL_H_

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

}  // namespace carom

#endif  // CAROM_CORE_SOLID_WALL_H_
