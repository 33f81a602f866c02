#ifndef CAROM_TESTS_PLAY_VALUES_H_
#define CAROM_TESTS_PLAY_VALUES_H_

#include <ostream>

#include "absl/status/statusor.h"
#include "tests/play/setting.h"

namespace carom::play_record {

/// Positions and what plans find them to be worth, for fit_value.py: a line each, the features, the
/// value of the best shot, the number of the rack. The positions come from innings in which the
/// player often does not play the best shot, and from these with the cue ball elsewhere and with
/// few balls left.
absl::Status WriteValues(const Ground& ground, std::ostream& out);

/// Microseconds of this thread for the value of a position: the mean over the positions of the
/// setting's racks after their breaks, each with its cue ball at 200 places.
absl::StatusOr<double> TimeValues(const Ground& ground);

}  // namespace carom::play_record

#endif  // CAROM_TESTS_PLAY_VALUES_H_
