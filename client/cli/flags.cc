#include "client/cli/flags.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace carom {
namespace {

constexpr size_t kHelpColumn = 28;

absl::Status UsageError(const std::string& message) { return absl::InvalidArgumentError(message); }

bool IsFlag(const std::string& argument) {
  return argument.size() > 2 && argument.compare(0, 2, "--") == 0;
}

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

}  // namespace

absl::Status ParseNumber(const std::string& text, double* number) {
  if (absl::SimpleAtod(text, number)) return absl::OkStatus();
  return UsageError("must be a number");
}

absl::Status ParseCount(const std::string& text, uint64_t* count) {
  if (absl::SimpleAtoi(text, count)) return absl::OkStatus();
  return UsageError("must be a whole number, 0 or more");
}

void FlagSet::AddSection(const std::string& title) { flags_.push_back({"", "", title, nullptr}); }

void FlagSet::Add(const std::string& name, const std::string& value_name, const std::string& help,
                  Parser parser) {
  flags_.push_back({name, value_name, help, std::move(parser)});
}

void FlagSet::AddSwitch(const std::string& name, const std::string& help, bool* target) {
  Add(name, "", help, [target](const std::string&) {
    *target = true;
    return absl::OkStatus();
  });
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

void FlagSet::SetPositional(std::vector<std::string>* target) { positional_ = target; }

const FlagSet::Flag* FlagSet::Find(const std::string& name) const {
  const auto found = std::find_if(flags_.begin(), flags_.end(), [&](const Flag& flag) {
    return flag.parser && flag.name == name;
  });
  return found == flags_.end() ? nullptr : &*found;
}

absl::Status FlagSet::Parse(const std::vector<std::string>& arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (IsFlag(arguments[i])) {
      if (absl::Status status = ParseFlag(arguments, &i); !status.ok()) return status;
    } else if (positional_ != nullptr) {
      positional_->push_back(arguments[i]);
    } else {
      return UsageError(absl::StrCat("unexpected argument: ", arguments[i]));
    }
  }
  return absl::OkStatus();
}

absl::Status FlagSet::ParseFlag(const std::vector<std::string>& arguments, size_t* index) {
  const std::string& argument = arguments[*index];
  const size_t equals = argument.find('=');
  const std::string name = argument.substr(2, equals == std::string::npos ? equals : equals - 2);
  const Flag* flag = Find(name);
  if (flag == nullptr) return UsageError(absl::StrCat("unknown flag --", name));
  std::string value;
  if (flag->value_name.empty()) {
    if (equals != std::string::npos) return UsageError(absl::StrCat("--", name, " takes no value"));
  } else if (equals != std::string::npos) {
    value = argument.substr(equals + 1);
  } else if (*index + 1 < arguments.size() && !IsFlag(arguments[*index + 1])) {
    value = arguments[++*index];
  } else {
    return UsageError(absl::StrCat("--", name, " needs a value: --", name, "=", flag->value_name));
  }
  given_.insert(name);
  const absl::Status status = flag->parser(value);
  if (status.ok()) return status;
  return UsageError(absl::StrCat("--", name, ": \"", value, "\" ", status.message()));
}

std::string FlagSet::Help() const {
  std::string text;
  for (const Flag& flag : flags_) {
    if (!flag.parser) {
      absl::StrAppend(&text, "\n", flag.help, ":\n");
    } else {
      const std::string equals = flag.value_name.empty() ? "" : "=";
      text += HelpLine(absl::StrCat("  --", flag.name, equals, flag.value_name), flag.help);
    }
  }
  return text;
}

}  // namespace carom
