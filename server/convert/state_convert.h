#ifndef CAROM_SERVER_CONVERT_STATE_CONVERT_H_
#define CAROM_SERVER_CONVERT_STATE_CONVERT_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/result.pb.h"
#include "carom/v1/table.pb.h"
#include "core/record/event.h"
#include "core/state/trajectory.h"
#include "core/table/shot.h"

// Enums, points and ball states in both directions. Pure and thread-safe.

namespace carom {

/// The wire keeps 0 for what is unspecified, so its numbers are the core's plus one.
inline constexpr int kWireOffset = 1;

template <class Wire, class Core>
constexpr Wire ToWireEnum(Core value) {
  return static_cast<Wire>(static_cast<int>(value) + kWireOffset);
}

template <class Core, class Wire>
constexpr Core FromWireEnum(Wire value) {
  return static_cast<Core>(static_cast<int>(value) - kWireOffset);
}

inline v1::EventKind ToWire(EventKind kind) { return ToWireEnum<v1::EventKind>(kind); }
inline v1::StopReason ToWire(StopReason reason) { return ToWireEnum<v1::StopReason>(reason); }
inline v1::MotionState ToWire(MotionState motion) { return ToWireEnum<v1::MotionState>(motion); }

/// Whether a ball has velocities in v1::BallStates; all others are zero.
constexpr bool HasVelocities(MotionState motion) {
  return motion == MotionState::kSpinning || Translates(motion);
}

inline Vec2 ToVec2(const v1::Point2& point) { return {point.x_m(), point.y_m()}; }
void WritePoint(const Vec2& point_m, v1::Point2& wire);

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

/// Appends numbers, such as a vector's x, y and z, to a column.
template <class Row>
void AppendRow(const Row& row, google::protobuf::RepeatedField<double>& column) {
  column.Add(row.begin(), row.end());
}

/// Appends one ball to the columns; ConvertStates() gives it back to the last bit.
void AppendState(const BallState& state, v1::BallStates& wire);
inline void AppendStates(const std::vector<BallState>& states, v1::BallStates& wire) {
  for (const BallState& state : states) AppendState(state, wire);
}

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_STATE_CONVERT_H_
