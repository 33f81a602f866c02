#include "client/cli/parameter_value.h"

#include <limits>
#include <numbers>

#include "absl/strings/str_cat.h"
#include "client/cli/parameter_text.h"
#include "server/command_line/flag_set.h"

namespace carom {
namespace {

using google::protobuf::FieldDescriptor;

absl::Status MustBe(const std::string& what) {
  return absl::InvalidArgumentError("must be " + what);
}

absl::Status ParseDouble(const FieldDescriptor& field, const std::string& text, double* number) {
  absl::Status status = ParseNumber(text, number);
  if (!status.ok() || !IsInDegrees(field)) return status;
  const carom::v1::Interval range = RangeOfFlag(field);
  // Written so that nan fails.
  const bool allowed = *number >= range.min() && *number <= range.max() &&
                       !(range.above_min() && *number == range.min()) &&
                       !(range.below_max() && *number == range.max());
  if (!allowed) return MustBe(RangeText(field));
  *number *= std::numbers::pi / 180.0;
  return status;
}

absl::Status ParseWhole(const FieldDescriptor& field, const std::string& text, uint64_t* count) {
  absl::Status status = ParseCount(text, count);
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_UINT32 ||
      *count <= std::numeric_limits<uint32_t>::max()) {
    return status;
  }
  const std::string range = RangeText(field);
  return MustBe(range.empty() ? absl::StrCat("at most ", std::numeric_limits<uint32_t>::max())
                              : range);
}

absl::Status ParseChoice(const FieldDescriptor& field, const std::string& text, int* number) {
  for (int i = 1; i < field.enum_type()->value_count(); ++i) {
    *number = field.enum_type()->value(i)->number();
    if (WordOf(*field.enum_type()->value(i)) == text) return absl::OkStatus();
  }
  return MustBe(Listed(WordsOf(field, /*holder=*/nullptr), "or"));
}

}  // namespace

absl::Status ParseParameter(const FieldDescriptor& field, const std::string& text,
                            ParameterValue* value) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return ParseDouble(field, text, &value->emplace<double>());
    case FieldDescriptor::CPPTYPE_ENUM:
      return ParseChoice(field, text, &value->emplace<int>());
    default:
      return ParseWhole(field, text, &value->emplace<uint64_t>());
  }
}

void SetParameter(const FieldDescriptor& field, const ParameterValue& value,
                  google::protobuf::Message* message) {
  const google::protobuf::Reflection& reflection = *message->GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return reflection.SetDouble(message, &field, std::get<double>(value));
    case FieldDescriptor::CPPTYPE_ENUM:
      return reflection.SetEnumValue(message, &field, std::get<int>(value));
    case FieldDescriptor::CPPTYPE_UINT32:
      return reflection.SetUInt32(message, &field,
                                  static_cast<uint32_t>(std::get<uint64_t>(value)));
    default:
      return reflection.SetUInt64(message, &field, std::get<uint64_t>(value));
  }
}

}  // namespace carom
