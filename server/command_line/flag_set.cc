#include "server/command_line/flag_set.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/command_line/command_line.h"

namespace carom {
namespace {

constexpr size_t kHelpColumn = 28;

// "  --name=VALUE", padded to the help's column, or on a line of its own if it is too long.
std::string HelpLine(const std::string& left, const std::string& help) {
  const std::string margin(kHelpColumn, ' ');
  std::string text = left;
  if (left.size() + 1 < kHelpColumn) {
    text.append(kHelpColumn - left.size(), ' ');
  } else {
    absl::StrAppend(&text, "\n", margin);
  }
  const std::vector<std::string> lines = absl::StrSplit(help, '\n');
  for (size_t i = 0; i < lines.size(); ++i) {
    absl::StrAppend(&text, i == 0 ? "" : margin, lines[i], "\n");
  }
  return text;
}

// A configuration file may say that a switch is off, and an argument that it is off all the same.
absl::Status ParseSwitch(const std::string& value, bool* target) {
  if (value != "true" && value != "false") return absl::InvalidArgumentError("takes no value");
  *target = value == "true";
  return absl::OkStatus();
}

}  // namespace

absl::Status ParseNumber(const std::string& text, double* number) {
  if (absl::SimpleAtod(text, number)) return absl::OkStatus();
  return absl::InvalidArgumentError("must be a number");
}

absl::Status ParseCount(const std::string& text, uint64_t* count) {
  if (absl::SimpleAtoi(text, count)) return absl::OkStatus();
  return absl::InvalidArgumentError("must be a whole number, 0 or more");
}

void FlagSet::AddSection(const std::string& title) {
  flags_.push_back({"", "", title, nullptr, {}});
}

void FlagSet::Add(const std::string& name, const std::string& value_name, const std::string& help,
                  Parser parser) {
  flags_.push_back({name, value_name, help, std::move(parser), {}});
}

void FlagSet::AddSwitch(const std::string& name, const std::string& help, bool* target) {
  Add(name, "", help, [target](const std::string& value) { return ParseSwitch(value, target); });
}

void FlagSet::AddText(const std::string& name, const std::string& value_name,
                      const std::string& help, std::optional<std::string>* target) {
  Add(name, value_name, help, [target](const std::string& value) {
    *target = value;
    return absl::OkStatus();
  });
}

void FlagSet::AddNumber(const std::string& name, const std::string& value_name,
                        const std::string& help, std::optional<double>* target) {
  Add(name, value_name, help,
      [target](const std::string& value) { return ParseNumber(value, &target->emplace()); });
}

void FlagSet::AddCount(const std::string& name, const std::string& value_name,
                       const std::string& help, std::optional<uint64_t>* target) {
  Add(name, value_name, help,
      [target](const std::string& value) { return ParseCount(value, &target->emplace()); });
}

void FlagSet::AddList(const std::string& name, const std::string& value_name,
                      const std::string& help, std::vector<std::string>* target) {
  Add(name, value_name, help, [target](const std::string& value) {
    target->push_back(value);
    return absl::OkStatus();
  });
}

absl::Status FlagSet::Parse(const std::vector<std::string>& arguments) {
  return CommandLine("", this).Parse(arguments);
}

absl::Status FlagSet::Take(const Flag& flag, const std::vector<std::string>& values,
                           const std::string& source) {
  given_.insert(flag.name);
  for (const std::string& value : values) {
    const absl::Status status = flag.parser(value);
    if (status.ok()) continue;
    const std::string shown = flag.is_switch() ? " " : absl::StrCat(": \"", value, "\" ");
    return absl::InvalidArgumentError(absl::StrCat(source, shown, status.message()));
  }
  return absl::OkStatus();
}

const FlagSet::Flag* FlagSet::Find(const std::string& name) const {
  const auto found = std::find_if(flags_.begin(), flags_.end(), [&](const Flag& flag) {
    return !flag.is_section() && flag.name == name;
  });
  return found == flags_.end() ? nullptr : &*found;
}

std::string FlagSet::Help() const {
  std::string text;
  for (const Flag& flag : flags_) {
    if (flag.is_section()) {
      absl::StrAppend(&text, "\n", flag.help, ":\n");
    } else {
      const std::string equals = flag.is_switch() ? "" : "=";
      text += HelpLine(absl::StrCat("  --", flag.name, equals, flag.value_name), flag.help);
    }
  }
  return text;
}

}  // namespace carom
