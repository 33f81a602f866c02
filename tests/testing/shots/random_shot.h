#ifndef CAROM_TESTS_TESTING_SHOTS_RANDOM_SHOT_H_
#define CAROM_TESTS_TESTING_SHOTS_RANDOM_SHOT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "core/shot/simulate.h"
#include "core/table/shot.h"

namespace carom::testing {

/// A scene and a shot that fits it, with words on what it is.
struct RandomShot {
  Scene scene;
  Shot shot;
  std::string what;
};

/// Shot `index` of the fuzzers: 1 to 16 balls of equal or mixed size on most tables of the
/// catalogue (kDrawnPresets) and on boxes without pockets; every law with random parameters,
/// restitutions and frictions from 0 to 1 included; line and plane contact; a strike, moving balls
/// or both; scattered, racked with and without gap, and frozen layouts (to a rail, to each other),
/// some at very low speed. A pure function of (seed, index). Nothing when the layout drawn did not
/// fit.
std::optional<RandomShot> MakeRandomShot(uint64_t seed, uint64_t index);
/// The same on this table.
std::optional<RandomShot> MakeRandomShotOn(const Table& table, uint64_t seed, uint64_t index);

/// The seed of the fuzzer with flight: numbers of shots that it found are of this stream.
inline constexpr uint64_t kFlightSeed = 20261122;

/// The same with flight: cues elevated up to 85 degrees and as fast as 12 m/s; boxes, a table with
/// sloped noses and rail tops, and most tables of the catalogue, with both pocket models; all laws
/// that there are; simultaneous impacts of all kinds; racks; balls in the air, dropped, moving up
/// and down, above others, on rails and on others.
std::optional<RandomShot> MakeRandomShot3D(uint64_t seed, uint64_t index);
/// The same with rough cushions, see Roughen() in random_laws.h.
std::optional<RandomShot> MakeRoughShot3D(uint64_t seed, uint64_t index);
std::optional<RandomShot> MakeRandomShot3DOn(const Table& table, uint64_t seed, uint64_t index);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_SHOTS_RANDOM_SHOT_H_
