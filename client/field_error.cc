#include "carom/client/field_error.h"

#include <string>

#include "absl/strings/cord.h"
#include "client/internal/status.h"
#include "core/base/field_text.h"

namespace carom {

std::string FieldErrorType() {
  return "type.googleapis.com/" + carom::v1::FieldError::descriptor()->full_name();
}

std::optional<carom::v1::FieldError> ErrorField(const absl::Status& status) {
  const auto payload = status.GetPayload(FieldErrorType());
  carom::v1::FieldError field;
  if (!payload || !field.ParseFromString(std::string(*payload))) return std::nullopt;
  return field;
}

absl::Status WrongField(const std::string& path, const std::string& value,
                        const std::string& must) {
  carom::v1::ShotFailure failure;
  failure.set_code(google::rpc::INVALID_ARGUMENT);
  failure.set_message(FieldText(path, "", value, must));
  failure.mutable_field()->set_path(path);
  failure.mutable_field()->set_value(value);
  failure.mutable_field()->set_must(must);
  return ToStatus(failure);
}

absl::Status ToStatus(const carom::v1::ShotFailure& failure) {
  absl::Status status(static_cast<absl::StatusCode>(failure.code()), failure.message());
  if (failure.has_field()) {
    status.SetPayload(FieldErrorType(), absl::Cord(failure.field().SerializeAsString()));
  }
  return status;
}

}  // namespace carom
