#ifndef CAROM_CLIENT_CLI_NUMBERS_H_
#define CAROM_CLIENT_CLI_NUMBERS_H_

#include <numbers>
#include <string>

namespace carom {

inline constexpr double kDegrees = 180.0 / std::numbers::pi;  ///< Of a radian.

/// The shortest decimal that reads back as the same double.
std::string Exact(double value);

/// With this many digits after the point, as printf's %.*f; but a zero has no minus.
std::string Fixed(double value, int decimals);

/// With this many significant digits, as printf's %.*g; but a zero has no minus.
std::string Significant(double value, int digits);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_NUMBERS_H_
