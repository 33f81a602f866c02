#ifndef CAROM_CLIENT_CLI_CONSOLE_H_
#define CAROM_CLIENT_CLI_CONSOLE_H_

#include <istream>
#include <ostream>

#include "absl/status/status.h"
#include "client/cli/exit_code.h"

namespace carom {

/// Where a command reads and writes: the process's own streams, or a test's.
struct Console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool err_is_terminal = false;  ///< Whether a progress bar makes sense.
};

/// Prints "carom: MESSAGE" to the console's err and returns ExitCodeOf(status).
ExitCode ReportError(const absl::Status& status, const Console& console);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_CONSOLE_H_
