#ifndef CAROM_CLIENT_CLI_BATCH_TALLY_H_
#define CAROM_CLIENT_CLI_BATCH_TALLY_H_

#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "carom/client/options.h"
#include "carom/client/shot_range.h"
#include "carom/v1/result.pb.h"
#include "client/internal/batch_hash.h"

namespace carom {

/// Counts the chunks of a batch, those of its earlier runs included. Not thread-safe.
class BatchTally {
 public:
  /// `all`: the shots of the batch.
  explicit BatchTally(const ShotRange& all) : all_(all), hash_(all.first) {}

  void Add(const carom::v1::ShotResults& chunk);

  /// Of the chunks so far.
  BatchSummary Summary() const;

  /// The status of the failed shot with the lowest number; OK if none failed.
  absl::Status FirstFailure() const;

  /// The first shot that is not done: all before it are.
  uint64_t next_shot() const { return hash_.next_shot(); }

  /// How many shots are not done.
  uint64_t missing() const { return all_.count - summary_.shots; }

  /// Whether no shot after next_shot() is done.
  bool in_order() const { return all_.first + summary_.shots == next_shot(); }

 private:
  const ShotRange all_;
  BatchSummary summary_;
  BatchHash hash_;
  std::optional<carom::v1::ShotFailure> first_failure_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_BATCH_TALLY_H_
