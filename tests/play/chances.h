#ifndef CAROM_TESTS_PLAY_CHANCES_H_
#define CAROM_TESTS_PLAY_CHANCES_H_

#include <array>
#include <cstdint>

#include "absl/status/status.h"
#include "tests/play/setting.h"

namespace carom::play_record {

/// Innings as PlayInnings() plays them, each a chance in place of a yes or no: every shot is drawn
/// many times, the inning is weighed by the share that is made, and goes on with the first of
/// these. The mean is that of the innings (of one inning as of all: the draws of one shot do not
/// know those of another), with a third of the variance.
struct Chances {
  int64_t racks = 0;
  int64_t kept = 0;      ///< In which a break potted by the rules, and did not win.
  double cleared = 0.0;  ///< The sum over these of the chance to clear.
  double squares = 0.0;  ///< Of these chances.
  /// What was lost in sum by pots that were made so often, in tenths; the last one apart, by
  /// safeties.
  std::array<double, 11> lost{};
};

/// Of a game of pool.
absl::Status PlayChances(const Ground& ground, Chances& chances);

}  // namespace carom::play_record

#endif  // CAROM_TESTS_PLAY_CHANCES_H_
