#ifndef CAROM_TESTS_TESTING_SHOTS_ROLLING_FACTOR_H_
#define CAROM_TESTS_TESTING_SHOTS_ROLLING_FACTOR_H_

#include <memory>
#include <optional>
#include <string>

#include "core/laws/settings.h"
#include "tests/testing/dice.h"
#include "tests/testing/shots/random_shot.h"

namespace carom::testing {

/// Up to seven pieces, rising and falling, gentle and steep: a pure function of (seed, index).
inline SpeedFactor RandomFactor(uint64_t seed, uint64_t index) {
  Dice dice(seed, index);
  SpeedFactor factor;
  double speed_m_s = dice.Chance(0.5) ? 0.0 : dice.Between(0.0, 0.5);
  for (uint64_t points = 2 + dice.Below(SpeedFactor::kMostPoints - 1); points > 0; --points) {
    factor.Add({speed_m_s, dice.Chance(0.1) ? dice.Between(0.01, 10.0) : dice.Between(0.5, 3.0)});
    speed_m_s += dice.Between(0.02, 2.0);
  }
  return factor;
}

/// The same shot on a cloth with a random factor of rolling friction.
inline std::optional<RandomShot> WithRollingFactor(std::optional<RandomShot> shot, uint64_t seed,
                                                   uint64_t index) {
  if (!shot) return shot;
  auto settings = std::make_shared<Settings>(shot->scene.settings());
  settings->environment.cloth.rolling_factor = RandomFactor(seed, index);
  auto scene = Scene::Make(std::make_shared<Table>(shot->scene.table()), std::move(settings),
                           shot->scene.balls());
  if (!scene.ok()) return std::nullopt;
  return RandomShot{*std::move(scene), std::move(shot->shot), shot->what + ", rolling factor"};
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_SHOTS_ROLLING_FACTOR_H_
