#ifndef CAROM_CLIENT_INTERNAL_CHUNK_COUNTS_H_
#define CAROM_CLIENT_INTERNAL_CHUNK_COUNTS_H_

#include <cstdint>

#include "carom/client/shot_range.h"
#include "carom/v1/result.pb.h"
#include "client/internal/columns.h"

namespace carom {

/// Adds a chunk to the counts of a BatchProgress or of a BatchSummary.
template <class Counts>
void AddCounts(const carom::v1::ShotResults& chunk, Counts* counts) {
  counts->shots += CoveredShots(chunk).count;
  counts->told += chunk.shot_count();
  counts->failed += static_cast<uint64_t>(chunk.failures_size());
  counts->events +=
      chunk.has_selection() ? chunk.selection().event_count() : SumOf(chunk.event_counts());
}

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_CHUNK_COUNTS_H_
