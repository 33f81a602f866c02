#ifndef CAROM_CORE_EVENT_POCKET_HOLE_H_
#define CAROM_CORE_EVENT_POCKET_HOLE_H_

#include "core/base/vec3.h"
#include "core/table/table.h"

namespace carom {

/// A pocket as a ball that drops meets it: the rim of the slate at z = 0, the wall of the hole
/// below it, and on the half that faces away from the table the same wall up to back_height_m, with
/// its upper rim and its two upright ends.

/// The rails beside a pocket may reach round its circle farther than the back does. Their tops end
/// at the circle, and so the upper rim goes on over them.
struct PocketHole {
  const Pocket& pocket;
  /// Of the angle from the opening at which the upper rim ends on either side; 0: with the back.
  double rim_cosine = 0.0;
};

/// Nearest point of a surface as seen from a ball's centre.
struct SurfacePoint {
  double distance_m = 0.0;     ///< From the centre.
  Vec3 normal = Vec3::Zero();  ///< Unit, from the point towards the centre.
};

inline bool HasBack(const Pocket& pocket) {
  return pocket.back_height_m > 0.0 && !pocket.opening.isZero();
}

/// Nearest point of rim, wall and back for a ball of this radius; of a wall only as seen from
/// within. A ball that has come through the back from behind is in no contact with that wall.
SurfacePoint NearestOnHole(const PocketHole& hole, const Vec3& centre_m, double radius_m);

/// The point that a ball which touches the hole there, with this velocity, runs into: of all parts
/// that it touches the one that it approaches fastest.
SurfacePoint MetOnHole(const PocketHole& hole, const Vec3& centre_m, double radius_m,
                       const Vec3& velocity_m_s);

/// Whether the upper rim goes on in the direction of this place, seen from the pocket's centre.
inline bool OverUpperRim(const PocketHole& hole, const Vec2& offset_m) {
  return HasBack(hole.pocket) &&
         hole.pocket.opening.dot(offset_m) <= hole.rim_cosine * offset_m.norm();
}

/// True within the pocket's circle, seen from above.
inline bool AboveHole(const Pocket& pocket, const Vec2& point_m) {
  return (point_m - pocket.centre_m).squaredNorm() < pocket.radius_m * pocket.radius_m;
}

/// The upright ends of a pocket's back: one to the left (+1), one to the right (-1) of its opening.
inline Vec2 BackEnd(const Pocket& pocket, double side) {
  return pocket.centre_m + side * pocket.radius_m * Vec2(-pocket.opening.y(), pocket.opening.x());
}

}  // namespace carom

#endif  // CAROM_CORE_EVENT_POCKET_HOLE_H_
