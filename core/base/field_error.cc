#include "core/base/field_error.h"

#include <charconv>
#include <cmath>
#include <initializer_list>

namespace carom {
namespace {

std::string Join(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (std::string_view part : parts) text.append(part);
  if (text.size() > kMaxErrorBytes) {
    text.resize(kMaxErrorBytes - 3);
    text.append("...");
  }
  return text;
}

}  // namespace

std::string FormatNumber(double value) {
  if (std::isnan(value)) return "nan";  // to_chars would tell the sign of a NaN
  char digits[32];
  const std::to_chars_result end =
      std::to_chars(digits, digits + sizeof(digits), value, std::chars_format::general);
  return std::string(digits, end.ptr);
}

absl::Status InvalidField(std::string_view path, double value, std::string_view must_be) {
  return InvalidField(path, std::string_view(FormatNumber(value)), must_be);
}

absl::Status InvalidField(std::string_view path, int value, std::string_view must_be) {
  return InvalidField(path, std::string_view(std::to_string(value)), must_be);
}

absl::Status InvalidField(std::string_view path, const Vec3& value, std::string_view must_be) {
  return InvalidField(path,
                      Join({"(", FormatNumber(value.x()), ", ", FormatNumber(value.y()), ", ",
                            FormatNumber(value.z()), ")"}),
                      must_be);
}

absl::Status InvalidField(std::string_view path, std::string_view value, std::string_view must_be) {
  return absl::InvalidArgumentError(Join({path, ": ", value, " must be ", must_be}));
}

absl::Status UnderPath(std::string_view prefix, const absl::Status& status) {
  if (status.ok()) return status;
  const std::string_view message(status.message().data(), status.message().size());
  return absl::Status(status.code(), Join({prefix, message}));
}

}  // namespace carom
