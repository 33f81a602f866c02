#ifndef CAROM_CORE_SOLID_RING_H_
#define CAROM_CORE_SOLID_RING_H_

#include "core/base/vec3.h"
#include "core/math/optional_time.h"
#include "core/solid/centre_motion.h"
#include "core/solid/edge.h"
#include "core/solid/nearest.h"

namespace carom {

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
/// ball. Contract as in core/solid/segment.h.
OptionalTime RingCrossing(const Motion3D& motion, const Ring& ring, double radius_m,
                          double window_s, bool separated, double useful_s = kAlways);

/// The ring's nearest point, whatever its opening; on the axis the one along +x.
Nearest NearestOnRing(const Ring& ring, const Vec3& centre_m, double radius_m);

/// Whether the ring goes on in the direction of this place, seen from its centre.
inline bool OnRing(const Ring& ring, const Vec2& offset_m) {
  const double along_m = ring.opening.dot(offset_m);
  const double rho_m = offset_m.norm();
  return along_m <= ring.cosine * rho_m && along_m >= ring.least_cosine * rho_m;
}

}  // namespace carom

#endif  // CAROM_CORE_SOLID_RING_H_
