#include "client/cli/json_check.h"

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <limits>
#include <map>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/internal/status.h"

namespace carom {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::OneofDescriptor;
using google::protobuf::Value;

// The value as it stands in an error.
std::string Shown(const Value& value) {
  switch (value.kind_case()) {
    case Value::kListValue:
      return "a list";
    case Value::kStructValue:
      return "an object";
    default: {
      std::string text;
      (void)google::protobuf::util::MessageToJsonString(value, &text);
      return text;
    }
  }
}

template <class Names>
std::string OneOf(const Names& names) {
  return absl::StrCat("one of ", names.empty() ? "none" : absl::StrJoin(names, ", "));
}

std::vector<std::string> FieldNames(const Descriptor& type) {
  std::vector<std::string> names;
  for (int i = 0; i < type.field_count(); ++i) names.push_back(type.field(i)->name());
  return names;
}

std::vector<std::string> ValueNames(const EnumDescriptor& type) {
  std::vector<std::string> names;
  for (int i = 0; i < type.value_count(); ++i) {
    if (type.value(i)->number() != 0) names.push_back(type.value(i)->name());  // Not UNSPECIFIED.
  }
  return names;
}

// Numbers may be in quotes, and those of 64 bits must be.
bool IsNumber(const Value& value) {
  if (value.kind_case() == Value::kNumberValue) return true;
  double number = 0.0;
  return value.kind_case() == Value::kStringValue &&
         absl::SimpleAtod(value.string_value(), &number);
}

// Whether it is no number that the type can hold; those of 64 bits are not checked.
bool IsNoCount(const Value& value) {
  double number = 0.0;
  if (value.kind_case() == Value::kNumberValue) number = value.number_value();
  if (value.kind_case() == Value::kStringValue) {
    (void)absl::SimpleAtod(value.string_value(), &number);
  }
  return !(number >= 0.0 && number <= std::numeric_limits<uint32_t>::max()) ||
         number != static_cast<double>(static_cast<uint32_t>(number));
}

absl::Status CheckMessage(const Value& value, const Descriptor& type, const std::string& path);

absl::Status CheckValue(const Value& value, const FieldDescriptor& field, const std::string& path) {
  const bool is_text = value.kind_case() == Value::kStringValue;
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return CheckMessage(value, *field.message_type(), path);
    case FieldDescriptor::CPPTYPE_ENUM: {
      const EnumDescriptor& known = *field.enum_type();
      const bool good = is_text ? known.FindValueByName(value.string_value()) != nullptr
                                : value.kind_case() == Value::kNumberValue;
      return good ? absl::OkStatus() : WrongField(path, Shown(value), OneOf(ValueNames(known)));
    }
    case FieldDescriptor::CPPTYPE_BOOL:
      if (is_text || value.kind_case() == Value::kBoolValue) return absl::OkStatus();
      return WrongField(path, Shown(value), "true or false");
    case FieldDescriptor::CPPTYPE_STRING:
      return is_text ? absl::OkStatus() : WrongField(path, Shown(value), "a text");
    case FieldDescriptor::CPPTYPE_UINT32:
      if (IsNumber(value) && !IsNoCount(value)) return absl::OkStatus();
      return WrongField(path, Shown(value), "a whole number in [0, 4294967295]");
    default:
      return IsNumber(value) ? absl::OkStatus() : WrongField(path, Shown(value), "a number");
  }
}

absl::Status CheckField(const Value& value, const FieldDescriptor& field, const std::string& path) {
  if (value.kind_case() == Value::kNullValue) return absl::OkStatus();
  if (!field.is_repeated()) return CheckValue(value, field, path);
  if (!value.has_list_value()) return WrongField(path, Shown(value), "a list");
  int index = 0;
  for (const Value& element : value.list_value().values()) {
    absl::Status bad = CheckValue(element, field, absl::StrCat(path, "[", index++, "]"));
    if (!bad.ok()) return bad;
  }
  return absl::OkStatus();
}

absl::Status CheckMessage(const Value& value, const Descriptor& type, const std::string& path) {
  if (!value.has_struct_value()) return WrongField(path, Shown(value), "an object");
  // In one order on every machine.
  const std::map<std::string, Value> fields(value.struct_value().fields().begin(),
                                            value.struct_value().fields().end());
  std::map<const OneofDescriptor*, std::string> arms;  // That are given.
  for (const auto& [name, given] : fields) {
    const FieldDescriptor* field = type.FindFieldByName(name);
    if (field == nullptr) field = type.FindFieldByCamelcaseName(name);
    const std::string at =
        absl::StrCat(path, path.empty() ? "" : ".", field == nullptr ? name : field->name());
    if (field == nullptr) return WrongField(at, "an unknown field", OneOf(FieldNames(type)));
    if (absl::Status bad = CheckField(given, *field, at); !bad.ok()) return bad;
    const OneofDescriptor* const oneof = field->real_containing_oneof();
    if (oneof == nullptr || given.has_null_value()) continue;
    const auto [other, only] = arms.emplace(oneof, field->name());
    if (!only) return WrongField(at, "given", "absent beside " + other->second);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckJson(const std::string& json, const Descriptor& type) {
  Value value;
  if (!kJsonIsChecked) return absl::OkStatus();
  if (!google::protobuf::util::JsonStringToMessage(json, &value).ok()) return absl::OkStatus();
  return value.has_struct_value() ? CheckMessage(value, type, "") : absl::OkStatus();
}

}  // namespace carom
