#ifndef CAROM_TESTS_PLAY_PROMISES_H_
#define CAROM_TESTS_PLAY_PROMISES_H_

#include <array>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "tests/play/innings.h"
#include "tests/play/setting.h"

namespace carom::play_record {

inline constexpr int64_t kPromisesOfBin = 1000;

/// Of the positions of whole games the pots that plans rank, each played once, by a draw that its
/// plan has not seen. Ends when each tenth of the chances has kPromisesOfBin pots, or with the last
/// rack. The grounds, which differ in their noise, take turns: the promises of a good player alone
/// are nearly all high.
absl::Status PlayPromises(const std::vector<Ground>& grounds, std::array<Bin, 10>& bins);

}  // namespace carom::play_record

#endif  // CAROM_TESTS_PLAY_PROMISES_H_
