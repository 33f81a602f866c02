#ifndef CAROM_TESTS_PLAY_BEST_H_
#define CAROM_TESTS_PLAY_BEST_H_

#include <cstdint>

#include "absl/status/status.h"
#include "tests/play/setting.h"

namespace carom::play_record {

/// How the plans' shots compare with the best of 100 000 strikes.
struct BestShots {
  int64_t positions = 0;
  int64_t within = 0;    ///< Whose planned shot is at most 0.03 less likely than the best.
  double planned = 0.0;  ///< Sums of chances, each by the same fresh draws.
  double best = 0.0;
  double most_lost = 0.0;
  uint64_t worst = 0;  ///< The position in which it is.
};

/// Positions with the eight alone to pot and one straight path to do so: the setting's racks number
/// them.
absl::Status CompareWithBest(const Ground& ground, BestShots& shots);

}  // namespace carom::play_record

#endif  // CAROM_TESTS_PLAY_BEST_H_
