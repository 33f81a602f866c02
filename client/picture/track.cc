#include "client/picture/track.h"

#include <algorithm>

namespace carom::picture {

Vector PositionAt(const Arc& arc, double time_s) {
  const double s = time_s - arc.begin_s;
  Vector at = arc.position_m;
  for (size_t i = 0; i < 3; ++i) {
    at[i] += s * (arc.velocity_m_s[i] + 0.5 * s * arc.acceleration_m_s2[i]);
  }
  return at;
}

Vector VelocityAt(const Arc& arc, double time_s) {
  Vector velocity = arc.velocity_m_s;
  for (size_t i = 0; i < 3; ++i) {
    velocity[i] += (time_s - arc.begin_s) * arc.acceleration_m_s2[i];
  }
  return velocity;
}

Vector ControlPoint(const Arc& arc) {
  Vector point = arc.position_m;
  const double half_s = 0.5 * (arc.end_s - arc.begin_s);
  for (size_t i = 0; i < 3; ++i) point[i] += half_s * arc.velocity_m_s[i];
  return point;
}

const Arc& ArcAt(const Track& track, double time_s) {
  const auto after =
      std::upper_bound(track.arcs.begin(), track.arcs.end(), time_s,
                       [](double time, const Arc& arc) { return time < arc.begin_s; });
  return after == track.arcs.begin() ? track.arcs.front() : *std::prev(after);
}

Vector PositionAt(const Track& track, double time_s) {
  const Arc& arc = ArcAt(track, time_s);
  return PositionAt(arc, std::clamp(time_s, arc.begin_s, arc.end_s));
}

bool IsOutOfPlay(carom::v1::MotionState motion) {
  return motion == carom::v1::MOTION_STATE_POCKETED || motion == carom::v1::MOTION_STATE_LEFT_TABLE;
}

}  // namespace carom::picture
