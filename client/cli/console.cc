#include "client/cli/console.h"

namespace carom {

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
