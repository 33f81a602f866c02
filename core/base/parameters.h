#ifndef CAROM_CORE_BASE_PARAMETERS_H_
#define CAROM_CORE_BASE_PARAMETERS_H_

#include <string>
#include <type_traits>
#include <variant>

#include "absl/status/status.h"
#include "core/base/field_error.h"
#include "core/base/interval.h"
#include "core/base/vec3.h"

// A struct of parameters tells them to a visitor, one row each:
//
//   struct Han2005 {
//     static constexpr char kName[] = "han2005";
//     double restitution = 0.85;
//     double friction = 0.2;
//
//     template <class Self, class Visitor>
//     static void Parameters(Self& self, Visitor& visit) {
//       visit("restitution", self.restitution, kRestitutionRange);
//       visit("friction", self.friction, kFrictionRange);
//     }
//   };
//
// Self is the struct, const or not. A row's name is that of the wire's field, but that units keep
// their capitals. kName is needed of the alternatives of a variant: it is the name of the arm.
// Whoever wants to do something with every parameter is a visitor: RangeCheck below checks them,
// server/convert sets them from the wire, and a test holds names and ranges against the wire's.
//
// The rows that there are:
//   visit(name, number, range)           a double or an integer
//   visit(name, number)                  the same, where the range depends on other parameters
//   visit.Or(name, number, range, value) a double in its range, or this one value beside it
//   visit(name, flag)                    a bool
//   visit(name, choice)                  an enum, whose numbers are the wire's less one
//   visit(name, vector, range)           every component
//   visit.Optional(name, number, range)  negative: not given
//   Related(visit, name, number, range, must_be)   visit(name, number) for all visitors but the
//                                        check of ranges: the range is made of other parameters
//   AlsoIn(visit, name, number, range)   no row, but a second range of one above: the first is the
//                                        wire's, this one is made of other parameters
//   visit.Part(name, struct)             another struct of parameters
//   visit.OneOf(name, variant)           one of several structs of parameters, named by its kName

namespace carom {

/// "in [1, 2], or 0".
inline std::string DescribeOr(const Interval& range, double beside) {
  return Describe(range) + ", or " + FormatNumber(beside);
}

/// Finds the first parameter that is out of range. A visitor.
class RangeCheck {
 public:
  enum class Optionals { kMayBeAbsent, kGiven };

  explicit RangeCheck(Optionals optionals = Optionals::kMayBeAbsent) : optionals_(optionals) {}

  /// INVALID_ARGUMENT "name: 11 must be in [0, 10]" of the first one.
  const absl::Status& status() const { return status_; }

  void operator()(const char* name, double value, const Interval& range) {
    if (status_.ok() && !range.Contains(value)) {
      status_ = InvalidField(name, value, Describe(range));
    }
  }

  template <class Integer>
  requires std::is_integral_v<Integer>
  void operator()(const char* name, Integer value, const Interval& range) {
    if (status_.ok() && !range.Contains(static_cast<double>(value))) {
      status_ = InvalidField(name, std::to_string(value), DescribeCounts(range));
    }
  }

  template <class Vector>
  requires requires(const Vector& v) { v.size(); }
  void operator()(const char* name, const Vector& vector, const Interval& range) {
    constexpr const char* kAxes[] = {".x", ".y", ".z"};
    for (int axis = 0; axis < vector.size() && status_.ok(); ++axis) {
      if (range.Contains(vector[axis])) continue;
      status_ = InvalidField(std::string(name) + kAxes[axis], vector[axis], Describe(range));
    }
  }

  template <class Value>
  void operator()(const char* /*name*/, const Value& /*value*/) {}

  void Related(const char* name, double value, const Interval& range, const char* must_be) {
    if (!status_.ok() || range.Contains(value)) return;
    status_ =
        InvalidField(name, value, must_be != nullptr ? std::string(must_be) : Describe(range));
  }

  void Or(const char* name, double value, const Interval& range, double beside) {
    if (!status_.ok() || value == beside || range.Contains(value)) return;
    status_ = InvalidField(name, value, DescribeOr(range, beside));
  }

  void Optional(const char* name, double value, const Interval& range) {
    if (optionals_ == Optionals::kMayBeAbsent && value < 0.0) return;
    (*this)(name, value, range);
  }

  template <class Struct>
  void Part(const char* name, const Struct& part);

  template <class... Structs>
  void OneOf(const char* /*name*/, const std::variant<Structs...>& choice);

 private:
  Optionals optionals_;
  absl::Status status_;
};

/// A row whose range follows from parameters of the rows before it; `must_be` says it by their
/// names, else the error has the numbers.
template <class Visitor, class Number>
void Related(Visitor& visit, const char* name, Number& value, const Interval& range,
             const char* must_be = nullptr) {
  if constexpr (requires { visit.Related(name, value, range, must_be); }) {
    visit.Related(name, value, range, must_be);
  } else {
    visit(name, value);
  }
}

/// A second range of the parameter of a row above, which follows from other parameters.
template <class Visitor>
void AlsoIn(Visitor& visit, const char* name, double value, const Interval& range) {
  if constexpr (requires { visit.Related(name, value, range, nullptr); }) {
    visit.Related(name, value, range, nullptr);
  }
}

/// OK when every parameter is in range, else the error of the first one that is not. Allocates
/// nothing on the way to OK.
template <class Struct>
absl::Status CheckParameters(const Struct& parameters) {
  RangeCheck check;
  Struct::Parameters(parameters, check);
  return check.status();
}

/// The same of the alternative that is chosen: "han2005.friction: 11 must be in [0, 10]".
template <class... Structs>
absl::Status CheckChoice(const std::variant<Structs...>& choice,
                         RangeCheck::Optionals optionals = RangeCheck::Optionals::kMayBeAbsent) {
  return std::visit(
      [optionals](const auto& chosen) {
        using Chosen = std::remove_cvref_t<decltype(chosen)>;
        RangeCheck check(optionals);
        Chosen::Parameters(chosen, check);
        if (check.status().ok()) return absl::OkStatus();
        return UnderPath(Chosen::kName, check.status());
      },
      choice);
}

template <class Struct>
void RangeCheck::Part(const char* name, const Struct& part) {
  if (!status_.ok()) return;
  status_ = CheckParameters(part);
  if (!status_.ok()) status_ = UnderPath(name, status_);
}

template <class... Structs>
void RangeCheck::OneOf(const char* /*name*/, const std::variant<Structs...>& choice) {
  if (status_.ok()) status_ = CheckChoice(choice, optionals_);
}

}  // namespace carom

#endif  // CAROM_CORE_BASE_PARAMETERS_H_
