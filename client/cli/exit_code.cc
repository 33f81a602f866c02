#include "client/cli/exit_code.h"

#include "client/internal/retry.h"

namespace carom {

ExitCode ExitCodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return kDone;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kFailedPrecondition:  // An engine or a wire of another version.
    case absl::StatusCode::kUnimplemented:       // A server that is older than the call.
    case absl::StatusCode::kUnauthenticated:
    case absl::StatusCode::kPermissionDenied:
      return kBadRequest;
    case absl::StatusCode::kDeadlineExceeded:
      return kTryAgain;
    case absl::StatusCode::kResourceExhausted:  // A message may be too large.
      return IsTransient(status) ? kTryAgain : kBadRequest;
    default:
      return IsTransient(status) ? kTryAgain : kFailed;
  }
}

ExitCode ExitCodeOfShots(uint64_t failed, uint64_t all, const absl::Status& first) {
  if (failed == 0) return kDone;
  return failed == all ? ExitCodeOf(first) : kFailed;
}

}  // namespace carom
