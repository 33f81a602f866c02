#ifndef CAROM_SERVER_FLAGS_SERVER_FLAGS_H_
#define CAROM_SERVER_FLAGS_SERVER_FLAGS_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "server/command_line/command_line.h"
#include "server/options.h"

namespace carom {

/// What carom-server is to do.
struct ServerArguments {
  ServerOptions options;
  /// What --help, --version or --completion print, in place of a server; empty without them.
  std::string answer;
};

/// Reads the arguments, the variables CAROM_SERVER_... and the file of --config. INVALID_ARGUMENT
/// names the flag, its value and what is allowed.
absl::StatusOr<ServerArguments> ParseServerArguments(const std::vector<std::string>& arguments,
                                                     const Variables& variables = nullptr);

/// Every flag's name and its value as it would be written.
std::vector<std::pair<std::string, std::string>> FlagValues(const ServerOptions& options);

}  // namespace carom

#endif  // CAROM_SERVER_FLAGS_SERVER_FLAGS_H_
