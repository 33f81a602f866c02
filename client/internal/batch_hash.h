#ifndef CAROM_CLIENT_INTERNAL_BATCH_HASH_H_
#define CAROM_CLIENT_INTERNAL_BATCH_HASH_H_

#include <cstdint>
#include <map>
#include <vector>

#include "carom/client/shot_range.h"
#include "carom/v1/result.pb.h"
#include "core/base/hash.h"

namespace carom {

/// Folds a batch's hashes in the order of its shots while its chunks come in any order, as
/// ShotResults.hashes in carom/v1/result.proto specifies. Keeps only the hashes that wait for
/// earlier ones. Not thread-safe.
class BatchHash {
 public:
  /// `first_shot`: number of the batch's first shot.
  explicit BatchHash(uint64_t first_shot) : next_shot_(first_shot) {}

  /// Each shot must be covered once. Only reported shots are folded.
  void Add(const carom::v1::ShotResults& chunk);

  /// Leaves out these shots: later shots do not wait for them.
  void Skip(const ShotRange& shots);

  /// Over all shots added; shots that are missing (after a stop) are left out.
  uint64_t Value() const;

  /// The first shot that was neither covered nor skipped; all shots before it were.
  uint64_t next_shot() const { return next_shot_; }

 private:
  void FoldWaiting();

  BitHash fold_;
  uint64_t next_shot_;
  struct Waiting {
    uint64_t end;                  // The shot after the last one.
    std::vector<uint64_t> hashes;  // Empty: skipped.
  };
  std::map<uint64_t, Waiting> waiting_;  // By first shot.
};

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_BATCH_HASH_H_
