#include "server/convert/field_ranges.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "carom/v1/options.pb.h"
#include "core/base/field_error.h"

namespace carom {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

absl::Status CheckNumber(const Message& message, const FieldDescriptor& field,
                         const Interval& range) {
  const Reflection& reflection = *message.GetReflection();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_UINT32) {
    const uint32_t count = reflection.GetUInt32(message, &field);
    if (range.Contains(count)) return absl::OkStatus();
    return InvalidField(field.name(), absl::StrCat(count), DescribeCounts(range));
  }
  const double value = reflection.GetDouble(message, &field);
  if (range.Contains(value)) return absl::OkStatus();
  return InvalidField(field.name(), value, Describe(range));
}

// A vector, each of whose components is in the range of the field that holds it.
absl::Status CheckComponents(const Message& vector, const Interval& range) {
  for (int i = 0; i < vector.GetDescriptor()->field_count(); ++i) {
    absl::Status bad = CheckNumber(vector, *vector.GetDescriptor()->field(i), range);
    if (!bad.ok()) return bad;
  }
  return absl::OkStatus();
}

absl::Status CheckMessage(const Message& message, const std::optional<Interval>& range) {
  return range ? CheckComponents(message, *range) : CheckRanges(message);
}

// Long lists of messages without ranges, such as a million points, are not looked through.
bool HasRanges(const google::protobuf::Descriptor& type) {
  for (int i = 0; i < type.field_count(); ++i) {
    if (RangeOf(*type.field(i))) return true;
  }
  return false;
}

absl::Status CheckField(const Message& message, const FieldDescriptor& field) {
  const std::optional<Interval> range = RangeOf(field);
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
    return range && !field.is_repeated() ? CheckNumber(message, field, *range) : absl::OkStatus();
  }
  const Reflection& reflection = *message.GetReflection();
  if (!field.is_repeated()) {
    absl::Status bad = CheckMessage(reflection.GetMessage(message, &field), range);
    return bad.ok() ? bad : UnderPath(field.name() + ".", bad);
  }
  if (!HasRanges(*field.message_type())) return absl::OkStatus();
  for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
    absl::Status bad = CheckMessage(reflection.GetRepeatedMessage(message, &field, i), range);
    if (!bad.ok()) return UnderPath(absl::StrCat(field.name(), "[", i, "]."), bad);
  }
  return absl::OkStatus();
}

}  // namespace

std::optional<Interval> RangeOf(const FieldDescriptor& field) {
  const v1::Parameter& parameter = field.options().GetExtension(v1::parameter);
  if (!parameter.has_range()) return std::nullopt;
  const v1::Interval& range = parameter.range();
  const Interval::Ends ends = range.above_min()   ? Interval::Ends::kOpenLow
                              : range.below_max() ? Interval::Ends::kOpenHigh
                                                  : Interval::Ends::kClosed;
  return Interval{range.min(), range.max(), ends};
}

absl::Status CheckRanges(const Message& message) {
  std::vector<const FieldDescriptor*> given;
  message.GetReflection()->ListFields(message, &given);
  for (const FieldDescriptor* field : given) {
    if (absl::Status bad = CheckField(message, *field); !bad.ok()) return bad;
  }
  return absl::OkStatus();
}

}  // namespace carom
