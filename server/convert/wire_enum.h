#ifndef CAROM_SERVER_CONVERT_WIRE_ENUM_H_
#define CAROM_SERVER_CONVERT_WIRE_ENUM_H_

#include "carom/v1/result.pb.h"
#include "core/record/event.h"
#include "core/state/ball_state.h"

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

/// Of a motion that this version knows, and not UNSPECIFIED.
inline MotionState FromWire(v1::MotionState motion) { return FromWireEnum<MotionState>(motion); }

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_WIRE_ENUM_H_
