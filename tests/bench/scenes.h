#ifndef CAROM_TESTS_BENCH_SCENES_H_
#define CAROM_TESTS_BENCH_SCENES_H_

#include <cstdint>
#include <vector>

#include "core/shot/named_scene.h"

namespace carom::bench {

/// A scene with how many of its shots make a round.
struct BenchScene {
  NamedScene scene;
  uint64_t shots;
};

/// The named scenes, and the breaks among them as the compliant engine plays them.
std::vector<BenchScene> BenchScenes();

/// Medians over the rounds.
struct SceneResult {
  uint64_t rounds = 0;
  uint64_t shots = 0;   ///< Of one round.
  uint64_t events = 0;  ///< Of one round.
  double wall_s = 0.0;
  double processor_s = 0.0;
  uint64_t hash = 0;            ///< Folds the shots' hashes in order, as a batch's does.
  double allocations = 0.0;     ///< A shot, in the rounds after the first.
  double rows = 0.0;            ///< The rest: an event. Balls whose partners were asked.
  double pairs = 0.0;           ///< Pairs asked whether they may meet.
  double candidates = 0.0;      ///< Pairs that may.
  double solved = 0.0;          ///< Pairs whose crossing was solved.
  double table_searches = 0.0;  ///< Balls that searched cushions, pockets and edges.
};

/// Plays the first shots of a scene with seed 1, round after round, until `seconds` have passed: a
/// round to warm up, then at least one; or one round alone for 0 seconds. Exits on a shot that the
/// scene refuses.
SceneResult Measure(const BenchScene& bench, double seconds);

}  // namespace carom::bench

#endif  // CAROM_TESTS_BENCH_SCENES_H_
