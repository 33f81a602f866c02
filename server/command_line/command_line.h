#ifndef CAROM_SERVER_COMMAND_LINE_COMMAND_LINE_H_
#define CAROM_SERVER_COMMAND_LINE_COMMAND_LINE_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// The value of an environment variable; none if it is absent or empty.
using Variables = std::function<std::optional<std::string>(const std::string& name)>;

/// That of the process.
std::optional<std::string> FromProcessEnvironment(const std::string& name);

/// What a program understands: its flags, and the flags of its commands if it has any. The flags of
/// the program may stand before and after the command's name. CLI11 reads the arguments and the
/// configuration file; what is wrong is said here, the same for both programs.
///
/// A flag of the program that no argument gives is taken from its variable (CAROM_SERVER_MAX_CALLS
/// is --max-calls of carom-server), else from the configuration file; a flag of a command never
/// from a variable, so that what a shot is does not depend on the environment.
class CommandLine {
 public:
  /// `program` is the name of the executable. The flags must outlive this.
  CommandLine(std::string program, FlagSet* flags);

  void AddCommand(const std::string& name, FlagSet* flags) { commands_[name] = flags; }

  /// Declares --config=FILE, a file in TOML whose keys are names of flags (those of a command stand
  /// in a table of its name), --completion, --version and --help.
  void AddStandardFlags();

  /// Reads the arguments (without the program's name), the variables and the configuration file.
  /// INVALID_ARGUMENT names the flag, its value and what is allowed. Asked for help() and the like,
  /// it reads the arguments alone. Once.
  absl::Status Parse(const std::vector<std::string>& arguments,
                     const Variables& variables = nullptr);

  /// The command that was named; empty for none.
  const std::string& command() const { return command_; }

  bool help() const { return help_; }
  bool version() const { return version_; }
  bool completion() const { return completion_.has_value(); }

  /// The name of the variable of a flag.
  std::string VariableOf(const FlagSet::Flag& flag) const;

  /// A script for bash that completes commands, flags and values.
  std::string BashCompletion() const;

 private:
  using Values = std::map<const FlagSet::Flag*, std::vector<std::string>>;

  absl::Status TakeArguments(const std::vector<std::string>& arguments);
  absl::Status TakeWords(const std::vector<std::string>& words);
  absl::Status TakeGiven(const Values& values, FlagSet* flags);
  absl::Status TakeVariables(const Variables& variables);
  absl::Status TakeConfiguration();
  absl::Status UnknownCommand(const std::string& word) const;
  absl::Status UnknownFlag(const std::string& argument) const;
  FlagSet* chosen() const;
  /// Of the command that was named, or of the program; null if neither has it.
  const FlagSet::Flag* Find(const std::string& name) const;

  const std::string program_;
  FlagSet* const flags_;
  std::map<std::string, FlagSet*> commands_;
  std::string command_;
  std::optional<std::string> config_path_;
  std::optional<std::string> completion_;
  bool version_ = false;
  bool help_ = false;
};

}  // namespace carom

#endif  // CAROM_SERVER_COMMAND_LINE_COMMAND_LINE_H_
