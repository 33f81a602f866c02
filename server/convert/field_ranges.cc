#include "server/convert/field_ranges.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "carom/v1/options.pb.h"
#include "core/base/field_error.h"
#include "core/base/parameters.h"

namespace carom {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

bool IsWhole(const FieldDescriptor& field) {
  return field.cpp_type() == FieldDescriptor::CPPTYPE_UINT32 ||
         field.cpp_type() == FieldDescriptor::CPPTYPE_UINT64;
}

uint64_t CountIn(const Message& message, const FieldDescriptor& field) {
  const Reflection& reflection = *message.GetReflection();
  return field.cpp_type() == FieldDescriptor::CPPTYPE_UINT64
             ? reflection.GetUInt64(message, &field)
             : reflection.GetUInt32(message, &field);
}

absl::Status CheckNumber(const Message& message, const FieldDescriptor& field,
                         const FieldRange& range) {
  if (range.whole) {
    const uint64_t count = CountIn(message, field);
    if (range.Contains(static_cast<double>(count))) return absl::OkStatus();
    return InvalidField(field.name(), absl::StrCat(count), range.Text());
  }
  const double value = message.GetReflection()->GetDouble(message, &field);
  if (range.Contains(value)) return absl::OkStatus();
  return InvalidField(field.name(), value, range.Text());
}

// Lists of whole numbers are lists of uint32; all other lists hold doubles.
absl::Status CheckNumbers(const Message& message, const FieldDescriptor& field,
                          const FieldRange& range) {
  const Reflection& reflection = *message.GetReflection();
  for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
    const double value = range.whole ? reflection.GetRepeatedUInt32(message, &field, i)
                                     : reflection.GetRepeatedDouble(message, &field, i);
    if (range.Contains(value)) continue;
    const std::string path = absl::StrCat(field.name(), "[", i, "]");
    if (!range.whole) return InvalidField(path, value, range.Text());
    return InvalidField(path, absl::StrCat(static_cast<uint32_t>(value)), range.Text());
  }
  return absl::OkStatus();
}

// A vector, each of whose components is in the range of the field that holds it.
absl::Status CheckComponents(const Message& vector, const FieldRange& range) {
  for (int i = 0; i < vector.GetDescriptor()->field_count(); ++i) {
    absl::Status bad = CheckNumber(vector, *vector.GetDescriptor()->field(i), range);
    if (!bad.ok()) return bad;
  }
  return absl::OkStatus();
}

absl::Status CheckMessage(const Message& message, const std::optional<FieldRange>& range) {
  return range ? CheckComponents(message, *range) : CheckRanges(message);
}

// Long lists of messages without ranges are not looked through.
bool HasRanges(const google::protobuf::Descriptor& type) {
  for (int i = 0; i < type.field_count(); ++i) {
    if (RangeOf(*type.field(i))) return true;
  }
  return false;
}

absl::Status CheckField(const Message& message, const FieldDescriptor& field) {
  const std::optional<FieldRange> range = RangeOf(field);
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
    if (!range) return absl::OkStatus();
    return field.is_repeated() ? CheckNumbers(message, field, *range)
                               : CheckNumber(message, field, *range);
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

std::string FieldRange::Text() const {
  if (whole) return DescribeCounts(interval);
  return beside ? DescribeOr(interval, *beside) : Describe(interval);
}

std::optional<FieldRange> RangeOf(const FieldDescriptor& field) {
  const v1::Parameter& parameter = field.options().GetExtension(v1::parameter);
  if (!parameter.has_range()) return std::nullopt;
  const v1::Interval& range = parameter.range();
  const Interval::Ends ends = range.above_min()   ? Interval::Ends::kOpenLow
                              : range.below_max() ? Interval::Ends::kOpenHigh
                                                  : Interval::Ends::kClosed;
  FieldRange found{{range.min(), range.max(), ends}, std::nullopt, IsWhole(field)};
  if (parameter.has_beside_range()) found.beside = parameter.beside_range();
  return found;
}

std::optional<double> DefaultOf(const FieldDescriptor& field) {
  const v1::Parameter& parameter = field.options().GetExtension(v1::parameter);
  if (!parameter.has_default_value()) return std::nullopt;
  return parameter.default_value();
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
