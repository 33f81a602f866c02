#ifndef CAROM_CORE_SOLID_SEGMENT_H_
#define CAROM_CORE_SOLID_SEGMENT_H_

#include "core/base/vec3.h"
#include "core/math/optional_time.h"
#include "core/solid/centre_motion.h"
#include "core/solid/edge.h"
#include "core/solid/nearest.h"

namespace carom {

/// When does a ball that moves in space come to touch a primitive? The solids of a table are unions
/// of primitives (SpaceSegment, Ring, Wall, Cone, a plate), each of which is asked alone; the
/// earliest answer is the solid's.
///
/// All these functions take the motion of the ball's centre from time 0 on, and answer with the
/// first time in [0, window_s] at which the centre comes within `radius_m` of the primitive, by the
/// stable rule of core/math/first_crossing.h: bodies that overlap and approach meet now, and bodies
/// that separate do not meet. `separated` says that the impact of ball and body at time 0 has just
/// been resolved. They may return nothing for what comes after `useful_s`; the bits of an answer
/// depend on window_s alone. A contact is found at a gap between zero and kSeamDepth_m below it.
/// Pure, thread-safe, no allocation, bounded work, never NaN. Lengths in m, heights above the
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
OptionalTime SpaceSegmentCrossing(const Motion3D& motion, const SpaceSegment& segment,
                                  double radius_m, double window_s, bool separated,
                                  double useful_s = kAlways);

/// The segment's nearest point, its ends included.
Nearest NearestOnSpaceSegment(const SpaceSegment& segment, const Vec3& centre_m, double radius_m);

/// A point in space, the end of an edge. It counts while the centre is not behind it, seen along
/// `beyond`.
OptionalTime EndPointCrossing(const Motion3D& motion, const Vec3& point_m, const Vec3& beyond,
                              double radius_m, double window_s, bool separated,
                              double useful_s = kAlways);

}  // namespace carom

#endif  // CAROM_CORE_SOLID_SEGMENT_H_
