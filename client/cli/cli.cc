#include "client/cli/cli.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/cli/commands.h"
#include "server/command_line/suggestion.h"

namespace carom {
namespace {

// A command with its flags.
struct Entry {
  std::unique_ptr<Command> command;
  FlagSet flags;
};

using CommandList = std::vector<Entry>;

CommandList MakeCommands() {
  CommandList commands;
  commands.push_back({MakeSimulateCommand(), {}});
  commands.push_back({MakeExplainCommand(), {}});
  commands.push_back({MakeRenderCommand(), {}});
  commands.push_back({MakeBatchCommand(), {}});
  commands.push_back({MakeEstimateCommand(), {}});
  commands.push_back({MakeAimCommand(), {}});
  commands.push_back({MakePlanCommand(), {}});
  commands.push_back({MakePlayCommand(), {}});
  commands.push_back({MakeMechanismCommand(), {}});
  commands.push_back({MakeTablesCommand(), {}});
  commands.push_back({MakeServerInfoCommand(), {}});
  return commands;
}

const Entry* FindCommand(const CommandList& commands, const std::string& name) {
  for (const Entry& entry : commands) {
    if (entry.command->name() == name) return &entry;
  }
  return nullptr;
}

void PrintOverview(const CommandList& commands, std::ostream& out) {
  out << "Simulates billiards.\n\n"
         "Usage: carom [--server=HOST:PORT] [--threads=N] COMMAND [FLAGS]\n\nCommands:\n";
  for (const Entry& entry : commands) {
    out << absl::StrFormat("  %-12s %s\n", entry.command->name(), entry.command->summary());
  }
  out << absl::StrFormat("  %-12s %s\n", "help", "help on a command: carom help COMMAND")
      << "\n`carom --version` prints the version. A first shot: carom simulate --rack=8-ball\n"
         "Exit codes: 0 done; 1 played, and something failed; 2 bad usage or invalid request;\n"
         "3 no server, or one that is too busy: try again; 130 a batch was interrupted.\n";
}

void PrintHelp(const Entry& entry, const FlagSet& common, std::ostream& out) {
  out << "Usage: " << entry.command->usage() << "\n\n"
      << entry.command->details() << entry.flags.Help() << common.Help() << "\nExamples:\n"
      << entry.command->examples();
}

// The version comes from the service, so that it is written in one place only.
ExitCode PrintVersion(const CommonFlags& common, const Console& console) {
  const auto info = common.MakeClient(console).GetServerInfo(common.Call());
  if (!info.ok()) return ReportError(info.status(), console);
  console.out << "carom " << info->engine_version() << '\n';
  return kDone;
}

ExitCode UsageError(const absl::Status& status, const std::string& command,
                    const Console& console) {
  ReportError(status, console);
  console.err << "Try: carom help" << (command.empty() ? "" : " ") << command << '\n';
  return kBadRequest;
}

// `words`: what help is wanted for.
ExitCode RunHelp(const std::vector<std::string>& words, const CommandList& commands,
                 const FlagSet& common, const Console& console) {
  if (words.empty()) {
    PrintOverview(commands, console.out);
    return kDone;
  }
  const Entry* const entry = FindCommand(commands, words[0]);
  if (entry == nullptr) {
    std::vector<std::string> names;
    for (const Entry& known : commands) names.push_back(known.command->name());
    return UsageError(
        absl::InvalidArgumentError("unknown command " + words[0] + DidYouMean(words[0], names)), "",
        console);
  }
  PrintHelp(*entry, common, console.out);
  return kDone;
}

}  // namespace

ExitCode RunCli(const std::vector<std::string>& arguments, const Console& console,
                const Variables& variables) {
  CommandList commands = MakeCommands();
  CommonFlags common;
  FlagSet common_flags;
  common.Declare(&common_flags);
  CommandLine line("carom", &common_flags);
  line.AddStandardFlags();
  for (Entry& entry : commands) {
    entry.command->Declare(&entry.flags);
    line.AddCommand(entry.command->name(), &entry.flags);
  }
  std::vector<std::string> help_words;
  FlagSet help_flags;
  help_flags.SetPositional(&help_words);
  line.AddCommand("help", &help_flags);

  absl::Status status = line.Parse(arguments, variables);
  if (status.ok()) status = common.Check();
  if (!status.ok()) return UsageError(status, line.command(), console);
  if (line.completion()) {
    console.out << line.BashCompletion();
    return kDone;
  }
  if (line.version()) return PrintVersion(common, console);
  const Entry* const entry = FindCommand(commands, line.command());
  if (entry == nullptr && (line.help() || line.command() == "help")) {
    return RunHelp(help_words, commands, common_flags, console);
  }
  if (entry == nullptr) {
    PrintOverview(commands, console.err);
    return kBadRequest;
  }
  if (line.help()) return RunHelp({line.command()}, commands, common_flags, console);
  return entry->command->Run(common, entry->flags, console);
}

}  // namespace carom
