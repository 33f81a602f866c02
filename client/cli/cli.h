#ifndef CAROM_CLIENT_CLI_CLI_H_
#define CAROM_CLIENT_CLI_CLI_H_

#include <string>
#include <vector>

#include "client/cli/console.h"
#include "server/command_line/command_line.h"

namespace carom {

/// The whole program `carom` without a process around it: runs the command that the arguments
/// (without the program's name) ask for. Without an environment it reads no variables.
ExitCode RunCli(const std::vector<std::string>& arguments, const Console& console,
                const Variables& variables = nullptr);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_CLI_H_
