#ifndef CAROM_CLIENT_CLI_BATCH_TALLY_H_
#define CAROM_CLIENT_CLI_BATCH_TALLY_H_

#include <cstdint>

#include "carom/v1/result.pb.h"
#include "client/batch_hash.h"
#include "client/options.h"

namespace carom {

/// Counts the chunks of a batch, for the summary of one that breaks off. Not thread-safe.
class BatchTally {
 public:
  /// `first_shot`: number of the batch's first shot.
  explicit BatchTally(uint64_t first_shot) : hash_(first_shot) {}

  void Add(const carom::v1::ShotResults& chunk);

  /// Of the chunks so far.
  BatchSummary Summary() const;

  /// The first shot that is not done: all before it are.
  uint64_t next_shot() const { return hash_.next_shot(); }

 private:
  BatchSummary summary_;
  BatchHash hash_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_BATCH_TALLY_H_
