#ifndef CAROM_SERVER_CONVERT_TAKE_PARAMETERS_H_
#define CAROM_SERVER_CONVERT_TAKE_PARAMETERS_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/base/parameters.h"

// From the fields of a message to the parameters of the core's struct of the same names: see
// core/base/parameters.h. No list of laws or fields is kept; a name that the message does not know
// is a mistake of ours, which tests/server/convert/parameters_test.cc finds.

namespace carom {

/// Sets every parameter whose field is given; the others stay as they are. A visitor.
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

#endif  // CAROM_SERVER_CONVERT_TAKE_PARAMETERS_H_
