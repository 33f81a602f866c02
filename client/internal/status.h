#ifndef CAROM_CLIENT_INTERNAL_STATUS_H_
#define CAROM_CLIENT_INTERNAL_STATUS_H_

#include <string>

#include "absl/status/status.h"

namespace grpc {
class Status;
}  // namespace grpc

namespace carom {

/// The same code and message, both name the canonical codes by the same numbers, and of the details
/// the field that is at fault, for ErrorField().
absl::Status FromGrpcStatus(const grpc::Status& status);

/// The type URL of a status's payload that is a carom.v1.FieldError.
std::string FieldErrorType();

/// INVALID_ARGUMENT for what is found before a request is sent, as a server would tell it: an
/// argument or a field, its value, and what it must be; see carom/v1/field_error.proto.
absl::Status WrongField(const std::string& path, const std::string& value, const std::string& must);

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_STATUS_H_
