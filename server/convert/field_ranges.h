#ifndef CAROM_SERVER_CONVERT_FIELD_RANGES_H_
#define CAROM_SERVER_CONVERT_FIELD_RANGES_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <optional>

#include "absl/status/status.h"
#include "core/base/interval.h"

namespace carom {

/// What the options of a field (options.proto) say that its number may be, or nothing.
std::optional<Interval> RangeOf(const google::protobuf::FieldDescriptor& field);

/// OK when every number that this message and those within it give is in the range of its field.
/// Else INVALID_ARGUMENT with the path below the message of the first one that is not:
/// "cushion.han2005.friction: 11 must be in [0, 10]". Of a list of messages the fields themselves
/// are looked at, not what is within them. What depends on several fields is the core's to check.
/// Pure and thread-safe.
absl::Status CheckRanges(const google::protobuf::Message& message);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_FIELD_RANGES_H_
