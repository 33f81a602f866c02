#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "core/shot/named_scene.h"
#include "core/shot/simulate.h"
#include "core/tangent/tangent_player.h"
#include "tests/testing/fuzz_share.h"

namespace carom {
namespace {

const std::array<std::string, 5> kStrike = {"strike.speed_m_s", "strike.azimuth_rad",
                                            "strike.elevation_rad", "strike.side_offset",
                                            "strike.height_offset"};
constexpr size_t kRows = TangentRecord::kRows;

// Final states by a strike that is changed in one number, or nothing where the events are not those
// of `as`.
std::optional<std::vector<double>> FinalStates(const Scene& scene, Shot shot, size_t number,
                                               double change, const Record& as,
                                               Workspace& workspace, Record& record) {
  double* const changed = NumberAt(FieldPath(kStrike[number]).Below(1), *shot.strike);
  *changed += change;
  Detail detail;
  detail.events = detail.hops = true;
  if (!Simulate(scene, shot, detail, {}, workspace, record).ok()) return std::nullopt;
  const bool same = std::equal(record.events.begin(), record.events.end(), as.events.begin(),
                               as.events.end(), [](const Event& a, const Event& b) {
                                 return a.kind == b.kind && a.ball == b.ball && a.other == b.other;
                               });
  if (!same || record.stop_reason != as.stop_reason) return std::nullopt;
  std::vector<double> states;
  for (const BallState& state : record.final_states) {
    for (const Vec3* vector : {&state.position, &state.velocity, &state.spin}) {
      states.insert(states.end(), vector->data(), vector->data() + 3);
    }
  }
  return states;
}

// The derivative by one number, with differences of the sixth order at the step whose neighbours in
// a sequence of steps give the most similar results; and how similar the less similar one is. A
// single neighbour may agree by chance.
struct Reference {
  std::vector<double> slope;
  double doubt = INFINITY;
};

Reference Differences(const Scene& scene, const Shot& shot, size_t number, const Record& played,
                      Workspace& workspace, Record& record) {
  constexpr std::array<double, 3> kWeights = {45.0 / 60.0, -9.0 / 60.0, 1.0 / 60.0};
  Reference best;
  std::vector<double> last;
  double last_doubt = INFINITY;  // Of the last step and the one before.
  for (double step = 1e-3; step > 1e-9; step *= 0.3) {
    std::vector<double> slope(played.final_states.size() * kRows, 0.0);
    bool kept = true;
    for (size_t k = 0; k < kWeights.size() && kept; ++k) {
      const double change = static_cast<double>(k + 1) * step;
      const auto up = FinalStates(scene, shot, number, change, played, workspace, record);
      const auto down =
          up ? FinalStates(scene, shot, number, -change, played, workspace, record) : std::nullopt;
      kept = up && down;
      for (size_t i = 0; kept && i < slope.size(); ++i) {
        slope[i] += kWeights[k] * ((*up)[i] - (*down)[i]) / step;
      }
    }
    if (!kept) continue;
    if (!last.empty()) {
      double change = 0.0;
      double size = 1.0;
      for (size_t i = 0; i < slope.size(); ++i) {
        change = std::max(change, std::abs(slope[i] - last[i]));
        size = std::max(size, std::abs(slope[i]));
      }
      const double doubt = std::max(last_doubt, change / size);
      if (doubt < best.doubt) best = {last, doubt};
      last_doubt = change / size;
    }
    last = std::move(slope);
  }
  return best;
}

class AgainstDifferences : public ::testing::TestWithParam<const char*> {};

// A named scene; after "slow_" on a cloth that slows fast balls more, as do its cushions.
NamedScene SceneOf(std::string name) {
  constexpr char kSlow[] = "slow_";
  const bool slow = name.rfind(kSlow, 0) == 0;
  NamedScene scene = *FindNamedScene(slow ? name.substr(sizeof kSlow - 1) : name);
  if (!slow) return scene;
  FactorTable& factor = scene.settings.environment.cloth.rolling_factor;
  factor.Add({0.2, 1.0});
  factor.Add({1.0, 1.3});
  factor.Add({3.0, 3.0});
  CushionFactors& factors = scene.settings.laws.cushion_factors;
  factors.restitution.Add({0.0, 1.05});
  factors.restitution.Add({5.0, 0.9});
  factors.friction.Add({0.0, 1.2});
  factors.friction.Add({1.5, 0.8});
  return scene;
}

// Where the differences themselves are good to a tenth of what is asked, and no derivative is above
// 1e4, the matrix agrees to 1e-7 of its greatest number.
TEST_P(AgainstDifferences, OfWholeShots) {
  const NamedScene named = SceneOf(GetParam());
  const Scene scene = named.MakeScene();
  const uint64_t shots = testing::FuzzesAll() ? 1000 : testing::FuzzShare(40, 2);
  constexpr double kAgreement = 1e-7;
  Detail detail;
  detail.events = detail.event_states = detail.hops = true;
  Workspace workspace;
  Record played;
  Record record;
  TangentPlayer player;
  TangentRecord tangents;
  Shot shot;
  size_t compared = 0;
  size_t whole = 0;
  size_t doubtful = 0;
  double worst = 0.0;
  std::array<size_t, 7> ends{};
  for (uint64_t index = 0; index < shots; ++index) {
    named.Generate(1, index, shot);
    ASSERT_TRUE(Simulate(scene, shot, detail, {}, workspace, played).ok());
    std::vector<Column> columns;
    for (const std::string& path : kStrike) {
      columns.push_back(*FindColumn(FieldPath(path), scene.settings(), shot));
    }
    player.Play(scene.world(), shot, played, columns, tangents);
    whole += tangents.AllValid() ? 1 : 0;
    for (const BallTangent& ball : tangents.balls) ++ends[static_cast<size_t>(ball.end)];
    for (size_t number = 0; number < kStrike.size(); ++number) {
      const Reference reference = Differences(scene, shot, number, played, workspace, record);
      if (!(reference.doubt < 0.1 * kAgreement)) {
        ++doubtful;
        continue;
      }
      double size = 1.0;
      double miss = 0.0;
      for (size_t ball = 0; ball < tangents.balls.size(); ++ball) {
        if (tangents.balls[ball].end != TangentEnd::kNone) continue;
        for (size_t row = 0; row < kRows; ++row) {
          const double slope = reference.slope[ball * kRows + row];
          size = std::max(size, std::abs(slope));
          miss = std::max(miss, std::abs(slope - tangents.FinalState(ball, row, number)));
        }
      }
      if (size >= 1e4) continue;
      ++compared;
      worst = std::max(worst, miss / size);
      EXPECT_LT(miss, kAgreement * size) << "shot " << index << " by " << kStrike[number];
    }
  }
  std::printf(
      "%s: %zu derivatives compared, worst %.1e; %zu with a doubtful reference; %zu of %zu shots "
      "have derivatives of all balls\n",
      GetParam(), compared, worst, doubtful, whole, static_cast<size_t>(shots));
  std::printf(
      "  balls by end: none %zu, press %zu, support %zu, tie %zu, no slip %zu, kink %zu, "
      "partner %zu\n",
      ends[0], ends[1], ends[2], ends[3], ends[4], ends[5], ends[6]);
  EXPECT_GT(compared, shots * kStrike.size() / 2);
}

INSTANTIATE_TEST_SUITE_P(Scenes, AgainstDifferences,
                         ::testing::Values("two_ball_cut", "eight_ball_scatter",
                                           "one_ball_three_cushions", "jump_shot",
                                           "slow_two_ball_cut", "slow_one_ball_three_cushions"));

}  // namespace
}  // namespace carom
