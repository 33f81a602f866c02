#ifndef CAROM_SERVER_CONVERT_FIELDS_H_
#define CAROM_SERVER_CONVERT_FIELDS_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/repeated_field.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
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

/// A list of indices as a set: bit i for an i in it. An empty list keeps `mask`.
template <class Mask>
absl::Status TakeMask(std::string_view path,
                      const google::protobuf::RepeatedField<uint32_t>& indices, Mask& mask) {
  constexpr uint32_t kBits = 8 * sizeof(Mask);
  if (!indices.empty()) mask = 0;
  for (int i = 0; i < indices.size(); ++i) {
    if (indices[i] >= kBits) {
      return InvalidField({path, i}, std::to_string(indices[i]), "below " + std::to_string(kBits));
    }
    mask |= Mask{1} << indices[i];
  }
  return absl::OkStatus();
}

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

absl::Status TakeEnumNumber(const google::protobuf::Message& wire, const std::string& field,
                            int& number);

/// Sets `choice` to what this field of an enum says. UNSPECIFIED keeps what is there; a number that
/// this version does not know is refused. The core's numbers are the wire's less one, which a test
/// holds for each enum.
template <class Core>
absl::Status TakeEnum(const google::protobuf::Message& wire, const std::string& field,
                      Core& choice) {
  int number = static_cast<int>(choice);
  absl::Status status = TakeEnumNumber(wire, field, number);
  choice = static_cast<Core>(number);
  return status;
}

/// The same of one element of a list, or of any number: `path: 7 must be one of TYPE`.
absl::Status UnknownEnum(FieldPath path, int value, std::string_view type);

/// Sets every parameter of the core's struct whose field of the same name is given; the others stay
/// as they are. See core/base/parameters.h: no list of laws or fields is kept, and a name that the
/// message does not know is a mistake of ours, which tests/server/convert/parameters_test.cc finds.
class FieldTaker {
 public:
  /// `wire` outlives the taker.
  explicit FieldTaker(const google::protobuf::Message& wire) : wire_(wire) {}

  template <class Value>
  void operator()(const char* name, Value& value) const {
    Take(name, value);
  }
  template <class Value>
  void operator()(const char* name, Value& value, const Interval& /*range*/) const {
    Take(name, value);
  }
  void Or(const char* name, double& value, const Interval& /*range*/, double /*beside*/) const {
    Take(name, value);
  }
  void Optional(const char* name, double& value, const Interval& /*range*/) const {
    Take(name, value);
  }
  template <class Struct>
  void Part(const char* name, Struct& part) const;
  template <class... Structs>
  void OneOf(const char* name, std::variant<Structs...>& choice) const;

 private:
  void Take(const char* name, double& value) const;
  void Take(const char* name, int& value) const;
  void Take(const char* name, int64_t& value) const;
  void Take(const char* name, bool& value) const;
  void Take(const char* name, Vec2& value) const;
  void Take(const char* name, Vec3& value) const;

  const google::protobuf::Message& wire_;
};

/// The message in the field of this name (in any case); null where it is not given.
const google::protobuf::Message* GivenMessage(const google::protobuf::Message& wire,
                                              std::string_view name);

/// The arm of this oneof that is given; null where none is.
const google::protobuf::FieldDescriptor* GivenArm(const google::protobuf::Message& wire,
                                                  const std::string& oneof);

template <class Struct>
void TakeParameters(const google::protobuf::Message& wire, Struct& parameters) {
  const FieldTaker taker(wire);
  Struct::Parameters(parameters, taker);
}

/// A struct at its own defaults.
struct AtDefaults {
  template <class Struct>
  static Struct Make() {
    return Struct{};
  }
};

/// The alternative that this oneof of `wire` names, as `Start` makes it and then as the wire says.
/// False, and `choice` stays as it is, where none is given or its name is none of theirs.
template <class Start = AtDefaults, class... Structs>
bool TakeChoice(const google::protobuf::Message& wire, const std::string& oneof,
                std::variant<Structs...>& choice) {
  const google::protobuf::FieldDescriptor* const arm = GivenArm(wire, oneof);
  if (arm == nullptr) return false;
  const auto take_if_named = [&]<class Struct>(std::type_identity<Struct>) {
    if (arm->name() != Struct::kName) return false;
    Struct chosen = Start::template Make<Struct>();
    TakeParameters(wire.GetReflection()->GetMessage(wire, arm), chosen);
    choice = std::move(chosen);
    return true;
  };
  return (take_if_named(std::type_identity<Structs>()) || ...);
}

template <class Struct>
void FieldTaker::Part(const char* name, Struct& part) const {
  const google::protobuf::Message* const given = GivenMessage(wire_, name);
  if (given != nullptr) TakeParameters(*given, part);
}

template <class... Structs>
void FieldTaker::OneOf(const char* name, std::variant<Structs...>& choice) const {
  TakeChoice(wire_, name, choice);
}

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_FIELDS_H_
