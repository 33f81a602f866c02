#ifndef CAROM_CLIENT_SHOT_RANGE_H_
#define CAROM_CLIENT_SHOT_RANGE_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
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

/// The shots of `all` that lie in none of `ranges`, which are ascending and without overlap.
std::vector<ShotRange> Complement(const ShotRange& all, const std::vector<ShotRange>& ranges);

/// Keeps account of the shots of a range that have not been answered yet. Not thread-safe.
class MissingShots {
 public:
  explicit MissingShots(const ShotRange& all) : gaps_{all} {}

  /// Strikes off the shots of an answer. INTERNAL if any of them was not missing: the server has
  /// answered twice, or has answered what it was not asked.
  absl::Status Remove(const ShotRange& answered);

  /// What is still missing, in order.
  std::vector<ShotRange> gaps() const;

 private:
  std::vector<ShotRange> gaps_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_SHOT_RANGE_H_
