#ifndef CAROM_CLIENT_CLI_CONSOLE_H_
#define CAROM_CLIENT_CLI_CONSOLE_H_

#include <istream>
#include <ostream>

#include "absl/status/status.h"

namespace carom {

/// Where a command reads and writes: the process's own streams, or a test's.
struct Console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool err_is_terminal = false;  ///< Whether a progress bar makes sense.
};

/// How the program ends.
enum ExitCode : int {
  kDone = 0,
  kFailed = 1,      ///< The server is not there, a file cannot be written, the batch was stopped.
  kBadRequest = 2,  ///< Bad usage, or a request that the service refuses.
};

/// The code for a status: kBadRequest for an error that the caller can avoid with another request.
ExitCode ExitCodeOf(const absl::Status& status);

/// Prints "carom: MESSAGE" to the console's err and returns ExitCodeOf(status).
ExitCode ReportError(const absl::Status& status, const Console& console);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_CONSOLE_H_
