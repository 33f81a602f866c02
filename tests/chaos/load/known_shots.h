#ifndef CAROM_TESTS_CHAOS_LOAD_KNOWN_SHOTS_H_
#define CAROM_TESTS_CHAOS_LOAD_KNOWN_SHOTS_H_

#include <cstdint>
#include <vector>

#include "carom/v1/simulation.pb.h"

namespace carom::chaos {

inline constexpr int kKnownShots = 64;

/// `shots` nine-ball breaks in one call; the first is number `first` of the known shots.
v1::SimulateRequest Breaks(int first, int shots = 1);

/// The hash of each known shot, by the engine in this process.
std::vector<uint64_t> ReferenceHashes();

}  // namespace carom::chaos

#endif  // CAROM_TESTS_CHAOS_LOAD_KNOWN_SHOTS_H_
