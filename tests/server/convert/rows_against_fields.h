#ifndef CAROM_TESTS_SERVER_CONVERT_ROWS_AGAINST_FIELDS_H_
#define CAROM_TESTS_SERVER_CONVERT_ROWS_AGAINST_FIELDS_H_

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <variant>

#include "absl/strings/ascii.h"
#include "carom/v1/options.pb.h"
#include "core/base/parameters.h"
#include "server/convert/fields.h"
#include "tests/server/convert/told_defaults.h"
#include "tests/server/convert/wire_comments.h"

namespace carom::testing {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

template <class Value>
constexpr FieldDescriptor::CppType kTypeOnWire =
    std::is_same_v<Value, bool>       ? FieldDescriptor::CPPTYPE_BOOL
    : std::is_same_v<Value, uint64_t> ? FieldDescriptor::CPPTYPE_UINT64
    : std::is_integral_v<Value>       ? FieldDescriptor::CPPTYPE_UINT32
                                      : FieldDescriptor::CPPTYPE_DOUBLE;

inline std::string Text(const std::optional<FieldRange>& range) {
  return range ? range->Text() : "any";
}

inline std::optional<FieldRange> Within(const Interval& range) {
  return FieldRange{range, std::nullopt};
}

/// What the struct is.
enum class Holds { kParameters, kLaw };

/// Holds a struct's rows against the fields of a message. A visitor.
class RowsAgainstFields {
 public:
  explicit RowsAgainstFields(const Descriptor& type, Holds holds = Holds::kParameters)
      : type_(type), holds_(holds) {}

  void operator()(const char* name, bool value) {
    const FieldDescriptor* const field = FieldOf(name);
    if (field == nullptr) return;
    SCOPED_TRACE(field->full_name());
    EXPECT_EQ(field->cpp_type(), kTypeOnWire<bool>);
    EXPECT_THAT(CommentOf(*field), ::testing::HasSubstr(value ? "Default true" : "Default false"));
    // What a field without presence is when it is absent, the language says: false.
    EXPECT_TRUE(field->has_presence() || !value);
  }
  template <class Choice>
  requires std::is_enum_v<Choice>
  void operator()(const char* name, Choice value) {
    const FieldDescriptor* const field = FieldOf(name);
    if (field == nullptr) return;
    SCOPED_TRACE(field->full_name());
    ASSERT_EQ(field->cpp_type(), FieldDescriptor::CPPTYPE_ENUM);
    const std::string& told = field->options().GetExtension(v1::parameter).default_choice();
    if (told.empty()) return;  // The holder of the message says it.
    const auto* const choice = field->enum_type()->FindValueByNumber(static_cast<int>(value) + 1);
    ASSERT_NE(choice, nullptr);
    EXPECT_EQ(choice->name(), told);
  }
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void operator()(const char* name, Number value) { CompareNumber(name, std::nullopt, value); }
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void operator()(const char* name, Number value, const Interval& range) {
    CompareNumber(name, Within(range), value);
  }
  template <class Vector>
  requires requires(const Vector& v) { v.size(); }
  void operator()(const char* name, const Vector& value, const Interval& range) {
    const FieldDescriptor* const field = Compare(name, Within(range), std::nullopt);
    if (field == nullptr) return;
    SCOPED_TRACE(field->full_name());
    RowReader reader;
    reader(name, value, range);
    ExpectToldNumbers(DefaultIn(CommentOf(*field)), reader.rows);
  }
  void Or(const char* name, double value, const Interval& range, double beside) {
    CompareNumber(name, FieldRange{range, beside}, value);
  }
  void Optional(const char* name, double value, const Interval& range) {
    const FieldDescriptor* const field =
        Compare(name, Within(range), value < 0.0 ? std::nullopt : std::optional<double>(value));
    if (field == nullptr) return;
    EXPECT_EQ(field->cpp_type(), kTypeOnWire<double>) << field->full_name();
  }
  template <class Struct>
  void Part(const char* name, const Struct& part);
  template <class... Structs>
  void OneOf(const char* name, const std::variant<Structs...>& choice);

  // A field whose range the core has in no row.
  void Alone(const char* name, const Interval& range) {
    Compare(name, Within(range), std::nullopt);
  }

  // What the options of the other fields say, the core does not know; of a law it knows all fields.
  void ExpectNoOthers() const {
    for (int i = 0; i < type_.field_count(); ++i) {
      const FieldDescriptor& field = *type_.field(i);
      const v1::Parameter& options = field.options().GetExtension(v1::parameter);
      const bool is_row =
          holds_ == Holds::kLaw || options.has_range() || options.has_default_value();
      if (!is_row) continue;
      EXPECT_EQ(told_.count(field.name()), 1U) << field.full_name();
    }
  }

 private:
  const FieldDescriptor* FieldOf(const std::string& name) {
    const std::string lower = absl::AsciiStrToLower(name);
    told_.insert(lower);
    const FieldDescriptor* const field = type_.FindFieldByName(lower);
    EXPECT_NE(field, nullptr) << type_.full_name() << "." << lower;
    return field;
  }

  template <class Number>
  void CompareNumber(const char* name, const std::optional<FieldRange>& range, Number value) {
    const FieldDescriptor* const field = Compare(name, range, static_cast<double>(value));
    if (field == nullptr) return;
    EXPECT_EQ(field->cpp_type(), kTypeOnWire<Number>) << field->full_name();
  }

  // The field, or null where there is none. A field of a list or a vector has no default.
  const FieldDescriptor* Compare(const std::string& name, std::optional<FieldRange> range,
                                 std::optional<double> default_value) {
    const FieldDescriptor* const field = FieldOf(name);
    if (field == nullptr) return nullptr;
    SCOPED_TRACE(field->full_name());
    const std::optional<FieldRange> on_wire = RangeOf(*field);
    if (range && on_wire) range->whole = on_wire->whole;
    EXPECT_EQ(Text(on_wire), Text(range));
    if (range && on_wire) {
      EXPECT_EQ(on_wire->interval.high, range->interval.high);
    }
    // Where the wire tells none, the holder of the message says it; a law says its own.
    const v1::Parameter& options = field->options().GetExtension(v1::parameter);
    if (holds_ == Holds::kLaw || options.has_default_value()) {
      EXPECT_EQ(DefaultOf(*field), default_value);
    }
    return field;
  }

  const Descriptor& type_;
  Holds holds_;
  std::set<std::string> told_;
};

/// The struct has the rows that the message has fields.
template <class Struct>
void ExpectSame(const Descriptor& type, const Struct& at_defaults,
                Holds holds = Holds::kParameters) {
  RowsAgainstFields rows(type, holds);
  Struct::Parameters(at_defaults, rows);
  rows.ExpectNoOthers();
}

/// Every alternative of the variant is an arm of the oneof, and a law.
template <class... Structs>
void ExpectSameArms(const google::protobuf::OneofDescriptor& oneof,
                    std::type_identity<std::variant<Structs...>> /*choice*/) {
  const auto expect_same = [&]<class Struct>(std::type_identity<Struct>) {
    const FieldDescriptor* const arm =
        oneof.containing_type()->FindFieldByName(std::string(Struct::kName));
    ASSERT_NE(arm, nullptr) << oneof.full_name() << " has no " << Struct::kName;
    EXPECT_EQ(arm->containing_oneof(), &oneof);
    ExpectSame(*arm->message_type(), Struct{}, Holds::kLaw);
  };
  (expect_same(std::type_identity<Structs>()), ...);
  EXPECT_EQ(oneof.field_count(), static_cast<int>(sizeof...(Structs))) << oneof.full_name();
}

template <class Struct>
void RowsAgainstFields::Part(const char* name, const Struct& part) {
  const FieldDescriptor* const field = FieldOf(name);
  if (field == nullptr) return;
  ExpectSame(*field->message_type(), part);
  const std::string words = DefaultIn(CommentOf(*field));
  if (!NumbersIn(words).empty()) ExpectToldNumbers(words, RowsOf(part));
}

template <class... Structs>
void RowsAgainstFields::OneOf(const char* name, const std::variant<Structs...>& choice) {
  const auto* const oneof = type_.FindOneofByName(name);
  ASSERT_NE(oneof, nullptr) << type_.full_name() << "." << name;
  for (int i = 0; i < oneof->field_count(); ++i) told_.insert(oneof->field(i)->name());
  ExpectSameArms(*oneof, std::type_identity<std::variant<Structs...>>());
  SCOPED_TRACE(oneof->full_name());
  ExpectToldLaw(DefaultIn(CommentOf(*oneof)), choice);
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_SERVER_CONVERT_ROWS_AGAINST_FIELDS_H_
