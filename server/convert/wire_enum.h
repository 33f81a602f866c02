#ifndef CAROM_SERVER_CONVERT_WIRE_ENUM_H_
#define CAROM_SERVER_CONVERT_WIRE_ENUM_H_

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

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_WIRE_ENUM_H_
