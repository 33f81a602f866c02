#ifndef CAROM_TESTS_SERVER_CONVERT_TOLD_DEFAULTS_H_
#define CAROM_TESTS_SERVER_CONVERT_TOLD_DEFAULTS_H_

#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "absl/strings/match.h"
#include "core/base/interval.h"

// Defaults that a comment tells in words, against the core's rows (core/base/parameters.h):
// "flores, exact, with a restitution of 0.5", "force (0.771, 2.655), moment (0.419, 3.073)".

namespace carom::testing {

/// A parameter, or a component of one; a flag is 0 or 1.
struct Row {
  std::string name;
  double value = 0.0;
  bool is_flag = false;

  bool operator==(const Row&) const = default;
};

/// Lists the rows of a struct and of its parts. A visitor.
class RowReader {
 public:
  std::vector<Row> rows;

  void operator()(const char* name, bool value) { rows.push_back({name, value ? 1.0 : 0.0, true}); }
  template <class Choice>
  requires std::is_enum_v<Choice>
  void operator()(const char* /*name*/, Choice /*value*/) {}  // Told by name, not by a number.
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void operator()(const char* name, Number value) {
    rows.push_back({name, static_cast<double>(value)});
  }
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void operator()(const char* name, Number value, const Interval& /*range*/) {
    (*this)(name, value);
  }
  template <class Vector>
  requires requires(const Vector& v) { v.size(); }
  void operator()(const char* name, const Vector& vector, const Interval& /*range*/) {
    for (int axis = 0; axis < vector.size(); ++axis) rows.push_back({name, vector[axis]});
  }
  void Or(const char* name, double value, const Interval& /*range*/, double /*beside*/) {
    (*this)(name, value);
  }
  void Optional(const char* name, double value, const Interval& /*range*/) { (*this)(name, value); }
  template <class Struct>
  void Part(const char* /*name*/, const Struct& part) {
    Struct::Parameters(part, *this);
  }
  template <class... Structs>
  void OneOf(const char* /*name*/, const std::variant<Structs...>& choice) {
    std::visit([this](const auto& chosen) { Part("", chosen); }, choice);
  }
};

template <class Struct>
std::vector<Row> RowsOf(const Struct& parameters) {
  RowReader reader;
  Struct::Parameters(parameters, reader);
  return reader.rows;
}

/// The numbers in the text; those within names are none.
inline std::vector<double> NumbersIn(const std::string& text) {
  static const auto* const kNumber =
      new std::regex(R"((^|[^\w.])(-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?)\b)");
  std::vector<double> numbers;
  for (std::sregex_iterator at(text.begin(), text.end(), *kNumber), end; at != end; ++at) {
    numbers.push_back(std::stod((*at)[2]));
  }
  return numbers;
}

/// The words name the law and tell its numbers, in the order of its rows. What they leave out is
/// the law's own default, and a flag that is not is named.
template <class Law>
void ExpectToldLaw(const std::string& words, const Law& law) {
  SCOPED_TRACE(words);
  EXPECT_TRUE(std::regex_search(words, std::regex("^" + std::string(Law::kName) + "\\b")))
      << Law::kName;
  const std::vector<Row> rows = RowsOf(law);
  const std::vector<Row> usual = RowsOf(Law{});
  const std::vector<double> told = NumbersIn(words);
  size_t next = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    const bool is_usual = rows[i] == usual[i];
    if (rows[i].is_flag) {
      EXPECT_EQ(absl::StrContains(words, rows[i].name), !is_usual) << rows[i].name;
    } else if (next < told.size() && told[next] == rows[i].value) {
      ++next;
    } else {
      EXPECT_TRUE(is_usual) << rows[i].name << " is " << rows[i].value;
    }
  }
  EXPECT_EQ(next, told.size()) << "a number that is none of the law's";
}

template <class... Laws>
void ExpectToldLaw(const std::string& words, const std::variant<Laws...>& law) {
  std::visit([&words](const auto& chosen) { ExpectToldLaw(words, chosen); }, law);
}

/// The words tell all of these, or say that a vector is zero.
inline void ExpectToldNumbers(const std::string& words, const std::vector<Row>& rows) {
  SCOPED_TRACE(words);
  const bool zero = absl::StartsWith(words, "zero") || absl::StartsWith(words, "the origin");
  const std::vector<double> told = zero ? std::vector<double>(rows.size(), 0.0) : NumbersIn(words);
  ASSERT_EQ(told.size(), rows.size());
  for (size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(told[i], rows[i].value) << rows[i].name;
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_SERVER_CONVERT_TOLD_DEFAULTS_H_
