#include "client/cli/away_notice.h"

#include <syncstream>

#include "absl/strings/str_format.h"

namespace carom {

void AwayNotice::Report(const absl::Status& failure, absl::Duration failing_for, SteadyTime now) {
  if (failing_for < kFirstAfter) return;
  const ClientLock lock(mutex_);
  if (reported_ && now - *reported_ < kEvery) return;
  reported_ = now;
  // The line may stand where a progress bar is drawn.
  std::osyncstream(err_) << absl::StrFormat(
      "\rcarom: %s has not answered for %.0f s, asking again: %s\n", server_,
      absl::ToDoubleSeconds(failing_for), failure.message());
}

}  // namespace carom
