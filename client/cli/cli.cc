#include "client/cli/cli.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>

#include "absl/strings/str_format.h"
#include "client/cli/commands.h"

namespace carom {
namespace {

// The flags of every command that may have their value in the next word.
const std::set<std::string> kTakeAValue = {"--server", "--threads",  "--timeout", "--retry-for",
                                           "--tls-ca", "--tls-cert", "--tls-key", "--token-file"};

using CommandList = std::vector<std::unique_ptr<Command>>;

CommandList MakeCommands() {
  CommandList commands;
  commands.push_back(MakeSimulateCommand());
  commands.push_back(MakeExplainCommand());
  commands.push_back(MakeBatchCommand());
  commands.push_back(MakeMechanismCommand());
  commands.push_back(MakeTablesCommand());
  commands.push_back(MakeServerInfoCommand());
  return commands;
}

Command* FindCommand(const CommandList& commands, const std::string& name) {
  for (const auto& command : commands) {
    if (command->name() == name) return command.get();
  }
  return nullptr;
}

void PrintOverview(const CommandList& commands, std::ostream& out) {
  out << "Simulates billiards.\n\n"
         "Usage: carom [--server=HOST:PORT] [--threads=N] COMMAND [FLAGS]\n\nCommands:\n";
  for (const auto& command : commands) {
    out << absl::StrFormat("  %-12s %s\n", command->name(), command->summary());
  }
  out << absl::StrFormat("  %-12s %s\n", "help", "help on a command: carom help COMMAND")
      << "\n`carom --version` prints the version. A first shot: carom simulate --rack=8-ball\n"
         "Exit codes: 0 done, 1 failed, 2 bad usage or invalid request.\n";
}

void PrintHelp(const Command& command, const FlagSet& flags, std::ostream& out) {
  out << "Usage: " << command.usage() << "\n\n"
      << command.details() << flags.Help() << "\nExamples:\n"
      << command.examples();
}

// The version comes from the service, so that it is written in one place only.
ExitCode PrintVersion(const CommonFlags& common, const Console& console) {
  const auto info = common.MakeClient().GetServerInfo(common.Call());
  if (!info.ok()) return ReportError(info.status(), console);
  console.out << "carom " << info->engine_version() << '\n';
  return kDone;
}

ExitCode UsageError(const absl::Status& status, const std::string& help, const Console& console) {
  ReportError(status, console);
  console.err << "Try: " << help << '\n';
  return kBadRequest;
}

// Where the command's name is: the first word that is neither a flag nor the value of one.
size_t FindCommandWord(const std::vector<std::string>& arguments) {
  size_t i = 0;
  while (i < arguments.size() && arguments[i].rfind("--", 0) == 0) {
    i += kTakeAValue.contains(arguments[i]) ? 2 : 1;
  }
  return std::min(i, arguments.size());
}

ExitCode RunWithoutCommand(const std::vector<std::string>& arguments, const CommandList& commands,
                           const Console& console) {
  CommonFlags common;
  FlagSet flags;
  bool version = false;
  common.Declare(&flags);
  flags.AddSwitch("version", "the version", &version);
  absl::Status status = flags.Parse(arguments);
  if (status.ok()) status = common.Check();
  if (!status.ok()) return UsageError(status, "carom help", console);
  if (version) return PrintVersion(common, console);
  if (common.help) {
    PrintOverview(commands, console.out);
    return kDone;
  }
  PrintOverview(commands, console.err);
  return kBadRequest;
}

ExitCode RunHelp(const std::vector<std::string>& arguments, const CommandList& commands,
                 const Console& console) {
  CommonFlags common;
  FlagSet flags;
  std::vector<std::string> words;
  common.Declare(&flags);
  flags.SetPositional(&words);
  absl::Status status = flags.Parse(arguments);
  if (status.ok() && words.empty()) {
    PrintOverview(commands, console.out);
    return kDone;
  }
  Command* const command = status.ok() ? FindCommand(commands, words[0]) : nullptr;
  if (status.ok() && command == nullptr) {
    status = absl::InvalidArgumentError("unknown command " + words[0]);
  }
  if (!status.ok()) return UsageError(status, "carom help", console);
  FlagSet all_flags;
  command->Declare(&all_flags);
  common.Declare(&all_flags);
  PrintHelp(*command, all_flags, console.out);
  return kDone;
}

ExitCode RunCommand(Command* command, const std::vector<std::string>& arguments,
                    const Console& console) {
  CommonFlags common;
  FlagSet flags;
  command->Declare(&flags);
  common.Declare(&flags);
  absl::Status status = flags.Parse(arguments);
  if (status.ok()) status = common.Check();
  if (!status.ok()) return UsageError(status, "carom help " + command->name(), console);
  if (common.help) {
    PrintHelp(*command, flags, console.out);
    return kDone;
  }
  return command->Run(common, flags, console);
}

}  // namespace

ExitCode RunCli(const std::vector<std::string>& words, const Console& console) {
  const CommandList commands = MakeCommands();
  std::vector<std::string> arguments = words;
  std::replace(arguments.begin(), arguments.end(), std::string("-h"), std::string("--help"));
  const size_t word = FindCommandWord(arguments);
  if (word == arguments.size()) return RunWithoutCommand(arguments, commands, console);
  std::vector<std::string> others = arguments;
  const std::string name = arguments[word];
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(word));
  if (name == "help") return RunHelp(others, commands, console);
  Command* const command = FindCommand(commands, name);
  if (command != nullptr) return RunCommand(command, others, console);
  return UsageError(absl::InvalidArgumentError("unknown command " + name), "carom help", console);
}

}  // namespace carom
