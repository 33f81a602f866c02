#ifndef CAROM_CORE_BASE_CONSTANTS_H_
#define CAROM_CORE_BASE_CONSTANTS_H_

#include <cstddef>
#include <limits>

namespace carom {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kTwoPi = 2.0 * kPi;
inline constexpr double kHalfPi = 0.5 * kPi;

/// Most balls that one layout can hold. Snooker needs 22.
inline constexpr int kMaxBalls = 32;

/// Degrees exist at the edges only (command line, documents); inside and on the wire are radians.
constexpr double DegreesToRadians(double angle_deg) { return angle_deg * (kPi / 180.0); }

/// A number that counts from 0 (a ball, a body, a row) as the index of a container.
constexpr std::size_t Index(int number) { return static_cast<std::size_t>(number); }

}  // namespace carom

#endif  // CAROM_CORE_BASE_CONSTANTS_H_
