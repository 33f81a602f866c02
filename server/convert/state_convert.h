#ifndef CAROM_SERVER_CONVERT_STATE_CONVERT_H_
#define CAROM_SERVER_CONVERT_STATE_CONVERT_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/table.pb.h"
#include "core/state/ball_state.h"
#include "core/table/ball.h"

// Ball states in both directions. Pure and thread-safe.

namespace carom {

/// Whether a ball has velocities in v1::BallStates; all others are zero.
constexpr bool HasVelocities(MotionState motion) {
  return motion == MotionState::kSpinning || Translates(motion);
}

inline Vec2 ToVec2(const v1::Point2& point) { return {point.x_m(), point.y_m()}; }

/// One ball of this radius; paths begin at the state ("position_m: absent must be given").
absl::Status ConvertState(const v1::BallState& wire, double radius_m, BallState& state);

/// All balls in columns. The columns must have exactly the values that the balls need, else
/// INVALID_ARGUMENT ("positions_m: 5 values must be 6, 3 for each of 2 balls").
absl::Status ConvertStates(const v1::BallStates& wire, std::vector<BallState>& states);

/// Bytes of a ball in columns, rounded up: its motion and position, and for a moving ball also its
/// velocity and spin.
inline constexpr int64_t kRestingStateBytes = 25;
inline constexpr int64_t kMovingStateBytes = 73;
inline int64_t StateBytes(const BallState& state) {
  return HasVelocities(state.motion) ? kMovingStateBytes : kRestingStateBytes;
}

/// Appends x, y and z to a column of vectors.
void AppendVector(const Vec3& vector, google::protobuf::RepeatedField<double>& column);

/// Appends one ball to the columns; ConvertStates() gives it back to the last bit.
void AppendState(const BallState& state, v1::BallStates& wire);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_STATE_CONVERT_H_
