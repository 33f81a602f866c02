#ifndef CAROM_SERVER_CONVERT_FIELDS_H_
#define CAROM_SERVER_CONVERT_FIELDS_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/reflection.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "core/base/demand.h"
#include "core/base/field_error.h"
#include "core/base/interval.h"
#include "core/base/parameters.h"

// How the fields of messages are read: what they may hold, how they become the core's values, and
// what is said where they cannot. Paths begin below the message read. Pure and thread-safe.

namespace carom {

/// Longest name that a caller may give to a table, pocket or ball, bytes.
inline constexpr size_t kMaxNameBytes = 128;

/// The text in quotes, escaped, at most 64 bytes of it: an error never repeats a caller's megabyte.
std::string Quoted(std::string_view text);

/// `path: "name" must be one of a, b, c`.
absl::Status UnknownName(FieldPath path, std::string_view name,
                         const std::vector<std::string>& known);

/// `path: absent must be ...`, for a field without a default.
absl::Status Required(FieldPath path, std::string_view must_be);

/// The names of the arms of this oneof.
std::vector<std::string> ArmsOf(const google::protobuf::Descriptor& message,
                                const std::string& oneof);

/// `oneof: absent must be one of a, b, c`, where no arm of this oneof of the message is given.
absl::Status RequiredArm(const google::protobuf::Descriptor& message, const std::string& oneof);

/// OK up to kMaxNameBytes.
absl::Status CheckName(std::string_view path, std::string_view name);

/// OK for a list of `least` to `most` elements; else `path: 9 UNITS must be 1 to 8`.
absl::Status CheckSize(std::string_view path, int64_t size, int64_t least, int64_t most,
                       std::string_view units = "entries");

/// OK for a list of this length; else `path: 5 values must be 6, WHY`.
absl::Status CheckLength(std::string_view path, int64_t size, uint64_t wanted,
                         std::string_view why);

/// OK for an index of a list with so many elements; else `path: 9 must be in [0, END)`.
absl::Status CheckIndex(FieldPath path, uint32_t index, size_t end);

/// OK for `least` to `most`; else `path: 9 must be in [LEAST, MOST]`.
absl::Status CheckBetween(FieldPath path, int64_t value, int64_t least, int64_t most);

/// OK for at most `most`; else BeyondLimits().
absl::Status CheckLimit(std::string_view path, int64_t value, bool given, int64_t most);

/// `path: value must be in RANGE by the limits of this service`; a value that the caller did not
/// give is named as the default.
absl::Status BeyondLimits(std::string_view path, std::string_view value, bool given,
                          std::string_view range);

/// An index of the wire as the core's int. One that does not fit becomes the largest int, which no
/// list reaches.
int ToIndex(uint32_t index);

/// An error of the core with its path in lower case: the core's names keep the capitals of units
/// (joint_1_damping_N_m_s, modulus_Pa), the wire's have none.
absl::Status InWireCase(const absl::Status& status);

/// The numbers that a field may hold.
struct FieldRange {
  Interval interval;
  std::optional<double> beside;  ///< A further one.
  bool whole = false;            ///< Of a field of whole numbers.

  bool Contains(double value) const { return interval.Contains(value) || value == beside; }
  /// "in [0, 10]", "in [1, 10000000]", "in [1e-09, 1], or 0".
  std::string Text() const;
};

/// What the options of a field (options.proto) say that its number may be, or nothing.
std::optional<FieldRange> RangeOf(const google::protobuf::FieldDescriptor& field);

/// What they say that stands for the number where the field is absent, or nothing.
std::optional<double> DefaultOf(const google::protobuf::FieldDescriptor& field);

/// The range of the field of this name, which must have one.
template <class Wire>
FieldRange RangeOf(const char* field) {
  return RangeOf(*Wire::descriptor()->FindFieldByName(field)).value();
}

/// The number that stands for the field where it is absent; the field must have a default.
template <class Wire>
double DefaultOf(const char* field) {
  return DefaultOf(*Wire::descriptor()->FindFieldByName(field)).value();
}

/// OK when every number that this message and those within it give is in the range of its field.
/// Of a list of messages the fields themselves are looked at, not what is within them. What depends
/// on several fields is the core's to check.
absl::Status CheckRanges(const google::protobuf::Message& message);

/// The same of one number, which is 0 where it is absent.
absl::Status CheckRange(const google::protobuf::Message& message, const std::string& field);

/// `path: 7 must be one of TYPE`.
absl::Status UnknownEnum(FieldPath path, int value, std::string_view type);

/// The message in the field of this name (in any case); null where it is not given.
const google::protobuf::Message* GivenMessage(const google::protobuf::Message& wire,
                                              std::string_view name);

/// A component of a message that is a vector of numbers.
double Component(const google::protobuf::Message& vector, int axis);

/// The messages in the list of this name.
google::protobuf::RepeatedFieldRef<google::protobuf::Message> ListOf(
    const google::protobuf::Message& wire, std::string_view name);

/// The arm of this oneof that is given; null where none is.
const google::protobuf::FieldDescriptor* GivenArm(const google::protobuf::Message& wire,
                                                  const std::string& oneof);

/// Calls `take(element, its index)` for each element of the list of this name, up to the first
/// error.
template <class List, class Take>
absl::Status TakeEach(const char* path, const List& list, const Take& take) {
  int i = 0;
  for (const auto& element : list) {
    if (absl::Status bad = take(element, i); !bad.ok()) return UnderPath(path, i, bad);
    ++i;
  }
  return absl::OkStatus();
}

/// Sets values whose fields of the same name are given; the others stay as they are. It is the
/// visitor (core/base/parameters.h) that sets every parameter of a struct: no list of laws or
/// fields is kept, and a name that the message does not know is a mistake of ours, which
/// tests/server/convert/parameters_test.cc finds.
class FieldTaker {
 public:
  /// `wire` outlives the taker.
  explicit FieldTaker(const google::protobuf::Message& wire) : wire_(wire) {}

  const google::protobuf::Message& wire() const { return wire_; }
  /// The first error.
  const absl::Status& status() const { return status_; }
  void Update(const absl::Status& status) { status_.Update(status); }

  bool Gives(const char* name) const;

  template <class Value>
  void operator()(const char* name, Value& value, const Interval& /*range*/ = {}) {
    Take(name, value);
  }
  void Or(const char* name, double& value, const Interval& /*range*/, double /*beside*/) {
    Take(name, value);
  }
  void Optional(const char* name, double& value, const Interval& /*range*/) { Take(name, value); }
  template <class Struct>
  void Part(const char* name, Struct& part) {
    const google::protobuf::Message* const given = GivenMessage(wire_, name);
    if (given != nullptr) Update(UnderPath(name, TakeParameters(*given, part)));
  }
  template <class Struct>
  void Part(const char* name, std::optional<Struct>& part) {
    if (Gives(name)) Part(name, part.emplace());
  }
  template <class... Structs>
  void OneOf(const char* name, std::variant<Structs...>& choice) {
    Update(TakeChoice(wire_, name, choice));
  }

  /// The value, or the default of the field's options.
  template <class Value>
  void OrDefault(const char* name, Value& value) {
    value = static_cast<Value>(DefaultOf(*wire_.GetDescriptor()->FindFieldByName(name)).value());
    Take(name, value);
  }
  /// Structs of parameters. An empty list keeps `list`.
  template <class Struct>
  void List(const char* name, std::vector<Struct>& list) {
    const auto given = ListOf(wire_, name);
    if (!given.empty()) list.clear();
    int i = 0;
    for (const google::protobuf::Message& element : given) {
      Update(UnderPath(name, i++, TakeParameters(element, list.emplace_back())));
    }
  }
  /// A list of indices as a set: bit i for an i in it. An empty list keeps `mask`.
  template <class Mask>
  void Bits(const char* name, Mask& mask) {
    uint64_t bits = 0;
    if (TakeBits(name, 8 * sizeof(Mask), bits)) mask = static_cast<Mask>(bits);
  }

 private:
  void Take(const char* name, double& value) const;
  void Take(const char* name, bool& value) const;
  void Take(const char* name, std::vector<Vec2>& points) const;
  void Take(const char* name, std::vector<double>& numbers) const;
  /// A number that does not fit becomes the largest, which no list reaches.
  template <std::integral Integer>
  void Take(const char* name, Integer& value) const {
    constexpr uint64_t kLargest = std::numeric_limits<Integer>::max();
    if (const auto given = GivenWhole(name)) {
      value = static_cast<Integer>(std::min(*given, kLargest));
    }
  }
  template <int kAxes>
  void Take(const char* name, Eigen::Matrix<double, kAxes, 1>& vector) const {
    const google::protobuf::Message* const given = GivenMessage(wire_, name);
    for (int axis = 0; axis < kAxes && given != nullptr; ++axis) {
      vector[axis] = Component(*given, axis);
    }
  }
  template <class Value>
  void Take(const char* name, std::optional<Value>& value) {
    if (Gives(name)) Take(name, value.emplace());
  }
  /// UNSPECIFIED keeps what is there; a number that this version does not know is refused. The
  /// core's numbers are the wire's less one, which a test holds for each enum.
  template <class Choice>
  requires std::is_enum_v<Choice>
  void Take(const char* name, Choice& choice) {
    int number = static_cast<int>(choice);
    TakeEnumNumber(name, number);
    choice = static_cast<Choice>(number);
  }
  std::optional<uint64_t> GivenWhole(const char* name) const;
  void TakeEnumNumber(const char* name, int& number);
  bool TakeBits(const char* name, uint32_t size, uint64_t& bits);

  const google::protobuf::Message& wire_;
  absl::Status status_;
};

/// One field of an enum, by itself.
template <class Choice>
absl::Status TakeEnum(const google::protobuf::Message& wire, const char* field, Choice& choice) {
  FieldTaker take(wire);
  take(field, choice);
  return take.status();
}

template <class Struct>
absl::Status TakeParameters(const google::protobuf::Message& wire, Struct& parameters) {
  FieldTaker taker(wire);
  Struct::Parameters(parameters, taker);
  return taker.status();
}

/// A struct at its own defaults.
struct AtDefaults {
  template <class Struct>
  static Struct Make() {
    return Struct{};
  }
};

template <class Start, class... Structs, class Choice>
void TakeNamed(const google::protobuf::Message& arm, const std::string& name,
               std::type_identity<std::variant<Structs...>> /*type*/, Choice& choice,
               absl::Status& status) {
  const auto take_if_named = [&]<class Struct>(std::type_identity<Struct> type) {
    if constexpr (requires { Struct::kName; }) {
      if (name != Struct::kName) return;
      Struct chosen = Start::template Make<Struct>();
      status = UnderPath(name, TakeParameters(arm, chosen));
      choice = std::move(chosen);
    } else {
      TakeNamed<Start>(arm, name, type, choice, status);
    }
  };
  (take_if_named(std::type_identity<Structs>()), ...);
}

/// The alternative that this oneof of `wire` names, or one within an alternative, as `Start` makes
/// it and then as the wire says. `choice` stays as it is where none is given.
template <class Start = AtDefaults, class... Structs>
absl::Status TakeChoice(const google::protobuf::Message& wire, const std::string& oneof,
                        std::variant<Structs...>& choice) {
  absl::Status status;
  if (const google::protobuf::FieldDescriptor* const arm = GivenArm(wire, oneof)) {
    TakeNamed<Start>(wire.GetReflection()->GetMessage(wire, arm), arm->name(),
                     std::type_identity<std::variant<Structs...>>(), choice, status);
  }
  return status;
}

/// The law that a message consists of.
template <class... Laws>
absl::Status TakeParameters(const google::protobuf::Message& wire, std::variant<Laws...>& law) {
  return TakeChoice(wire, "law", law);
}

/// The alternative that stands where the given arm stands in its oneof, as `take(message,
/// alternative)` makes it of a fresh one.
template <class Take, class... Structs>
absl::Status TakeArm(const google::protobuf::Message& wire, const std::string& oneof,
                     std::variant<Structs...>& choice, const Take& take) {
  const google::protobuf::FieldDescriptor* const arm = GivenArm(wire, oneof);
  if (arm == nullptr) return RequiredArm(*wire.GetDescriptor(), oneof);
  CAROM_DEMAND(arm->containing_oneof()->field_count() == int{sizeof...(Structs)},
               "one alternative for each arm");
  const google::protobuf::Message& given = wire.GetReflection()->GetMessage(wire, arm);
  absl::Status status;
  int place = 0;
  const auto take_if_there = [&]<class Struct>(std::type_identity<Struct>) {
    if (place++ != arm->index_in_oneof()) return;
    status = UnderPath(arm->name(), take(given, choice.template emplace<Struct>()));
  };
  (take_if_there(std::type_identity<Structs>()), ...);
  return status;
}

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_FIELDS_H_
