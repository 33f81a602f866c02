#ifndef CAROM_TESTS_TESTING_SHOTS_RANDOM_FACTOR_H_
#define CAROM_TESTS_TESTING_SHOTS_RANDOM_FACTOR_H_

#include <memory>
#include <optional>
#include <string>

#include "core/laws/settings.h"
#include "tests/testing/dice.h"
#include "tests/testing/shots/random_shot.h"

namespace carom::testing {

/// Up to seven pieces, rising and falling, gentle and steep: a pure function of (seed, index).
/// Its points are at most `step` apart.
inline FactorTable RandomFactor(uint64_t seed, uint64_t index, double step = 2.0) {
  Dice dice(seed, index);
  FactorTable factor;
  double at = dice.Chance(0.5) ? 0.0 : dice.Between(0.0, step / 4.0);
  for (uint64_t points = 2 + dice.Below(FactorTable::kMostPoints - 1); points > 0; --points) {
    factor.Add({at, dice.Chance(0.1) ? dice.Between(0.01, 10.0) : dice.Between(0.5, 3.0)});
    at += dice.Between(0.02, step);
  }
  return factor;
}

/// The same shot with other settings; nothing where they do not fit its table and balls.
inline std::optional<RandomShot> With(RandomShot shot, Settings settings, const char* what) {
  auto scene = Scene::Make(std::make_shared<Table>(shot.scene.table()),
                           std::make_shared<Settings>(std::move(settings)), shot.scene.balls());
  if (!scene.ok()) return std::nullopt;
  return RandomShot{*std::move(scene), std::move(shot.shot), shot.what + what};
}

/// The same shot on a cloth with a random factor of rolling friction.
inline std::optional<RandomShot> WithRollingFactor(std::optional<RandomShot> shot, uint64_t seed,
                                                   uint64_t index) {
  if (!shot) return shot;
  Settings settings = shot->scene.settings();
  settings.environment.cloth.rolling_factor = RandomFactor(seed, index);
  return With(*std::move(shot), std::move(settings), ", rolling factor");
}

/// The same shot at cushions with random factors of restitution and friction.
inline std::optional<RandomShot> WithCushionFactors(std::optional<RandomShot> shot, uint64_t seed,
                                                    uint64_t index) {
  if (!shot) return shot;
  Settings settings = shot->scene.settings();
  settings.laws.cushion_factors = {RandomFactor(seed, index), RandomFactor(seed + 1, index, 0.2)};
  return With(*std::move(shot), std::move(settings), ", cushion factors");
}

/// The same shot at cushions that balls leave after up to 20 ms.
inline std::optional<RandomShot> WithContactTime(std::optional<RandomShot> shot, uint64_t seed,
                                                 uint64_t index) {
  if (!shot) return shot;
  Settings settings = shot->scene.settings();
  settings.laws.cushion_contact_s = Dice(seed, index).Between(1e-4, 0.02);
  return With(*std::move(shot), std::move(settings), ", contact time");
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_SHOTS_RANDOM_FACTOR_H_
