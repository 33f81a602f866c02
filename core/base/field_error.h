#ifndef CAROM_CORE_BASE_FIELD_ERROR_H_
#define CAROM_CORE_BASE_FIELD_ERROR_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "core/base/vec3.h"

namespace carom {

/// Longest message of an error, bytes: gRPC refuses to carry a much longer one.
inline constexpr size_t kMaxErrorBytes = 4096;

/// A number as a person writes it and a parser reads it back: the shortest digits that give the
/// same double; "nan", "inf", "-inf".
std::string FormatNumber(double value);

/// INVALID_ARGUMENT "path: value must be must_be", for example
/// InvalidField("noses[3].height_m", -0.1, "in (0, 1]"). Clipped to kMaxErrorBytes.
absl::Status InvalidField(std::string_view path, double value, std::string_view must_be);
absl::Status InvalidField(std::string_view path, int value, std::string_view must_be);
/// "path: (x, y, z) must be must_be".
absl::Status InvalidField(std::string_view path, const Vec3& value, std::string_view must_be);
/// The same for values that are no single number, written out by the caller.
absl::Status InvalidField(std::string_view path, std::string_view value, std::string_view must_be);

/// The same error one level up: "tables[0]." before the path of `status`. OK stays OK.
absl::Status UnderPath(std::string_view prefix, const absl::Status& status);

}  // namespace carom

#endif  // CAROM_CORE_BASE_FIELD_ERROR_H_
