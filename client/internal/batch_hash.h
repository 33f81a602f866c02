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
  /// From `first_shot` on. Later shots do not wait for those of `skipped`. Goes on after `received`
  /// hashes, whose Value() was `hash`.
  explicit BatchHash(uint64_t first_shot, ShotSet skipped = {}, uint64_t received = 0,
                     uint64_t hash = 0);

  /// Each shot must be covered once. Only reported shots are folded.
  void Add(const carom::v1::ShotResults& chunk);

  /// Over all shots added; shots that are missing (after a stop) are left out.
  uint64_t Value() const;

 private:
  void FoldWaiting();

  const ShotSet skipped_;
  BitHash fold_;
  uint64_t next_shot_;  // The first one that was neither covered nor skipped.
  struct Waiting {
    uint64_t end;  // The shot after the last one.
    std::vector<uint64_t> hashes;
  };
  std::map<uint64_t, Waiting> waiting_;  // By first shot.
};

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_BATCH_HASH_H_
