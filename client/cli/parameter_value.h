#ifndef CAROM_CLIENT_CLI_PARAMETER_VALUE_H_
#define CAROM_CLIENT_CLI_PARAMETER_VALUE_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <cstdint>
#include <string>
#include <variant>

#include "absl/status/status.h"

namespace carom {

/// What a flag gives a field: a number, a count, or the number of an enum's value.
using ParameterValue = std::variant<double, uint64_t, int>;

/// Reads what is written behind a flag of this field, angles in degrees. INVALID_ARGUMENT says what
/// it must be ("must be a number"). The service refuses numbers out of range; here this is done for
/// angles, which the service would name in radians, and for counts that the field cannot hold.
absl::Status ParseParameter(const google::protobuf::FieldDescriptor& field, const std::string& text,
                            ParameterValue* value);

/// `value` is of this field, which is one of `message`.
void SetParameter(const google::protobuf::FieldDescriptor& field, const ParameterValue& value,
                  google::protobuf::Message* message);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_PARAMETER_VALUE_H_
