#ifndef CAROM_CORE_SOLID_UPRIGHT_H_
#define CAROM_CORE_SOLID_UPRIGHT_H_

#include <optional>

#include "core/base/vec3.h"
#include "core/solid/centre_motion.h"
#include "core/solid/edge.h"
#include "core/solid/nearest.h"

namespace carom {

/// Upright primitives; contracts as in core/solid/segment.h.

/// The inside of a vertical cylinder, below its top. With an `opening` only the half that faces
/// away from it.
struct Wall {
  Vec2 centre_m = Vec2::Zero();
  double radius_m = 0.0;
  double top_m = 0.0;
  Vec2 opening = Vec2::Zero();
};

/// A vertical line between two heights, with a point at its top.
struct Post {
  Vec2 at_m = Vec2::Zero();
  double bottom_m = 0.0;
  double top_m = 0.0;
};

/// The part of the wall at the height of the ball's centre. Nothing for a ball that does not fit.
std::optional<double> WallCrossing(const Motion3D& motion, const Wall& wall, double radius_m,
                                   double window_s, bool parted, double useful_s = kAlways);

std::optional<double> PostCrossing(const Motion3D& motion, const Post& post, double radius_m,
                                   double window_s, bool parted, double useful_s = kAlways);

/// The wall's nearest point seen from inside, whatever its top and opening; on the axis the one
/// along +x.
Nearest NearestOnWall(const Wall& wall, const Vec3& centre_m, double radius_m);

/// The post's nearest point, its ends included.
Nearest NearestOnPost(const Post& post, const Vec3& centre_m, double radius_m);

}  // namespace carom

#endif  // CAROM_CORE_SOLID_UPRIGHT_H_
