#ifndef CAROM_CLIENT_CLI_CLI_H_
#define CAROM_CLIENT_CLI_CLI_H_

#include <string>
#include <vector>

#include "client/cli/console.h"

namespace carom {

/// The whole program `carom` without a process around it: runs the command that the arguments
/// (without the program's name) ask for.
ExitCode RunCli(const std::vector<std::string>& arguments, const Console& console);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_CLI_H_
