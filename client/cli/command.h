#ifndef CAROM_CLIENT_CLI_COMMAND_H_
#define CAROM_CLIENT_CLI_COMMAND_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/client/client.h"
#include "client/cli/console.h"
#include "client/cli/secure_flags.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// The flags that every command takes, beside those of every program (CommandLine).
struct CommonFlags {
  std::optional<std::string> server;
  std::optional<uint64_t> threads;
  std::optional<double> timeout_s;
  std::optional<double> retry_for_s;
  SecureFlags secure;
  ConnectOptions connect;  ///< What the files of `secure` hold, after Check().

  void Declare(FlagSet* flags);

  /// Whether the flags make sense; reads the files that they name.
  absl::Status Check();

  /// Timeout and patience of one call.
  CallOptions Call() const;

  /// A client of the server, or of a service in this process if none was named. It tells the user
  /// of a server that is away, on the console's stream of errors, which must outlive it.
  Client MakeClient(const Console& console) const;
};

/// One command of the program.
class Command {
 public:
  virtual ~Command() = default;

  virtual std::string name() const = 0;
  virtual std::string summary() const = 0;   ///< One line.
  virtual std::string usage() const = 0;     ///< "carom tables [NAME] [--json]".
  virtual std::string details() const = 0;   ///< Paragraphs of the help, ending with a newline.
  virtual std::string examples() const = 0;  ///< Lines ready to be typed, each with a newline.

  /// Declares the command's own flags and words.
  virtual void Declare(FlagSet* flags) = 0;

  /// Runs after the flags were read.
  virtual ExitCode Run(const CommonFlags& common, const FlagSet& flags, const Console& console) = 0;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_COMMAND_H_
