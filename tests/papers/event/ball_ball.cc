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
#include "core/math/optional_time.h"
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
  constexpr int kPairs = 100000;
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
  const Printed root = {
      "$\\Delta t_E$ is the smallest real and positive root to this polynomial equation",
      "Ball-ball collision times"};
  const Reference exact = {Source::kReferenceRun, "Sturm's theorem in 34 digits"};
  findings.Reproduced(std::to_string(all.pairs) + " random pairs in all states, " +
                          std::to_string(all.hits) + " hits, " + std::to_string(all.grazes) +
                          " grazes: disagreements with 34 digits",
                      root, {{static_cast<double>(all.wrong), Exactly(0.0)}}, exact);
  findings.Reproduced(
      "worst gap at the time found", {"the collision occurs when $d _{ij}$ is $2R$", "Fig 10"},
      {{all.worst_gap_m, SizeWithin({1e-13, "m", "rounding of 1 m"}, kBallRadius_m)}}, exact);
}

// E-10: the ball of E-05 and one at rest.
void CatalogueQuartic(Findings& findings) {
  Setup setup;
  setup.AddBall({0.0, 0.0}, {1.5, 0.0}, {-40.0, -25.0, 60.0});
  setup.AddBall({0.35, 0.06});
  TrajectoryTable table;
  for (int ball = 0; ball < 2; ++ball) {
    table.Set(ball,
              BeginPhase(setup.shot.start[static_cast<size_t>(ball)], 0.0, BallSpec(),
                         setup.environment()),
              kStart);
  }
  const Quartic gap = BallGap(table, 0, 1, 0.0, kBallRadius_m, kBallRadius_m);
  constexpr std::array<double, 5> kExpected = {0.1228338775, -1.05, 2.8062098817718126,
                                               -2.6151640122693341, 0.962361};
  const Reference catalogue = {Source::kCatalogue, "E-10"};
  for (size_t k = 5; k-- > 0;) {
    findings.Reproduced(
        "coefficient of t^" + std::to_string(k),
        {"(A_x^2 + A_y^2 + A_z^2) Delta t_E^4 + (2 A_x B_x + 2 A_y B_y + 2 A_z B_z) Delta t_E^3 + "
         "...",
         "Ball-ball collision times"},
        {{gap.c[k], Around(kExpected[k], {1e-12, "", "rounding"})}}, catalogue);
  }
  const auto record = Play(setup, findings);
  const Event* hit = record ? FirstOf(*record, EventKind::kBallBall) : nullptr;
  findings.SelfCheck("its smallest positive root", catalogue,
                     {{hit == nullptr ? std::nan("") : hit->time_s,
                       Around(0.23546182701954683, {1e-12, "s", "rounding"})}});
  findings.Tells("c_z of a ball on the table", {"c_z^{(i)} = 0", "Ball-ball collision times"},
                 "ours is the centre's height, " + Text(table.Centre(0).z.c0) +
                     " m: heights are from the cloth, and differences are what counts");
}

// E-12: a hair inside and a hair outside.
void Graze(Findings& findings) {
  for (const double factor : {1.0 - 1e-9, 1.0 + 1e-9}) {
    Setup setup;
    setup.environment().cloth = {0.0, 0.0, 0.0};
    setup.environment().stop.at_time_s = 1.0;
    setup.AddBall({0.0, 0.0}, {1.0, 0.0});
    setup.AddBall({0.5, 2.0 * kBallRadius_m * factor});
    const auto record = Play(setup, findings);
    if (!record) return;
    const Event* hit = FirstOf(*record, EventKind::kBallBall);
    if (factor < 1.0) {
      findings.SelfCheck(
          "graze a billionth inside", {Source::kCatalogue, "E-12"},
          {{hit == nullptr ? std::nan("") : hit->time_s,
            Around(0.49999744417430236, {1e-9, "s", "rounding, times 1e5 of the graze"})}});
    } else {
      findings.Reproduced("graze a billionth outside: hits",
                          {"If there exists no real and positive root, then the balls do not "
                           "collide.",
                           "Ball-ball collision times"},
                          {{hit == nullptr ? 0.0 : 1.0, Exactly(0.0)}},
                          {Source::kClosedForm, "the lines pass 2R (1 + 1e-9) apart"});
    }
  }
}

// E-18: nearly double roots, as gaps that begin positive.
void NearlyDoubleRoots(Findings& findings) {
  struct Case {
    const char* what;
    Quartic gap;
    double root;  // The first at which the gap turns negative.
    double tolerance;
  };
  const Case cases[] = {
      {"a pair of roots at 0.3 and 0.300001",
       {{3.1500105, -20.8200344, 33.7099977, 2.600001, -1.0}},
       0.3,
       1e-9},
      {"a root at 1e-9", {{6.6e-8, -66.000000017, 16.99999999, 10.000000001, -1.0}}, 1e-9, 1e-15}};
  for (const Case& c : cases) {
    const auto ours = FirstCrossing(c.gap, 10.0);
    findings.SelfCheck(c.what, {Source::kClosedForm, "E-18: built from its roots"},
                       {{ours.value_or(std::nan("")),
                         Around(c.root, {c.tolerance, "s", "conditioning of the root", true})}});
  }
  // A touch is no collision: of the double root 34 digits tell what its rounded coefficients mean.
  const Quartic touch{{3.15, -20.82, 33.71, 2.6, -1.0}};
  const QuadPolynomial exact(touch.c.begin(), touch.c.end());
  const auto first = FirstFall(exact, 10.0);
  const auto ours = FirstCrossing(touch, 10.0);
  findings.SelfCheck("a double root at 0.3, rounded", {Source::kReferenceRun, "34 digits"},
                     {{ours.value_or(-1.0), Around(Get(first.value_or(-1)),
                                                   {1e-9, "s", "tolerance of the catalogue"})}});
}

}  // namespace

void BallBallQuartic(Findings& findings) {
  CatalogueQuartic(findings);
  Graze(findings);
  NearlyDoubleRoots(findings);
  CompareRandomPairs(findings);
}

}  // namespace carom::papers
