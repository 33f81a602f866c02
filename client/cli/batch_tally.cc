#include "client/cli/batch_tally.h"

#include "absl/strings/str_cat.h"
#include "client/internal/chunk_counts.h"

namespace carom {

void BatchTally::Add(const carom::v1::ShotResults& chunk) {
  AddCounts(chunk, &summary_);
  hash_.Add(chunk);
  if (chunk.failures_size() == 0) return;
  const carom::v1::ShotFailure& failure = chunk.failures(0);
  if (!first_failure_ || failure.shot() < first_failure_->shot()) first_failure_ = failure;
}

BatchSummary BatchTally::Summary() const {
  BatchSummary summary = summary_;
  summary.hash = hash_.Value();
  summary.complete = missing() == 0;
  return summary;
}

absl::Status BatchTally::FirstFailure() const {
  if (!first_failure_) return absl::OkStatus();
  return absl::Status(
      static_cast<absl::StatusCode>(first_failure_->code()),
      absl::StrCat("shot ", first_failure_->shot(), ": ", first_failure_->message()));
}

}  // namespace carom
