#ifndef CAROM_CORE_EVENT_PREDICT_FLIGHT_CROSSING_H_
#define CAROM_CORE_EVENT_PREDICT_FLIGHT_CROSSING_H_

#include <cmath>
#include <optional>

#include "core/base/vec3.h"
#include "core/event/predict/edge.h"
#include "core/event/predict/flight_shell.h"
#include "core/event/trajectory_table.h"

namespace carom {

/// When does a ball that moves in space come to touch this? The table's solids are unions of the
/// primitives below, each of which is asked alone; the earliest answer is the body's.
///
/// All functions take the motion of the ball's centre from time 0 on, and answer with the first
/// time in [0, window_s] at which the centre comes within `radius_m` of the primitive, by the
/// stable rule of core/math/first_crossing.h: overlapping and approaching is now, leaving is no
/// contact. `parted` says that ball and body have just been resolved at time 0. They may return
/// nothing for what comes after `useful_s`; the bits of an answer depend on window_s alone.
/// A contact is found at a gap between zero and kSeamDepth_m below it. Pure, thread-safe, no
/// allocation, bounded work, never NaN. Lengths in m, heights above the cloth.

/// A straight edge in space, its ends included; any slope.
struct SpaceSegment {
  Vec3 start_m = Vec3::Zero();
  Vec3 along = Vec3::Zero();  ///< Unit, from start to end.
  double length_m = 0.0;

  Vec3 end_m() const { return start_m + length_m * along; }
};

/// A horizontal circle, a wire without a face. With an `opening` only the half that faces away from
/// it: the part where the centre of the ball is at or behind the middle; or as far towards the
/// opening as an angle with this cosine from it.
struct Ring {
  Vec2 centre_m = Vec2::Zero();
  double radius_m = 0.0;
  double height_m = 0.0;
  Vec2 opening = Vec2::Zero();
  double cosine = 0.0;
};

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

/// [Event-based] cushion II with the bounds 0 <= s <= 1 that it leaves open, and ends that may
/// differ in height: a quartic for the line, two for the ends.
std::optional<double> SpaceSegmentCrossing(const Motion3D& motion, const SpaceSegment& segment,
                                           double radius_m, double window_s, bool parted,
                                           double useful_s = kAlways);

/// [Event-based] cushion I: the vertical plane through a nose, at all heights, with vertical lines
/// at its ends. A ball that flies over is hit as well; the paper calls it a false positive.
/// Requires edge.reach_m to be the ball's radius.
inline std::optional<double> PlaneNoseCrossing(const Motion3D& motion, const StraightEdge& edge,
                                               double window_s, bool parted,
                                               double useful_s = kAlways) {
  return EdgeCrossing(motion.x, motion.y, edge, window_s, parted, useful_s);
}

/// A point in space.
std::optional<double> PointCrossing(const Motion3D& motion, const Vec3& point_m, double radius_m,
                                    double window_s, bool parted, double useful_s = kAlways);

/// From inside or outside, above or below; the ring may be narrower than the ball.
std::optional<double> RingCrossing(const Motion3D& motion, const Ring& ring, double radius_m,
                                   double window_s, bool parted, double useful_s = kAlways);

/// The part of the wall at the height of the ball's centre. Nothing for a ball that does not fit.
std::optional<double> WallCrossing(const Motion3D& motion, const Wall& wall, double radius_m,
                                   double window_s, bool parted, double useful_s = kAlways);

std::optional<double> PostCrossing(const Motion3D& motion, const Post& post, double radius_m,
                                   double window_s, bool parted, double useful_s = kAlways);

/// Two balls whose motions have a common origin of time; `reach_m` is the sum of their radii.
/// [Event-based] Eq. (ball_poly), all 18 coefficients, c_z being the height of a centre.
std::optional<double> BallBallCrossing3D(const Motion3D& a, const Motion3D& b, double reach_m,
                                         double window_s, bool parted, double useful_s = kAlways);

/// The upper side of a horizontal plate at `height_m`, where `covers(const Vec2& point_m)` holds
/// for the point below the centre. What bounds the plate is met as a primitive of its own.
template <class Covers>
std::optional<double> PlateCrossing(const Motion3D& motion, double height_m, double radius_m,
                                    const Covers& covers, double window_s, bool parted,
                                    double useful_s = kAlways) {
  const Quadratic gap{{motion.z.c0 - height_m - radius_m, motion.z.c1, motion.z.c2}};
  const auto on_plate = [&](double t) { return covers(Vec2(motion.x.At(t), motion.y.At(t))); };
  const FlightGap<2> one_sided{gap, 1.0, RateNoise(std::fabs(motion.z.c1)), kBehind_m};
  return ShellCrossing(one_sided, parted, window_s, useful_s, on_plate);
}

}  // namespace carom

#endif  // CAROM_CORE_EVENT_PREDICT_FLIGHT_CROSSING_H_
