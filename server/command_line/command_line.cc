#include "server/command_line/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/command_line/input_file.h"
#include "server/command_line/suggestion.h"

namespace carom {
namespace {

absl::Status UsageError(const std::string& message) { return absl::InvalidArgumentError(message); }

std::vector<std::string> NamesOf(const FlagSet& flags) {
  std::vector<std::string> names;
  for (const FlagSet::Flag& flag : flags.flags()) {
    if (!flag.is_section()) names.push_back(flag.name);
  }
  return names;
}

std::vector<std::string> NamesOf(const std::map<std::string, FlagSet*>& commands) {
  std::vector<std::string> names;
  for (const auto& [name, flags] : commands) names.push_back(name);
  return names;
}

// Flags that ask for another thing than the program's work. Nothing but an argument may do so.
bool IsAction(const std::string& name) {
  return name == "help" || name == "version" || name == "completion";
}

bool IsFlag(const std::string& argument) {
  return argument.size() > 2 && absl::StartsWith(argument, "--");
}

// Of "--name" and "--name=value".
std::string NameIn(const std::string& argument) {
  const std::string text = IsFlag(argument) ? argument.substr(2) : argument;
  return text.substr(0, text.find('='));
}

using Options = std::map<const FlagSet::Flag*, CLI::Option*>;

// Values stay text here: FlagSet takes them, and says what is wrong with them.
void Register(const FlagSet& flags, CLI::App* app, Options* options) {
  for (const FlagSet::Flag& flag : flags.flags()) {
    if (flag.is_section()) continue;
    const std::string names = flag.name == "help" ? "-h,--help" : absl::StrCat("--", flag.name);
    CLI::Option* const option = flag.is_switch() ? app->add_flag(names) : app->add_option(names);
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    options->emplace(&flag, option);
  }
}

absl::Status NeedsValue(const FlagSet::Flag& flag) {
  return UsageError(
      absl::StrCat("--", flag.name, " needs a value: --", flag.name, "=", flag.value_name));
}

// CLI11 2.1 takes "--name=" for a flag whose value is the next word; "--name" and "" it takes for a
// value that is empty. The last argument comes first, as it wants them.
std::vector<std::string> ForCli11(const std::vector<std::string>& arguments,
                                  const Options& options) {
  const auto has_value = [&options](const std::string& name) {
    return std::any_of(options.begin(), options.end(), [&name](const auto& option) {
      return option.first->name == name && !option.first->is_switch();
    });
  };
  std::vector<std::string> reversed;
  for (auto argument = arguments.rbegin(); argument != arguments.rend(); ++argument) {
    const bool empty_value = IsFlag(*argument) && argument->find('=') + 1 == argument->size() &&
                             has_value(NameIn(*argument));
    if (empty_value) reversed.push_back("");
    reversed.push_back(empty_value ? argument->substr(0, argument->size() - 1) : *argument);
  }
  return reversed;
}

absl::Status ReadConfiguration(const std::string& path, std::vector<CLI::ConfigItem>* items) {
  const absl::StatusOr<std::string> text = ReadFile(path, kMostTextBytes);
  if (!text.ok()) {
    return UsageError(absl::StrCat("--config: ", path, ": ", std::string(text.status().message())));
  }
  try {
    std::istringstream lines(*text);
    *items = CLI::ConfigTOML().from_config(lines);
  } catch (const CLI::Error& error) {
    return UsageError(absl::StrCat("--config: ", path, ": ", error.what()));
  }
  // What opens and closes a table.
  std::erase_if(*items, [](const auto& item) { return item.name == "++" || item.name == "--"; });
  return absl::OkStatus();
}

}  // namespace

std::optional<std::string> FromProcessEnvironment(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

CommandLine::CommandLine(std::string program, FlagSet* flags)
    : program_(std::move(program)), flags_(flags) {}

void CommandLine::AddStandardFlags() {
  flags_->AddSection("This program");
  flags_->AddText("config", "FILE",
                  "flags from a file in TOML: NAME = \"VALUE\", those of a command after\n"
                  "[COMMAND]; arguments and variables come before it",
                  &config_path_);
  flags_->Add("completion", "bash", "the completion of this program, for bash to read",
              [this](const std::string& shell) {
                if (shell != "bash") return absl::InvalidArgumentError("must be bash");
                completion_ = shell;
                return absl::OkStatus();
              });
  flags_->SetChoices({"bash"});
  flags_->AddSwitch("version", "the version", &version_);
  flags_->AddSwitch("help", "this text; so does -h", &help_);
}

absl::Status CommandLine::Parse(const std::vector<std::string>& arguments,
                                const Variables& variables) {
  absl::Status status = TakeArguments(arguments);
  const bool works = !help_ && !version_ && !completion_ && command_ != "help";
  if (!works) return status;
  if (status.ok() && variables) status = TakeVariables(variables);
  if (status.ok() && config_path_) status = TakeConfiguration();
  return status;
}

FlagSet* CommandLine::chosen() const { return command_.empty() ? nullptr : commands_.at(command_); }

const FlagSet::Flag* CommandLine::Find(const std::string& name) const {
  const FlagSet::Flag* const own = chosen() == nullptr ? nullptr : chosen()->Find(name);
  return own == nullptr ? flags_->Find(name) : own;
}

absl::Status CommandLine::TakeArguments(const std::vector<std::string>& arguments) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  app.require_subcommand(0, 1);
  Options options;
  Register(*flags_, &app, &options);
  for (const auto& [name, flags] : commands_) {
    CLI::App* const command = app.add_subcommand(name)->fallthrough();
    command->set_help_flag();
    Register(*flags, command, &options);
  }
  std::string wrong;
  try {
    std::vector<std::string> words = ForCli11(arguments, options);
    app.parse(words);
  } catch (const CLI::Error& error) {
    wrong = error.what();
  }
  if (!app.get_subcommands().empty()) command_ = app.get_subcommands().front()->get_name();
  if (!wrong.empty()) {
    // The one mistake that CLI11 sees itself: the value of the last flag is missing.
    const FlagSet::Flag* const last = Find(NameIn(arguments.back()));
    return last == nullptr ? UsageError(wrong) : NeedsValue(*last);
  }
  if (absl::Status status = TakeWords(app.remaining(/*recurse=*/true)); !status.ok()) return status;
  Values values;
  for (const auto& [flag, option] : options) {
    if (option->count() > 0) values.emplace(flag, option->results());
  }
  if (absl::Status status = TakeGiven(values, flags_); !status.ok()) return status;
  return chosen() == nullptr ? absl::OkStatus() : TakeGiven(values, chosen());
}

absl::Status CommandLine::TakeWords(const std::vector<std::string>& words) {
  // A mistyped command does not know its flags: the command is what is wrong.
  const bool wants_command = command_.empty() && !commands_.empty();
  if (wants_command && !words.empty() && !IsFlag(words[0])) return UnknownCommand(words[0]);
  for (const std::string& word : words) {
    if (IsFlag(word)) return UnknownFlag(word);
  }
  FlagSet* const flags = chosen() == nullptr ? flags_ : chosen();
  for (const std::string& word : words) {
    if (flags->positional() != nullptr) {
      flags->positional()->push_back(word);
    } else if (wants_command) {
      return UnknownCommand(word);
    } else {
      return UsageError(absl::StrCat("unexpected argument: ", word));
    }
  }
  return absl::OkStatus();
}

absl::Status CommandLine::UnknownCommand(const std::string& word) const {
  return UsageError(absl::StrCat("unknown command ", word, DidYouMean(word, NamesOf(commands_))));
}

absl::Status CommandLine::UnknownFlag(const std::string& argument) const {
  const std::string name = NameIn(argument);
  if (chosen() != nullptr && chosen()->Find(name) != nullptr) {
    return UsageError(absl::StrCat("--", name, " goes after the command: ", command_, " --", name));
  }
  std::vector<std::string> names = NamesOf(*flags_);
  if (chosen() != nullptr) {
    const std::vector<std::string> more = NamesOf(*chosen());
    names.insert(names.end(), more.begin(), more.end());
  }
  return UsageError(absl::StrCat("unknown flag --", name, DidYouMean(name, names, "--")));
}

absl::Status CommandLine::TakeGiven(const Values& values, FlagSet* flags) {
  for (const FlagSet::Flag& flag : flags->flags()) {
    const auto given = values.find(&flag);
    if (given == values.end()) continue;
    for (const std::string& value : given->second) {
      if (!flag.is_switch() && IsFlag(value)) return NeedsValue(flag);
    }
    const absl::Status status = flags->Take(flag, given->second, absl::StrCat("--", flag.name));
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

std::string CommandLine::VariableOf(const FlagSet::Flag& flag) const {
  std::string name = absl::AsciiStrToUpper(absl::StrCat(program_, "_", flag.name));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

absl::Status CommandLine::TakeVariables(const Variables& variables) {
  for (const FlagSet::Flag& flag : flags_->flags()) {
    if (flag.is_section() || IsAction(flag.name)) continue;
    if (flags_->given().contains(flag.name)) continue;
    const std::optional<std::string> value = variables(VariableOf(flag));
    if (!value) continue;
    const absl::Status status = flags_->Take(flag, {*value}, VariableOf(flag));
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status CommandLine::TakeConfiguration() {
  std::vector<CLI::ConfigItem> items;
  absl::Status status = ReadConfiguration(*config_path_, &items);
  const std::set<std::string> given = flags_->given();
  const std::set<std::string> given_to_command =
      chosen() == nullptr ? std::set<std::string>() : chosen()->given();
  for (size_t i = 0; i < items.size() && status.ok(); ++i) {
    const CLI::ConfigItem& item = items[i];
    const std::string source = absl::StrCat(*config_path_, ": ", item.fullname());
    const bool of_command = !item.parents.empty();
    const auto command = of_command ? commands_.find(item.parents.front()) : commands_.end();
    if (of_command && command == commands_.end()) {
      return UsageError(absl::StrCat(*config_path_, ": unknown table [", item.parents.front(), "]",
                                     DidYouMean(item.parents.front(), NamesOf(commands_))));
    }
    FlagSet* const flags = of_command ? command->second : flags_;
    const FlagSet::Flag* const flag = flags->Find(item.name);
    const bool is_key = flag != nullptr && !IsAction(item.name) && item.name != "config";
    if (!is_key || item.parents.size() > 1) {
      return UsageError(
          absl::StrCat(source, ": unknown key", DidYouMean(item.name, NamesOf(*flags))));
    }
    if (of_command ? flags != chosen() || given_to_command.contains(item.name)
                   : given.contains(item.name)) {
      continue;
    }
    status = flags->Take(*flag, item.inputs, source);
  }
  return status;
}

}  // namespace carom
