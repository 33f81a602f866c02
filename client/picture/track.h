#ifndef CAROM_CLIENT_PICTURE_TRACK_H_
#define CAROM_CLIENT_PICTURE_TRACK_H_

#include <array>
#include <vector>

#include "carom/v1/table.pb.h"

namespace carom::picture {

/// A vector in the world frame: x along the table, y to its left, z up.
using Vector = std::array<double, 3>;

/// A ball that moves under a constant acceleration, as it does while it slides (the slip keeps its
/// direction), rolls or flies:  r(t) = r0 + v0 s + a s^2 / 2  with  s = t - begin_s.
struct Arc {
  double begin_s = 0.0;
  double end_s = 0.0;
  carom::v1::MotionState motion = carom::v1::MOTION_STATE_UNSPECIFIED;
  Vector position_m = {};         ///< r0, of the centre.
  Vector velocity_m_s = {};       ///< v0.
  Vector acceleration_m_s2 = {};  ///< a.
};

Vector PositionAt(const Arc& arc, double time_s);
Vector VelocityAt(const Arc& arc, double time_s);

/// An arc is a quadratic Bezier curve [Farin 2002, "Curves and Surfaces for CAGD", 4.3] over its
/// time, with this control point between its ends: where both ends' tangents meet, r0 + v0 T / 2.
Vector ControlPoint(const Arc& arc);

/// How fast a ball turns at a time; between two such points linearly.
struct SpinPoint {
  double time_s = 0.0;
  Vector angular_velocity_rad_s = {};
};

/// The motion of one ball through a whole shot.
struct Track {
  std::vector<Arc> arcs;        ///< At least one; in order of time and without gaps.
  std::vector<SpinPoint> spin;  ///< In order of time; two of one time where an impact changes it.
};

/// The arc at a time, of two that meet there the later one; past the ends the first or last arc.
const Arc& ArcAt(const Track& track, double time_s);

/// Where the centre is; past the ends of the track, where it begins or ends.
Vector PositionAt(const Track& track, double time_s);

bool IsOutOfPlay(carom::v1::MotionState motion);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_TRACK_H_
