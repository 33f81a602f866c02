// The documented defaults of the wire are the core's: the comment of each field with a default is
// read from the .proto and held against the initialiser of the struct that it becomes.

#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <ostream>
#include <regex>
#include <string>
#include <string_view>

#include "carom/v1/options.pb.h"
#include "carom/v1/simulation.pb.h"
#include "core/base/interval.h"
#include "core/table/cue.h"
#include "core/table/rack.h"
#include "core/table/table.h"
#include "server/convert/field_ranges.h"

namespace carom {
namespace {

struct DocumentedDefault {
  const char* file;
  const char* message;
  const char* field;
  double expected;
};

void PrintTo(const DocumentedDefault& what, std::ostream* out) {
  *out << what.message << "." << what.field;
}

// The comment above `field` of `message`, on one line; empty when there is no such field.
std::string CommentOf(const DocumentedDefault& where) {
  std::ifstream in(std::string(CAROM_TEST_DATA_DIR) + "/../../proto/carom/v1/" + where.file);
  const std::string opening = "message " + std::string(where.message) + " {";
  const std::string declaration = " " + std::string(where.field) + " = ";
  bool in_message = false;
  std::string comment;
  for (std::string line; std::getline(in, line);) {
    in_message = in_message || line == opening;
    if (!in_message) continue;
    if (line == "}") return "";
    if (line.find(declaration) != std::string::npos) return comment;
    const size_t text = line.find("// ");
    if (text == std::string::npos) {
      comment.clear();
    } else {
      comment += line.substr(text + 3) + " ";
    }
  }
  return "";
}

// The number after the last "Default " in the field's comment.
std::optional<double> DefaultInComment(const DocumentedDefault& where) {
  constexpr std::string_view kMark = "Default ";
  const std::string comment = CommentOf(where);
  const size_t mark = comment.rfind(kMark);
  if (mark == std::string::npos) return std::nullopt;
  return std::strtod(comment.c_str() + mark + kMark.size(), nullptr);
}

class WireDefaults : public ::testing::TestWithParam<DocumentedDefault> {};

TEST_P(WireDefaults, CommentAgreesWithTheCore) {
  const std::optional<double> documented = DefaultInComment(GetParam());
  ASSERT_TRUE(documented.has_value());
  EXPECT_EQ(*documented, GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Tables, WireDefaults,
    ::testing::Values(
        DocumentedDefault{"table.proto", "Nose", "height_m", Nose().height_m},
        DocumentedDefault{"table.proto", "Jaw", "height_m", Jaw().height_m},
        DocumentedDefault{"table.proto", "RailTop", "height_m", RailTop().height_m},
        DocumentedDefault{"table.proto", "Pocket", "back_height_m", Pocket().back_height_m},
        DocumentedDefault{"table.proto", "Pocket", "overhang_m", Pocket().overhang_m},
        DocumentedDefault{"table.proto", "BallSpec", "inertia_ratio", BallSpec().inertia_ratio},
        DocumentedDefault{"table.proto", "Rack", "gap_m", RackOptions().gap_m},
        DocumentedDefault{"table.proto", "Rack", "jitter_m", RackOptions().jitter_m}));

// A range in a comment: "in (0, 1]", "within +-1000".
std::optional<Interval> RangeInComment(const std::string& comment) {
  static const auto* const kInterval =
      new std::regex(R"(in ([\[(])([-+.0-9e]+), ([-+.0-9e]+)([\])]))");
  static const auto* const kAround = new std::regex(R"(within \+-([.0-9e]*[0-9]))");
  std::smatch match;
  if (std::regex_search(comment, match, *kInterval)) {
    const Interval::Ends ends = match[1] == "("   ? Interval::Ends::kOpenLow
                                : match[4] == ")" ? Interval::Ends::kOpenHigh
                                                  : Interval::Ends::kClosed;
    return Interval{std::stod(match[2]), std::stod(match[3]), ends};
  }
  if (!std::regex_search(comment, match, *kAround)) return std::nullopt;
  return Interval{-std::stod(match[1]), std::stod(match[1])};
}

// What a reader of the .proto is told of numbers, all of which have options: parameters_test.cc
// holds those against the core.
TEST(WireComments, SayWhatTheOptionsSay) {
  int ranges = 0;
  int defaults = 0;
  const google::protobuf::FileDescriptor* const files[] = {
      v1::Settings::descriptor()->file(), v1::CompliantSettings::descriptor()->file(),
      v1::DoublePendulum::descriptor()->file(), v1::CueStrike::descriptor()->file()};
  for (const auto* file : files) {
    const std::string name = file->name().substr(file->name().rfind('/') + 1);
    for (int m = 0; m < file->message_type_count(); ++m) {
      const google::protobuf::Descriptor& type = *file->message_type(m);
      for (int f = 0; f < type.field_count(); ++f) {
        SCOPED_TRACE(type.field(f)->full_name());
        const v1::Parameter& options = type.field(f)->options().GetExtension(v1::parameter);
        const DocumentedDefault where = {name.c_str(), type.name().c_str(),
                                         type.field(f)->name().c_str(), options.default_value()};
        if (options.has_default_value()) {
          EXPECT_EQ(DefaultInComment(where), options.default_value());
          ++defaults;
        }
        const std::optional<Interval> told = RangeInComment(CommentOf(where));
        const std::optional<Interval> range = RangeOf(*type.field(f));
        if (!told || !range) continue;
        EXPECT_EQ(Describe(*told), Describe(*range));
        ++ranges;
      }
    }
  }
  EXPECT_GT(defaults, 100);
  EXPECT_GT(ranges, 100);
}

}  // namespace
}  // namespace carom
