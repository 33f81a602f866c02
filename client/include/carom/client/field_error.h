#ifndef CAROM_CLIENT_FIELD_ERROR_H_
#define CAROM_CLIENT_FIELD_ERROR_H_

#include <optional>

#include "absl/status/status.h"
#include "carom/v1/field_error.pb.h"
#include "carom/v1/result.pb.h"

namespace carom {

/// Which field of the request an error is about, the value that it has and what it must be; see
/// carom/v1/field_error.proto. For the status of a call and for that of one shot
/// (ShotOutcome::status), from servers and from Local() alike. Nothing where no field is at fault:
/// no server was reached, say. Thread-safe.
std::optional<carom::v1::FieldError> ErrorField(const absl::Status& status);

/// The status of a shot that failed, its field included.
absl::Status ToStatus(const carom::v1::ShotFailure& failure);

}  // namespace carom

#endif  // CAROM_CLIENT_FIELD_ERROR_H_
