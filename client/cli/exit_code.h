#ifndef CAROM_CLIENT_CLI_EXIT_CODE_H_
#define CAROM_CLIENT_CLI_EXIT_CODE_H_

#include <cstdint>

#include "absl/status/status.h"

namespace carom {

/// How the program ends: what a script does about it depends on nothing else.
enum ExitCode : int {
  kDone = 0,
  /// The request was played, and something failed: some of its shots, their numbers, a file. The
  /// same command fails again, unless the disk was the reason.
  kFailed = 1,
  kBadRequest = 2,  ///< Bad usage, or a request or a caller that the service refuses.
  /// No server, one that is too busy, or no answer within --timeout: the same command may succeed.
  kTryAgain = 3,
  /// A signal has stopped a batch: with --resume-from the same command goes on (128 + SIGINT).
  kInterrupted = 130,
};

/// The code of a call that has ended with `status`.
ExitCode ExitCodeOf(const absl::Status& status);

/// The code of shots of which `failed` of `all` could not be simulated, the first one with
/// `status`: where all could not, the request is to blame.
ExitCode ExitCodeOfShots(uint64_t failed, uint64_t all, const absl::Status& first);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_EXIT_CODE_H_
