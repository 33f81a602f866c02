#ifndef CAROM_CLIENT_PICTURE_TRACK_READER_H_
#define CAROM_CLIENT_PICTURE_TRACK_READER_H_

#include <vector>

#include "absl/status/statusor.h"
#include "carom/client/shot_outcome.h"
#include "client/picture/track.h"

namespace carom::picture {

/// What a shot's tracks are made of.
struct ShotRecord {
  ShotOutcome outcome;
  std::vector<ShotEvent> events;  ///< With the states before and after.
  /// Position, velocity, angular velocity and motion of all balls, at 0 first.
  ShotSamples samples;
  /// Whether balls move under constant accelerations between events, except while they are pressed.
  /// Where they do not (forces are integrated, or time is cut into steps), and within presses, the
  /// samples are points of the tracks too.
  bool is_piecewise_parabolic = true;
};

/// The track of each ball. Between two points with positions x0, x1 and velocities v0, v1, a time T
/// apart, a ball has one arc if x1 - x0 = (v0 + v1) T / 2 within a nanometre, as under a constant
/// acceleration. Else it has two of T / 2, of which the velocity where they meet is
/// 2 (x1 - x0) / T - (v0 + v1) / 2: then positions and velocities fit at all three points.
/// INTERNAL if the record lacks something.
absl::StatusOr<std::vector<Track>> ReadTracks(const ShotRecord& record);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_TRACK_READER_H_
