#ifndef CAROM_SERVER_CONVERT_WIRE_NAMES_H_
#define CAROM_SERVER_CONVERT_WIRE_NAMES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace google::protobuf {
class Descriptor;
}  // namespace google::protobuf

// What the conversions say about names, indices and absent fields. Paths as in request_convert.h.

namespace carom {

/// Longest name that a caller may give to a table, pocket or ball, bytes.
inline constexpr size_t kMaxNameBytes = 128;

/// The text in quotes, escaped, at most 64 bytes of it: an error never repeats a caller's megabyte.
std::string Quoted(std::string_view text);

/// `path: "name" must be one of a, b, c`.
absl::Status UnknownName(std::string_view path, std::string_view name,
                         const std::vector<std::string>& known);

/// `path: absent must be ...`, for a field without a default.
absl::Status Required(std::string_view path, std::string_view must_be);

/// `path: absent must be one of a, b, c`, where no arm of this oneof of the message is given.
absl::Status RequiredArm(std::string_view path, const google::protobuf::Descriptor& message,
                         const std::string& oneof);

/// OK up to kMaxNameBytes.
absl::Status CheckName(std::string_view path, std::string_view name);

/// `path: value must be one of TYPE`, for an enum's number that this version does not know.
absl::Status UnknownEnum(std::string_view path, int value, std::string_view type);

/// `path: value must be in RANGE by the limits of this service`; a value that the caller did not
/// give is named as the default.
absl::Status BeyondLimits(std::string_view path, std::string_view value, bool given,
                          std::string_view range);

/// An index of the wire as the core's int. One that does not fit becomes the largest int, which no
/// list reaches.
int ToIndex(uint32_t index);

/// An error of the core with its path in lower case: the core's names keep the capitals of units
/// (joint_1_damping_N_m_s, modulus_Pa), the wire's have none.
absl::Status InWireCase(const absl::Status& status);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_WIRE_NAMES_H_
