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

const std::vector<std::string> kStrike = {"strike.speed_m_s", "strike.azimuth_rad",
                                          "strike.elevation_rad", "strike.side_offset",
                                          "strike.height_offset"};
constexpr size_t kRows = TangentRecord::kRows;

// A shot of a named scene, of which one number is changed.
class Changed {
 public:
  Changed(const Scene& scene, const Shot& shot, const std::string& path)
      : scene_(scene), shot_(shot), path_(path) {}

  // What differences of the number are relative to.
  double Size() {
    if (path_.BeginsWith("strike")) return 1.0;
    Parts parts = PartsOfScene();
    return std::abs(*Numbers(parts).front());
  }

  // False where the engine does not play it.
  bool Play(double change, const Detail& detail, Workspace& workspace, Record& record) {
    if (path_.BeginsWith("strike")) {
      Shot shot = shot_;
      *NumberAt(path_.Below(1), *shot.strike) += change;
      return Simulate(scene_, shot, detail, {}, workspace, record).ok();
    }
    Parts parts = PartsOfScene();
    for (double* const number : Numbers(parts)) *number += change;
    const auto scene = Scene::Make(std::make_shared<Table>(parts.table),
                                   std::make_shared<Settings>(parts.settings), parts.balls);
    return scene.ok() && Simulate(*scene, parts.shot, detail, {}, workspace, record).ok();
  }

 private:
  struct Parts {
    Table table;
    Settings settings;
    std::vector<BallSpec> balls;
    Shot shot;
  };
  Parts PartsOfScene() const { return {scene_.table(), scene_.settings(), scene_.balls(), shot_}; }

  // The numbers that change together: balls on the cloth rise with their radius.
  std::vector<double*> Numbers(Parts& parts) const {
    std::vector<double*> numbers;
    if (path_.BeginsWith("table")) {
      for (Nose& nose : parts.table.noses) numbers.push_back(&nose.start_height_m);
      for (Jaw& jaw : parts.table.jaws) numbers.push_back(&jaw.height_m);
    } else if (path_.BeginsWith("balls")) {
      const auto ball = static_cast<size_t>(path_[0].index);
      const bool radius = path_[1].Is("radius_m");
      numbers.push_back(radius ? &parts.balls[ball].radius_m : &parts.balls[ball].mass_kg);
      if (radius) numbers.push_back(&parts.shot.start[ball].position.z());
    } else {
      numbers.push_back(NumberAt(path_.Below(1), parts.settings));
    }
    return numbers;
  }

  const Scene& scene_;
  const Shot& shot_;
  const FieldPath path_;
};

// Final states by a number that is changed, or nothing where the events are not those of `as`.
std::optional<std::vector<double>> FinalStates(Changed& changed, double change, const Record& as,
                                               Workspace& workspace, Record& record) {
  Detail detail;
  detail.events = detail.hops = true;
  if (!changed.Play(change, detail, workspace, record)) return std::nullopt;
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

// The derivative by one number, relative to its size, with differences of the sixth order at the
// step whose neighbours in a sequence of steps give the most similar results; and how similar the
// less similar one is. A single neighbour may agree by chance.
struct Reference {
  std::vector<double> slope;
  double doubt = INFINITY;
};

Reference Differences(Changed changed, const Record& played, Workspace& workspace, Record& record) {
  constexpr std::array<double, 3> kWeights = {45.0 / 60.0, -9.0 / 60.0, 1.0 / 60.0};
  Reference best;
  std::vector<double> last;
  double last_doubt = INFINITY;  // Of the last step and the one before.
  const double unit = changed.Size();
  for (double step = 1e-3; step > 1e-9; step *= 0.3) {
    std::vector<double> slope(played.final_states.size() * kRows, 0.0);
    bool kept = true;
    for (size_t k = 0; k < kWeights.size() && kept; ++k) {
      const double change = static_cast<double>(k + 1) * step * unit;
      const auto up = FinalStates(changed, change, played, workspace, record);
      const auto down =
          up ? FinalStates(changed, -change, played, workspace, record) : std::nullopt;
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

// Scenes, of which differences are taken by the numbers of the strike, and by others.
struct Compared {
  const char* scene;
  uint64_t shots;
  std::vector<std::string> others = {};
};

class AgainstDifferences : public ::testing::TestWithParam<Compared> {};

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
  const NamedScene named = SceneOf(GetParam().scene);
  const Scene scene = named.MakeScene();
  const std::vector<std::string>& paths = GetParam().others.empty() ? kStrike : GetParam().others;
  const uint64_t shots =
      testing::FuzzesAll() ? 25 * GetParam().shots : testing::FuzzShare(GetParam().shots, 2);
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
    for (const std::string& path : paths) {
      columns.push_back(*FindColumn(FieldPath(path), scene.settings(), shot));
    }
    player.Play(scene.world(), shot, played, columns, tangents);
    whole += tangents.AllValid() ? 1 : 0;
    for (const BallTangent& ball : tangents.balls) ++ends[static_cast<size_t>(ball.end)];
    for (size_t number = 0; number < paths.size(); ++number) {
      Changed changed(scene, shot, paths[number]);
      const double unit = changed.Size();
      const Reference reference = Differences(changed, played, workspace, record);
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
          miss = std::max(miss, std::abs(slope - unit * tangents.FinalState(ball, row, number)));
        }
      }
      if (size >= 1e4) continue;
      ++compared;
      worst = std::max(worst, miss / size);
      EXPECT_LT(miss, kAgreement * size) << "shot " << index << " by " << paths[number];
    }
  }
  std::printf(
      "%s: %zu derivatives compared, worst %.1e; %zu with a doubtful reference; %zu of %zu shots "
      "have derivatives of all balls\n",
      GetParam().scene, compared, worst, doubtful, whole, static_cast<size_t>(shots));
  std::printf(
      "  balls by end: none %zu, press %zu, support %zu, tie %zu, no slip %zu, kink %zu, "
      "partner %zu\n",
      ends[0], ends[1], ends[2], ends[3], ends[4], ends[5], ends[6]);
  EXPECT_GT(compared, shots * paths.size() / 2);
}

INSTANTIATE_TEST_SUITE_P(Scenes, AgainstDifferences,
                         ::testing::Values(Compared{"two_ball_cut", 40},
                                           Compared{"eight_ball_scatter", 40},
                                           Compared{"one_ball_three_cushions", 40},
                                           Compared{"jump_shot", 40},
                                           Compared{"slow_two_ball_cut", 40},
                                           Compared{"slow_one_ball_three_cushions", 40}));

// Shapes, masses and factors; in the last scene balls jump.
INSTANTIATE_TEST_SUITE_P(
    ByOthers, AgainstDifferences,
    ::testing::Values(Compared{"two_ball_cut",
                               8,
                               {"balls[0].radius_m", "balls[1].radius_m", "balls[0].mass_kg",
                                "balls[1].mass_kg", "table.nose_height_m"}},
                      Compared{"slow_one_ball_three_cushions",
                               8,
                               {"balls[0].radius_m", "balls[0].mass_kg", "table.nose_height_m",
                                "settings.cloth.rolling_factor[1].factor",
                                "settings.cloth.rolling_factor[2].factor",
                                "settings.cushion.restitution_factor[1].factor",
                                "settings.cushion.friction_factor[1].factor"}},
                      Compared{"jump_shot",
                               8,
                               {"balls[0].radius_m", "balls[1].radius_m", "balls[1].mass_kg",
                                "table.nose_height_m", "settings.gravity_m_s2"}}));

}  // namespace
}  // namespace carom
