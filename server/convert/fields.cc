#include "server/convert/fields.h"

#include <algorithm>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "carom/v1/options.pb.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

bool IsWhole(const FieldDescriptor& field) {
  return field.cpp_type() == FieldDescriptor::CPPTYPE_UINT32 ||
         field.cpp_type() == FieldDescriptor::CPPTYPE_UINT64;
}

// The whole number in a field or, from 0 on, in an element of its list.
uint64_t WholeIn(const Message& message, const FieldDescriptor& field, int element = -1) {
  const Reflection& reflection = *message.GetReflection();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_UINT64) {
    return reflection.GetUInt64(message, &field);  // There are no lists of these.
  }
  return element < 0 ? reflection.GetUInt32(message, &field)
                     : reflection.GetRepeatedUInt32(message, &field, element);
}

double NumberIn(const Message& message, const FieldDescriptor& field, int element) {
  if (IsWhole(field)) return static_cast<double>(WholeIn(message, field, element));
  const Reflection& reflection = *message.GetReflection();
  return element < 0 ? reflection.GetDouble(message, &field)
                     : reflection.GetRepeatedDouble(message, &field, element);
}

absl::Status CheckNumber(const Message& message, const FieldDescriptor& field,
                         const FieldRange& range) {
  const int size = field.is_repeated() ? message.GetReflection()->FieldSize(message, &field) : 0;
  for (int i = field.is_repeated() ? 0 : -1; i < size; ++i) {
    const double value = NumberIn(message, field, i);
    if (range.Contains(value)) continue;
    return InvalidField(
        i < 0 ? FieldPath(field.name()) : FieldPath(field.name(), i),
        range.whole ? absl::StrCat(WholeIn(message, field, i)) : FormatNumber(value), range.Text());
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
    return CheckNumber(message, field, *range);
  }
  const Reflection& reflection = *message.GetReflection();
  if (!field.is_repeated()) {
    absl::Status bad = CheckMessage(reflection.GetMessage(message, &field), range);
    return UnderPath(field.name(), bad);
  }
  if (!HasRanges(*field.message_type())) return absl::OkStatus();
  for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
    absl::Status bad = CheckMessage(reflection.GetRepeatedMessage(message, &field, i), range);
    if (!bad.ok()) return UnderPath(field.name(), i, bad);
  }
  return absl::OkStatus();
}

// The core's names keep the capitals of units, the wire's have none.
const FieldDescriptor& FieldOf(const Message& wire, std::string_view name) {
  std::string lower(name);
  absl::AsciiStrToLower(&lower);
  const FieldDescriptor* const field = wire.GetDescriptor()->FindFieldByName(lower);
  CAROM_DEMAND(field != nullptr, "a parameter of the core is no field of the wire");
  return *field;
}

// The field, or null where the wire does not give it.
const FieldDescriptor* GivenField(const Message& wire, std::string_view name) {
  const FieldDescriptor& field = FieldOf(wire, name);
  return wire.GetReflection()->HasField(wire, &field) ? &field : nullptr;
}

}  // namespace

std::string Quoted(std::string_view text) {
  constexpr size_t kShown = 64;
  const std::string shown(text.substr(0, kShown));
  return absl::StrCat("\"", absl::CHexEscape(shown), text.size() > kShown ? "...\"" : "\"");
}

absl::Status UnknownName(FieldPath path, std::string_view name,
                         const std::vector<std::string>& known) {
  return InvalidField(std::move(path), Quoted(name),
                      absl::StrCat("one of ", absl::StrJoin(known, ", ")));
}

absl::Status Required(FieldPath path, std::string_view must_be) {
  return InvalidField(std::move(path), "absent", must_be);
}

std::vector<std::string> ArmsOf(const google::protobuf::Descriptor& message,
                                const std::string& oneof) {
  const auto* const choice = message.FindOneofByName(oneof);
  CAROM_DEMAND(choice != nullptr, "the message has no such oneof");
  std::vector<std::string> arms;
  for (int i = 0; i < choice->field_count(); ++i) arms.push_back(choice->field(i)->name());
  return arms;
}

absl::Status RequiredArm(const google::protobuf::Descriptor& message, const std::string& oneof) {
  return Required(oneof, absl::StrCat("one of ", absl::StrJoin(ArmsOf(message, oneof), ", ")));
}

absl::Status CheckName(std::string_view path, std::string_view name) {
  if (name.size() <= kMaxNameBytes) return absl::OkStatus();
  return InvalidField(path, Quoted(name), absl::StrCat("at most ", kMaxNameBytes, " bytes"));
}

absl::Status CheckSize(std::string_view path, int64_t size, int64_t least, int64_t most,
                       std::string_view units) {
  if (size >= least && size <= most) return absl::OkStatus();
  const std::string must =
      least == 0 ? absl::StrCat("at most ", most) : absl::StrCat(least, " to ", most);
  return InvalidField(path, absl::StrCat(size, " ", std::string(units)), must);
}

absl::Status UnknownEnum(FieldPath path, int value, std::string_view type) {
  return InvalidField(std::move(path), value, "one of " + std::string(type));
}

absl::Status CheckLength(std::string_view path, int64_t size, uint64_t wanted,
                         std::string_view why) {
  if (static_cast<uint64_t>(size) == wanted) return absl::OkStatus();
  return InvalidField(path, absl::StrCat(size, " values"),
                      absl::StrCat(wanted, ", ", std::string(why)));
}

absl::Status CheckIndex(FieldPath path, uint32_t index, size_t end) {
  if (index < end) return absl::OkStatus();
  return InvalidField(std::move(path), absl::StrCat(index), absl::StrCat("in [0, ", end, ")"));
}

absl::Status CheckBetween(FieldPath path, int64_t value, int64_t least, int64_t most) {
  if (value >= least && value <= most) return absl::OkStatus();
  return InvalidField(std::move(path), absl::StrCat(value),
                      absl::StrCat("in [", least, ", ", most, "]"));
}

absl::Status CheckLimit(std::string_view path, int64_t value, bool given, int64_t most) {
  if (value <= most) return absl::OkStatus();
  return BeyondLimits(path, absl::StrCat(value), given, absl::StrCat("[1, ", most, "]"));
}

absl::Status BeyondLimits(std::string_view path, std::string_view value, bool given,
                          std::string_view range) {
  const std::string text = std::string(value) + (given ? "" : " (the default)");
  return InvalidField(path, text, "in " + std::string(range) + " by the limits of this service");
}

int ToIndex(uint32_t index) {
  constexpr uint32_t kLargest = std::numeric_limits<int>::max();
  return static_cast<int>(std::min(index, kLargest));
}

absl::Status InWireCase(const absl::Status& status) {
  return WithError(status, [](FieldError& error) {
    for (size_t i = 0; i < error.path.size(); ++i) absl::AsciiStrToLower(&error.path[i].name);
  });
}

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

absl::Status CheckRange(const Message& message, const std::string& field) {
  const FieldDescriptor& descriptor = FieldOf(message, field);
  return CheckNumber(message, descriptor, RangeOf(descriptor).value());
}

const Message* GivenMessage(const Message& wire, std::string_view name) {
  const FieldDescriptor* const field = GivenField(wire, name);
  return field == nullptr ? nullptr : &wire.GetReflection()->GetMessage(wire, field);
}

double Component(const Message& vector, int axis) {
  return vector.GetReflection()->GetDouble(vector, vector.GetDescriptor()->field(axis));
}

google::protobuf::RepeatedFieldRef<Message> ListOf(const Message& wire, std::string_view name) {
  return wire.GetReflection()->GetRepeatedFieldRef<Message>(wire, &FieldOf(wire, name));
}

const FieldDescriptor* GivenArm(const Message& wire, const std::string& oneof) {
  const auto* const choice = wire.GetDescriptor()->FindOneofByName(oneof);
  CAROM_DEMAND(choice != nullptr, "a choice of the core is no oneof of the wire");
  return wire.GetReflection()->GetOneofFieldDescriptor(wire, choice);
}

bool FieldTaker::Gives(const char* name) const { return GivenField(wire_, name) != nullptr; }

void FieldTaker::Take(const char* name, double& value) const {
  const FieldDescriptor* const field = GivenField(wire_, name);
  if (field != nullptr) value = wire_.GetReflection()->GetDouble(wire_, field);
}

std::optional<uint64_t> FieldTaker::GivenWhole(const char* name) const {
  const FieldDescriptor* const field = GivenField(wire_, name);
  return field == nullptr ? std::nullopt : std::optional(WholeIn(wire_, *field));
}

void FieldTaker::Take(const char* name, bool& value) const {
  const FieldDescriptor* const field = GivenField(wire_, name);
  if (field != nullptr) value = wire_.GetReflection()->GetBool(wire_, field);
}

void FieldTaker::Take(const char* name, std::vector<Vec2>& points) const {
  for (const Message& point : ListOf(wire_, name)) {
    points.emplace_back(Component(point, 0), Component(point, 1));
  }
}

void FieldTaker::Take(const char* name, std::vector<double>& numbers) const {
  const auto list =
      wire_.GetReflection()->GetRepeatedFieldRef<double>(wire_, &FieldOf(wire_, name));
  numbers.assign(list.begin(), list.end());
}

// The wire keeps 0 for what is unspecified.
void FieldTaker::TakeEnumNumber(const char* name, int& number) {
  const FieldDescriptor& field = FieldOf(wire_, name);
  const int given = wire_.GetReflection()->GetEnumValue(wire_, &field);
  const auto& type = *field.enum_type();
  if (type.FindValueByNumber(given) == nullptr) {
    const size_t package = type.file()->package().size() + 1;
    return Update(UnknownEnum(name, given, type.full_name().substr(package)));
  }
  if (given != 0) number = given - kWireOffset;
}

bool FieldTaker::TakeBits(const char* name, uint32_t size, uint64_t& bits) {
  const auto list =
      wire_.GetReflection()->GetRepeatedFieldRef<uint32_t>(wire_, &FieldOf(wire_, name));
  for (int i = 0; i < list.size(); ++i) {
    const uint32_t index = list.Get(i);
    if (index >= size) {
      Update(InvalidField({name, i}, absl::StrCat(index), absl::StrCat("below ", size)));
      return false;
    }
    bits |= uint64_t{1} << index;
  }
  return !list.empty();
}

}  // namespace carom
