#include "client/cli/console.h"

namespace carom {

ExitCode ExitCodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return kDone;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kNotFound:
      return kBadRequest;
    default:
      return kFailed;
  }
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
