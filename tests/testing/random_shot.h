#ifndef CAROM_TESTS_TESTING_RANDOM_SHOT_H_
#define CAROM_TESTS_TESTING_RANDOM_SHOT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "core/shot/scene.h"
#include "core/table/shot.h"

namespace carom::testing {

/// A scene and a shot that fits it, with words on what it is.
struct RandomShot {
  Scene scene;
  Shot shot;
  std::string what;
};

/// Shot `index` of the fuzzers: 1 to 16 balls of equal or mixed size on every table of the
/// catalogue and on boxes without pockets; every law with random parameters, restitutions and
/// frictions from 0 to 1 included; line and plane contact; a strike, moving balls or both;
/// scattered, racked with and without gap, and frozen layouts (to a rail, to each other), some at
/// very low speed. A pure function of (seed, index). Nothing when the layout drawn did not fit.
std::optional<RandomShot> MakeRandomShot(uint64_t seed, uint64_t index);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_RANDOM_SHOT_H_
