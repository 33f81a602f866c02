#ifndef CAROM_SERVER_CONVERT_FIELD_RANGES_H_
#define CAROM_SERVER_CONVERT_FIELD_RANGES_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "core/base/interval.h"

namespace carom {

/// The numbers that a field may hold.
struct FieldRange {
  Interval interval;
  std::optional<double> beside;  ///< A further one.
  bool whole = false;            ///< Of a field of whole numbers.

  bool Contains(double value) const { return interval.Contains(value) || value == beside; }
  /// "in [0, 10]", "in [1, 10000000]", "in [1e-09, 1], or 0".
  std::string Text() const;
};

/// What the options of a field (options.proto) say that its number may be, or nothing.
std::optional<FieldRange> RangeOf(const google::protobuf::FieldDescriptor& field);

/// What they say that stands for the number where the field is absent, or nothing.
std::optional<double> DefaultOf(const google::protobuf::FieldDescriptor& field);

/// The range of the field of this name, which must have one.
template <class Wire>
FieldRange RangeOf(const char* field) {
  return RangeOf(*Wire::descriptor()->FindFieldByName(field)).value();
}

/// The number that stands for the field where it is absent; the field must have a default.
template <class Wire>
double DefaultOf(const char* field) {
  return DefaultOf(*Wire::descriptor()->FindFieldByName(field)).value();
}

/// OK when every number that this message and those within it give is in the range of its field.
/// Else INVALID_ARGUMENT with the path below the message of the first one that is not:
/// "cushion.han2005.friction: 11 must be in [0, 10]". Of a list of messages the fields themselves
/// are looked at, not what is within them. What depends on several fields is the core's to check.
/// Pure and thread-safe.
absl::Status CheckRanges(const google::protobuf::Message& message);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_FIELD_RANGES_H_
