#ifndef CAROM_TESTS_TESTING_SHOTS_RANDOM_COMPLIANT_H_
#define CAROM_TESTS_TESTING_SHOTS_RANDOM_COMPLIANT_H_

#include <cstdint>
#include <optional>

#include "core/shot/simulate_mechanism.h"
#include "tests/testing/shots/random_shot.h"

namespace carom::testing {

/// The scene and shot of MakeRandomShot for the compliant engine: normal and friction laws with
/// random parameters, damped and undamped cloths, seated and placed starts, with and without holes,
/// full and reduced. It ends at 0.3 s at the latest, by which the balls have met.
std::optional<RandomShot> MakeRandomCompliantShot(uint64_t seed, uint64_t index);

/// Any mechanism with random parameters, which may be out of range.
Mechanism MakeRandomMechanism(uint64_t seed, uint64_t index);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_SHOTS_RANDOM_COMPLIANT_H_
