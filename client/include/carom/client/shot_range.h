#ifndef CAROM_CLIENT_SHOT_RANGE_H_
#define CAROM_CLIENT_SHOT_RANGE_H_

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "carom/v1/simulation.pb.h"

namespace carom {

/// The shots [first, first + count), numbered as in a batch request: by index in a list, by the
/// generator's number otherwise.
struct ShotRange {
  uint64_t first = 0;
  uint64_t count = 0;

  uint64_t end() const { return first + count; }
  bool operator==(const ShotRange&) const = default;
};

/// The shots that a chunk of results covers: all that were played for it, although with a filter
/// only those that reach the goal are reported. The chunks of a batch cover each of its shots once.
ShotRange CoveredShots(const carom::v1::ShotResults& results);

/// The number of the shot at `index` of the columns; `index` must be below shot_count.
uint64_t ShotNumber(const carom::v1::ShotResults& results, uint32_t index);

/// All shots of a request. Empty if it has no source of shots.
ShotRange AllShots(const carom::v1::SimulateBatchRequest& request);

/// Cuts the shots of `part`, which must lie within AllShots(), into consecutive ranges of at most
/// `max_shots` shots and, for a list, about `max_bytes` of shots each (a larger shot stays alone).
std::vector<ShotRange> SplitShots(const carom::v1::SimulateBatchRequest& request,
                                  const ShotRange& part, uint64_t max_shots, uint64_t max_bytes);

/// The request for the shots of `range` only, which must lie within AllShots(). Where the request
/// is a list, the answers count from zero: Renumber() them.
carom::v1::SimulateBatchRequest Slice(const carom::v1::SimulateBatchRequest& request,
                                      const ShotRange& range);

/// Turns the numbers of an answer to Slice(request, range) into those of the whole request.
void Renumber(const carom::v1::SimulateBatchRequest& request, const ShotRange& range,
              carom::v1::ShotResults* results);

/// A set of shots: what of a batch is done. Not thread-safe.
class ShotSet {
 public:
  ShotSet() = default;
  ShotSet(std::initializer_list<ShotRange> ranges) {
    for (const ShotRange& range : ranges) Add(range);
  }

  /// Adds these shots. Returns how many of them are new.
  uint64_t Add(const ShotRange& range);

  /// The shots of `all` that are not in the set, in order.
  std::vector<ShotRange> MissingOf(const ShotRange& all) const;

  /// The first shot from `shot` on that is not in the set.
  uint64_t FirstMissing(uint64_t shot) const;

 private:
  std::vector<ShotRange> ranges_;  // Ascending, with gaps between them.
};

}  // namespace carom

#endif  // CAROM_CLIENT_SHOT_RANGE_H_
