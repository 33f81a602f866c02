#include "client/cli/parameter_text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace carom {
namespace {

using carom::v1::FieldDefault;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;

// Counts in full: 10000000, not 1e+07.
std::string NumberText(const FieldDescriptor& field, double number) {
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE) return absl::StrCat(number);
  return absl::StrCat(static_cast<uint64_t>(number));
}

// Lines that fit beside the flags.
std::string Wrapped(const std::string& text) {
  constexpr size_t kWidth = 70;
  std::string lines;
  size_t length = 0;
  for (const absl::string_view word : absl::StrSplit(text, ' ')) {
    const bool fits = length + 1 + word.size() <= kWidth;
    absl::StrAppend(&lines, lines.empty() ? "" : fits ? " " : "\n", word);
    length = fits ? length + 1 + word.size() : word.size();
  }
  return lines;
}

// What the holder of a message says of the default of this field, or null.
const FieldDefault* DefaultHere(const FieldDescriptor& field, const FieldDescriptor* holder) {
  if (holder == nullptr) return nullptr;
  for (const FieldDefault& one : OptionsOf(*holder).defaults()) {
    if (one.field() == field.name()) return &one;
  }
  return nullptr;
}

// Of an enum; null where the options tell none.
const EnumValueDescriptor* DefaultChoice(const FieldDescriptor& field,
                                         const FieldDescriptor* holder) {
  const FieldDefault* const here = DefaultHere(field, holder);
  const std::string& name = here == nullptr ? OptionsOf(field).default_choice() : here->choice();
  return field.enum_type()->FindValueByName(name);
}

}  // namespace

const carom::v1::Parameter& OptionsOf(const FieldDescriptor& field) {
  return field.options().GetExtension(carom::v1::parameter);
}

bool IsInDegrees(const FieldDescriptor& field) { return OptionsOf(field).value_name() == "DEG"; }

carom::v1::Interval RangeOfFlag(const FieldDescriptor& field) {
  carom::v1::Interval range = OptionsOf(field).range();
  if (!IsInDegrees(field)) return range;
  // pi/2 rad are 90 degrees, also if rounding leaves a little less.
  constexpr double kRounding_deg = 1e-9;
  constexpr double kDegPerRad = 180.0 / std::numbers::pi;
  range.set_min(std::ceil(range.min() * kDegPerRad - kRounding_deg) + 0.0);  // No -0.
  range.set_max(std::floor(range.max() * kDegPerRad + kRounding_deg));
  return range;
}

std::string RangeText(const FieldDescriptor& field) {
  const carom::v1::Parameter& options = OptionsOf(field);
  if (!options.has_range()) return "";
  const carom::v1::Interval range = RangeOfFlag(field);
  std::string text =
      absl::StrCat("in ", range.above_min() ? "(" : "[", NumberText(field, range.min()), ", ",
                   NumberText(field, range.max()), range.below_max() ? ")" : "]");
  if (options.has_beside_range()) absl::StrAppend(&text, ", or ", options.beside_range());
  if (IsInDegrees(field)) text += " degrees";
  return text;
}

absl::Status CheckCount(const char* flag, uint64_t count,
                        const google::protobuf::FieldDescriptor& field) {
  const carom::v1::Interval& range = OptionsOf(field).range();
  const auto number = static_cast<double>(count);
  if (number >= range.min() && number <= range.max()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--", flag, ": ", count, " must be ", RangeText(field)));
}

std::string DefaultText(const FieldDescriptor& field, const FieldDescriptor* holder) {
  const FieldDefault* const here = DefaultHere(field, holder);
  const carom::v1::Parameter& options = OptionsOf(field);
  // What a field without presence is when it is absent, the language says: 0.
  const bool has_default = options.has_default_value() || !field.has_presence();
  if (here == nullptr && !has_default) return "";
  const double value = here == nullptr ? options.default_value() : here->value();
  return "default " + NumberText(field, value);
}

std::string WordOf(const EnumValueDescriptor& value) {
  const std::string& word = value.options().GetExtension(carom::v1::word);
  if (!word.empty()) return word;
  // The prefix of all names of the enum ends where UNSPECIFIED begins in the first one.
  const size_t prefix = value.type()->value(0)->name().size() - std::string("UNSPECIFIED").size();
  return absl::StrReplaceAll(absl::AsciiStrToLower(value.name().substr(prefix)), {{"_", "-"}});
}

std::vector<std::string> WordsOf(const FieldDescriptor& field, const FieldDescriptor* holder) {
  std::vector<std::string> words;
  for (int i = 1; i < field.enum_type()->value_count(); ++i) {
    words.push_back(WordOf(*field.enum_type()->value(i)));
  }
  const EnumValueDescriptor* const chosen = DefaultChoice(field, holder);
  if (chosen == nullptr) return words;
  std::rotate(words.begin(), words.begin() + chosen->index() - 1, words.begin() + chosen->index());
  return words;
}

std::string Listed(std::vector<std::string> words, const std::string& last_joint) {
  if (words.size() < 2) return absl::StrJoin(words, "");
  const std::string last = words.back();
  words.pop_back();
  return absl::StrCat(absl::StrJoin(words, ", "), " ", last_joint, " ", last);
}

std::string ChoiceText(const std::string& help, std::vector<std::string> words, bool has_default) {
  if (has_default) words.front() += " (default)";
  return HelpText({absl::StrCat(help, help.empty() ? "" : ": ", Listed(std::move(words), "or"))});
}

std::string HelpText(const std::vector<std::string>& parts) {
  std::vector<std::string> given;
  std::copy_if(parts.begin(), parts.end(), std::back_inserter(given),
               [](const std::string& part) { return !part.empty(); });
  return Wrapped(absl::StrJoin(given, "; "));
}

}  // namespace carom
