// What a reader of the .proto files is told is what the server reads: the range and the default in
// the comment of each field are those of its options (options.proto). parameters_test.cc holds the
// options against the core.

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "carom/v1/options.pb.h"
#include "carom/v1/simulation.pb.h"
#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "server/convert/fields.h"
#include "tests/server/convert/wire_comments.h"

namespace carom {
namespace {

using google::protobuf::FieldDescriptor;
using testing::CommentOf;
using testing::ForEachField;
using ::testing::HasSubstr;

// A number as comments write it; nothing where it is a field or words.
std::optional<double> NumberIn(const std::string& text) {
  static const auto* const kNames = new std::map<std::string, double>{
      {"pi/2", std::numbers::pi / 2.0}, {"2/3", 2.0 / 3.0}, {"2^53", std::pow(2.0, 53)}};
  const auto named = kNames->find(text);
  if (named != kNames->end()) return named->second;
  size_t read = 0;
  try {
    const double number = std::stod(text, &read);
    return read == text.size() ? std::optional<double>(number) : std::nullopt;
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

// A range in a comment: "in (0, 1]", "in [1e-9, 1], or 0", "within +-1000".
struct ToldRange {
  bool told = false;
  bool depends = false;  // On other fields.
  FieldRange range = {};
};

ToldRange RangeInComment(const std::string& comment) {
  static const auto* const kInterval =
      new std::regex(R"(in ([\[(])([^,\])]+), ([^\])]+)([\])])(, or (inf|[-.0-9e]*[0-9]))?)");
  static const auto* const kAround = new std::regex(R"(within \+-([.0-9e]*[0-9]))");
  std::smatch match;
  if (std::regex_search(comment, match, *kAround)) {
    return {true, false, {{-std::stod(match[1]), std::stod(match[1])}, std::nullopt}};
  }
  if (!std::regex_search(comment, match, *kInterval)) return {};
  const std::optional<double> low = NumberIn(match[2]);
  const std::optional<double> high = NumberIn(match[3]);
  if (!low || !high) return {true, true};
  const Interval::Ends ends = match[1] == "("   ? Interval::Ends::kOpenLow
                              : match[4] == ")" ? Interval::Ends::kOpenHigh
                                                : Interval::Ends::kClosed;
  return {true, false, {{*low, *high, ends}, NumberIn(match[6])}};
}

// The number after the last "Default " in the comment.
std::optional<double> DefaultInComment(const std::string& comment) {
  const size_t mark = comment.rfind("Default ");
  if (mark == std::string::npos) return std::nullopt;
  static const auto* const kNumber = new std::regex(R"(Default (-?[.0-9][-+.0-9e]*))");
  std::smatch match;
  const std::string rest = comment.substr(mark);
  if (!std::regex_search(rest, match, *kNumber)) return std::nullopt;
  return std::stod(match[1]);
}

bool IsNumber(const FieldDescriptor& field) {
  return field.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE ||
         field.cpp_type() == FieldDescriptor::CPPTYPE_UINT32 ||
         field.cpp_type() == FieldDescriptor::CPPTYPE_UINT64;
}

const v1::Parameter& OptionsOf(const FieldDescriptor& field) {
  return field.options().GetExtension(v1::parameter);
}

TEST(WireComments, AreAboveEveryField) {
  int fields = 0;
  ForEachField([&](const FieldDescriptor& field) {
    EXPECT_NE(CommentOf(field), "");
    ++fields;
  });
  EXPECT_GT(fields, 400);
}

TEST(WireComments, TellTheRangesOfTheOptions) {
  int ranges = 0;
  ForEachField([&](const FieldDescriptor& field) {
    const std::string comment = CommentOf(field);
    const std::optional<FieldRange> range = RangeOf(field);
    const ToldRange told = RangeInComment(comment);
    if (!range) {
      // A range that other fields move is the core's alone to check.
      EXPECT_TRUE(!IsNumber(field) || !told.told || told.depends) << comment;
      static const auto* const kOtherWords =
          new std::regex(R"((at least|at most|above|below|more than|up to) -?[.0-9])");
      EXPECT_FALSE(IsNumber(field) && std::regex_search(comment, *kOtherWords)) << comment;
      return;
    }
    ASSERT_TRUE(told.told && !told.depends) << comment;
    FieldRange expected = told.range;
    expected.whole = range->whole;
    EXPECT_EQ(expected.Text(), range->Text()) << comment;
    EXPECT_EQ(expected.interval.high, range->interval.high) << comment;
    ++ranges;
  });
  EXPECT_GT(ranges, 150);
}

// An interval has one open end at most (core/base/interval.h), so the other would be lost. All
// other mistakes of a range leave a default outside, or a number that is told twice.
TEST(WireOptions, RangesAreThoseThatAreChecked) {
  int ranges = 0;
  ForEachField([&](const FieldDescriptor& field) {
    const std::optional<FieldRange> range = RangeOf(field);
    if (!range) return;
    const v1::Interval& options = OptionsOf(field).range();
    EXPECT_FALSE(options.above_min() && options.below_max());
    EXPECT_LT(options.min(), options.max());
    const std::optional<double> value = DefaultOf(field);
    EXPECT_TRUE(!value || range->Contains(*value));
    EXPECT_FALSE(range->beside && range->interval.Contains(*range->beside));
    ++ranges;
  });
  EXPECT_GT(ranges, 150);
}

TEST(WireComments, TellTheDefaultsOfTheOptions) {
  int defaults = 0;
  ForEachField([&](const FieldDescriptor& field) {
    if (!IsNumber(field) || field.is_repeated()) return;
    const std::optional<double> told = DefaultInComment(CommentOf(field));
    const std::optional<double> option = DefaultOf(field);
    // What a field without presence is when it is absent, the language says: 0.
    if (!field.has_presence() && !option) {
      EXPECT_EQ(told.value_or(0.0), 0.0);
    } else {
      EXPECT_EQ(told, option);
    }
    ++defaults;
  });
  EXPECT_GT(defaults, 200);
}

TEST(WireComments, TellTheChoicesOfTheOptions) {
  static const auto* const kChoice = new std::regex(R"(Default ([A-Z][A-Z_0-9]+)\.)");
  int choices = 0;
  ForEachField([&](const FieldDescriptor& field) {
    if (field.enum_type() == nullptr) return;
    const std::string comment = CommentOf(field);
    const std::string& choice = OptionsOf(field).default_choice();
    std::smatch match;
    ASSERT_EQ(std::regex_search(comment, match, *kChoice), !choice.empty()) << comment;
    if (choice.empty()) return;
    EXPECT_NE(field.enum_type()->FindValueByName(choice), nullptr) << choice;
    EXPECT_TRUE(absl::EndsWith(choice, "_" + match[1].str())) << choice << ": " << comment;
    ++choices;
  });
  EXPECT_GT(choices, 15);
}

// "DORMAND_PRINCE_54, relative tolerance 1e-8, absolute tolerance 1e-10".
TEST(WireComments, TellTheDefaultsThatAHolderHas) {
  int defaults = 0;
  ForEachField([&](const FieldDescriptor& field) {
    const std::string comment = CommentOf(field);
    for (const v1::FieldDefault& one : OptionsOf(field).defaults()) {
      const FieldDescriptor* const inner = field.message_type()->FindFieldByName(one.field());
      ASSERT_NE(inner, nullptr) << one.field();
      ++defaults;
      if (inner->enum_type() != nullptr) {
        ASSERT_NE(inner->enum_type()->FindValueByName(one.choice()), nullptr) << one.choice();
        const size_t prefix =
            inner->enum_type()->value(0)->name().size() - std::string("UNSPECIFIED").size();
        EXPECT_THAT(comment, HasSubstr(" " + one.choice().substr(prefix)));
        continue;
      }
      std::string words = absl::StrReplaceAll(one.field(), {{"_", " "}});
      if (absl::EndsWith(words, " s")) words.resize(words.size() - 2);
      std::smatch match;
      const std::regex told(words + R"( (-?[.0-9][-+.0-9e]*))");
      ASSERT_TRUE(std::regex_search(comment, match, told)) << words << ": " << comment;
      EXPECT_EQ(std::stod(match[1]), one.value()) << comment;
    }
  });
  EXPECT_EQ(defaults, 7 * 3 + 2);  // Of seven integrations; a largest step, most evaluations.
}

}  // namespace
}  // namespace carom
