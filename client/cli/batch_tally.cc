#include "client/cli/batch_tally.h"

#include "client/columns.h"

namespace carom {

void BatchTally::Add(const carom::v1::ShotResults& chunk) {
  summary_.shots += chunk.shot_count();
  summary_.failed += static_cast<uint64_t>(chunk.failures_size());
  summary_.events += SumOf(chunk.event_counts());
  hash_.Add(chunk);
}

BatchSummary BatchTally::Summary() const {
  BatchSummary summary = summary_;
  summary.hash = hash_.Value();
  return summary;
}

}  // namespace carom
