#include "client/cli/console.h"

#include "client/internal/retry.h"

namespace carom {

ExitCode ExitCodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return kDone;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kFailedPrecondition:  // An engine of another version.
    case absl::StatusCode::kUnimplemented:       // A server that is older than the call.
    case absl::StatusCode::kUnauthenticated:
    case absl::StatusCode::kPermissionDenied:
      return kBadRequest;
    case absl::StatusCode::kResourceExhausted:  // A message may be too large.
      return IsTransient(status) ? kTryAgain : kBadRequest;
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kCancelled:  // By a server that goes down.
    case absl::StatusCode::kAborted:
      return kTryAgain;
    default:
      return kFailed;
  }
}

ExitCode ExitCodeOfShots(uint64_t failed, uint64_t all, const absl::Status& first) {
  if (failed == 0) return kDone;
  return failed == all ? ExitCodeOf(first) : kFailed;
}

ExitCode ReportError(const absl::Status& status, const Console& console) {
  console.err << "carom: " << status.message();
  if (absl::IsDeadlineExceeded(status)) console.err << ": the time of --timeout is over";
  if (status.code() != absl::StatusCode::kInvalidArgument) {
    console.err << " (" << absl::StatusCodeToString(status.code()) << ")";
  }
  console.err << '\n';
  return ExitCodeOf(status);
}

}  // namespace carom
