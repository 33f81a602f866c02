#ifndef CAROM_TESTS_PLAY_PLANS_H_
#define CAROM_TESTS_PLAY_PLANS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "tests/play/setting.h"

namespace carom::play_record {

/// What the shots of plans are worth, by fresh draws of the noise and by the values.
struct Plans {
  int64_t positions = 0;
  double worth = 0.0;    ///< The sum over positions.
  double squares = 0.0;  ///< Of these.
  double made = 0.0;     ///< The sum of the shares of draws that keep the turn.
  double seconds = 0.0;  ///< Processor time of the plans.
};

/// Of each rack of eight-ball one position, on which no plan has had an influence, so that players
/// and settings are compared on the same ones: after a hard break, some balls of either group are
/// taken away, the groups are decided, and the cue ball lies anywhere.
absl::Status JudgePlans(const Ground& ground, Plans& plans);

}  // namespace carom::play_record

#endif  // CAROM_TESTS_PLAY_PLANS_H_
