// The ball-ball quartic: event-18.

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/event/event_queue.h"
#include "core/event/predict/predict.h"
#include "core/math/first_crossing.h"
#include "core/motion/motion.h"
#include "tests/papers/event/experiments.h"
#include "tests/papers/event/random_pairs.h"
#include "tests/papers/event/setup.h"
#include "tests/papers/frame/quad.h"

namespace carom::papers {
namespace {

// What the search and 34 digits say of the pairs of two states.
struct Tally {
  int64_t pairs = 0;
  int64_t hits = 0;
  int64_t grazes = 0;
  int64_t wrong = 0;
  double worst_gap_m = 0.0;
  double worst_time_s = 0.0;
};

// Touches closer than this are decided by the doubles' rounding, m^2.
constexpr double kGraze_m2 = 1e-15;

double DeepestGap(const QuadPolynomial& gap, Quad end) {
  double least = std::min(Get(Evaluate(gap, 0)), Get(Evaluate(gap, end)));
  for (const Quad turn : RootsWithin(Derivative(gap), end)) {
    least = std::min(least, Get(Evaluate(gap, turn)));
  }
  return least;
}

void Judge(const QuadPolynomial& gap, double window_s, OptionalTime ours_s, Tally& tally) {
  if (!ours_s) {
    if (CountRoots(gap, 0, window_s) == 0) return;
    ++(DeepestGap(gap, window_s) > -kGraze_m2 ? tally.grazes : tally.wrong);
    return;
  }
  const double rate = Get(Evaluate(Derivative(gap), *ours_s));
  const double value = Get(Evaluate(gap, *ours_s));
  if (rate > -1e-6) {  // m^2/s: closing at less than 10 um/s.
    ++tally.grazes;
    return;
  }
  ++tally.hits;
  const double error_s = std::abs(value / rate);
  tally.worst_gap_m = std::max(tally.worst_gap_m, std::abs(value) / (4.0 * kBallRadius_m));
  tally.worst_time_s = std::max(tally.worst_time_s, error_s);
  const double before_s = *ours_s - 2.0 * error_s - 1e-12;
  if (before_s > 0.0 && CountRoots(gap, 0, before_s) != 0) ++tally.wrong;
}

void CompareRandomPairs(Findings& findings) {
  constexpr int kPairs = 20000;
  findings.sheet() = Sheet({"state_a", "state_b", "pairs", "hits", "grazes", "wrong", "worst_gap_m",
                            "worst_time_error_s"});
  Setup setup;
  setup.environment().flight = Flight::kOn;
  setup.AddBall({0.0, 0.0});
  setup.AddBall({1.0, 0.0});
  const auto scene = setup.MakeScene();
  if (!scene.ok()) return findings.Failed("scene", std::string(scene.status().message()));
  PairMaker maker(scene->settings().environment);
  std::map<std::pair<MotionState, MotionState>, Tally> tallies;
  TrajectoryTable table;
  for (int k = 0; k < kPairs; ++k) {
    const std::array<Trajectory, 2> pair = maker.Make();
    const QuadPolynomial gap = ExactGap(pair[0], pair[1]);
    if (!(Get(gap[0]) > 1e-6)) continue;  // Overlapping from the beginning.
    Tally& tally = tallies[{pair[0].motion, pair[1].motion}];
    ++tally.pairs;
    for (int ball = 0; ball < 2; ++ball) table.Set(ball, pair[static_cast<size_t>(ball)], kStart);
    const auto event = NextBallBall(scene->world(), table, 0, 1, EventQueue::kNothing);
    const double origin_s = std::max(pair[0].epoch_s, pair[1].epoch_s);
    const double window_s = std::min({pair[0].EndTime(), pair[1].EndTime(), 60.0}) - origin_s;
    if (window_s <= 0.0) continue;
    Judge(gap, window_s, event ? OptionalTime(event->time_s - origin_s) : std::nullopt, tally);
  }
  Tally all;
  for (const auto& [states, tally] : tallies) {
    findings.sheet().Add(Name(states.first), Name(states.second), tally.pairs, tally.hits,
                         tally.grazes, tally.wrong, tally.worst_gap_m, tally.worst_time_s);
    all.pairs += tally.pairs;
    all.hits += tally.hits;
    all.grazes += tally.grazes;
    all.wrong += tally.wrong;
    all.worst_gap_m = std::max(all.worst_gap_m, tally.worst_gap_m);
  }
  findings.Measure("event-18a", static_cast<double>(all.wrong));
  findings.Tell("event-18a", std::to_string(all.pairs) + " pairs, " + std::to_string(all.hits) +
                                 " impacts, " + std::to_string(all.grazes) + " grazes; worst gap " +
                                 Text(all.worst_gap_m) + " m");
}

void PassBy(Findings& findings) {
  Setup setup;
  setup.environment().cloth = {0.0, 0.0, 0.0};
  setup.environment().stop.at_time_s = 1.0;
  setup.AddBall({0.0, 0.0}, {1.0, 0.0});
  setup.AddBall({0.5, 2.0 * kBallRadius_m * (1.0 + 1e-9)});
  const auto record = Play(setup, findings);
  if (record) findings.Measure("event-18b", CountOf(*record, EventKind::kBallBall));
}

}  // namespace

void BallBallQuartic(Findings& findings) {
  CompareRandomPairs(findings);
  PassBy(findings);
}

}  // namespace carom::papers
