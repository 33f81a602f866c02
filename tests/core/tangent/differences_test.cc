// The derivatives of whole shots against differences of whole shots, column by column.
//
// CAROM_FUZZ=all compares a thousand shots of each in place of 8 to 40.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/demand.h"
#include "core/laws/settings.h"
#include "core/shot/named_scene.h"
#include "core/shot/simulate.h"
#include "core/stats/sample.h"
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

  // Whether a smaller number is one that a shot may have: a cue lies level at least.
  bool MayFallBy(double change) const {
    return !(path_ == FieldPath("strike.elevation_rad")) || shot_.strike->elevation_rad >= change;
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

  // The greatest derivative of all balls, at least 1.
  double Size() const {
    double size = 1.0;
    for (const double number : slope) size = std::max(size, std::abs(number));
    return size;
  }
};

// The weights of values at multiples of a step, whose sum is the slope times the step to the sixth
// order [Fornberg, Math. Comp. 51, 1988].
struct Stencil {
  std::array<int, 7> at;
  std::array<double, 7> weight;
};
constexpr Stencil kCentral = {
    {-3, -2, -1, 0, 1, 2, 3},
    {-1 / 60.0, 9 / 60.0, -45 / 60.0, 0.0, 45 / 60.0, -9 / 60.0, 1 / 60.0}};
// Of a number that may only grow.
constexpr Stencil kForward = {
    {0, 1, 2, 3, 4, 5, 6},
    {-147 / 60.0, 360 / 60.0, -450 / 60.0, 400 / 60.0, -225 / 60.0, 72 / 60.0, -10 / 60.0}};

// The slope at one step; nothing where the events change.
std::optional<std::vector<double>> SlopeAt(Changed& changed, double step, const Stencil& stencil,
                                           const Record& played, Workspace& workspace,
                                           Record& record) {
  std::vector<double> slope(played.final_states.size() * kRows, 0.0);
  for (size_t k = 0; k < stencil.at.size(); ++k) {
    if (stencil.weight[k] == 0.0) continue;
    const double change = stencil.at[k] * step * changed.Size();
    const auto states = FinalStates(changed, change, played, workspace, record);
    if (!states) return std::nullopt;
    for (size_t i = 0; i < slope.size(); ++i) slope[i] += stencil.weight[k] * (*states)[i] / step;
  }
  return slope;
}

Reference Differences(Changed changed, const Record& played, Workspace& workspace, Record& record) {
  Reference best;
  std::vector<double> last;
  double last_doubt = INFINITY;  // Of the last step and the one before.
  for (double step = 1e-3; step > 1e-9; step *= 0.3) {
    const Stencil& stencil = changed.MayFallBy(3.0 * step) ? kCentral : kForward;
    auto slope = SlopeAt(changed, step, stencil, played, workspace, record);
    if (!slope) continue;
    if (!last.empty()) {
      double change = 0.0;
      double size = 1.0;
      for (size_t i = 0; i < slope->size(); ++i) {
        change = std::max(change, std::abs((*slope)[i] - last[i]));
        size = std::max(size, std::abs((*slope)[i]));
      }
      const double doubt = std::max(last_doubt, change / size);
      if (doubt < best.doubt) best = {last, doubt};
      last_doubt = change / size;
    }
    last = *std::move(slope);
  }
  return best;
}

// Scenes, of which differences are taken by the numbers of the strike, and by others.
struct Compared {
  const char* scene;
  uint64_t shots;
  std::vector<std::string> others = {};
  void (*choose)(LawSet& laws) = nullptr;
  double agreement = 1e-7;  // Of a derivative with a reference, relative to the greatest of a shot.
};

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

// What the comparison of one column has found.
struct Tally {
  size_t doubtful = 0;  // Shots whose reference is not good to a tenth of what is asked.
  size_t steep = 0;     // Others of whose references a number is above 1e4.
  size_t lost = 0;      // Others of which a ball has no derivative.
  std::vector<double> misses = {};  // Neither doubtful nor steep, by their greatest derivatives.
  uint64_t worst_shot = 0;

  void Add(double miss, uint64_t shot) {
    if (misses.empty() || miss > Worst()) worst_shot = shot;
    misses.push_back(miss);
  }
  // Shots of which the derivatives of all balls are compared.
  size_t Whole() const { return misses.size() - lost; }
  double Worst() const {
    return misses.empty() ? 0.0 : *std::max_element(misses.begin(), misses.end());
  }
  double Quantile(double p) {
    std::sort(misses.begin(), misses.end());
    return misses.empty() ? 0.0 : stats::Quantile(misses, p);
  }
};

// What the derivatives of the balls that have some miss, in parts of these balls' greatest.
double MissOf(const TangentRecord& tangents, size_t column, double unit,
              const Reference& reference) {
  double miss = 0.0;
  double size = 1.0;
  for (size_t ball = 0; ball < tangents.balls.size(); ++ball) {
    if (tangents.balls[ball].end != TangentEnd::kNone) continue;
    for (size_t row = 0; row < kRows; ++row) {
      const double slope = reference.slope[ball * kRows + row];
      size = std::max(size, std::abs(slope));
      miss = std::max(miss, std::abs(slope - unit * tangents.FinalState(ball, row, column)));
    }
  }
  return miss / size;
}

const std::vector<std::string>& PathsOf(const Compared& compared) {
  return compared.others.empty() ? kStrike : compared.others;
}

uint64_t ShotsOf(const Compared& compared) {
  return testing::FuzzesAll() ? 1000 : testing::FuzzShare(compared.shots, 2);
}

// By column.
std::vector<Tally> Compare(const Compared& compared) {
  NamedScene named = SceneOf(compared.scene);
  if (compared.choose != nullptr) compared.choose(named.settings.laws);
  const Scene scene = named.MakeScene();
  const std::vector<std::string>& paths = PathsOf(compared);
  Detail detail;
  detail.events = detail.event_states = detail.hops = true;
  Workspace workspace;
  Record played;
  Record record;
  TangentPlayer player;
  TangentRecord tangents;
  Shot shot;
  std::vector<Tally> tallies(paths.size());
  for (uint64_t index = 0; index < ShotsOf(compared); ++index) {
    named.Generate(1, index, shot);
    CAROM_DEMAND(Simulate(scene, shot, detail, {}, workspace, played).ok(), "a named scene plays");
    std::vector<Column> columns;
    for (const std::string& path : paths) {
      columns.push_back(*FindColumn(FieldPath(path), scene.settings(), shot));
    }
    player.Play(scene.world(), shot, played, columns, tangents);
    for (size_t number = 0; number < paths.size(); ++number) {
      Changed changed(scene, shot, paths[number]);
      const double unit = changed.Size();
      const Reference reference = Differences(changed, played, workspace, record);
      Tally& tally = tallies[number];
      if (!(reference.doubt < 0.1 * compared.agreement)) {
        ++tally.doubtful;
      } else if (reference.Size() >= 1e4) {
        ++tally.steep;
      } else {
        tally.Add(MissOf(tangents, number, unit, reference), index);
        if (!tangents.AllValid()) ++tally.lost;
      }
    }
  }
  std::printf(
      "%s, shots by column: compared, lost, doubtful, steep; misses: median, 90 %%, worst\n",
      compared.scene);
  for (size_t number = 0; number < paths.size(); ++number) {
    Tally& tally = tallies[number];
    std::printf("  %-55s %4zu %4zu %4zu %4zu  %.0e %.0e %.1e\n", paths[number].c_str(),
                tally.Whole(), tally.lost, tally.doubtful, tally.steep, tally.Quantile(0.5),
                tally.Quantile(0.9), tally.Worst());
  }
  return tallies;
}

class AgainstDifferences : public ::testing::TestWithParam<Compared> {};

// Where the differences themselves are good to a tenth of what is asked, and no derivative is above
// 1e4, the matrix agrees to 1e-7 of its greatest number. By each column all balls are compared in
// half of the shots that are not above, and in a third of all shots, at the least.
TEST_P(AgainstDifferences, OfWholeShots) {
  const std::vector<Tally> tallies = Compare(GetParam());
  for (size_t number = 0; number < tallies.size(); ++number) {
    const Tally& tally = tallies[number];
    const std::string& path = PathsOf(GetParam())[number];
    EXPECT_LT(tally.Worst(), GetParam().agreement) << "shot " << tally.worst_shot << " by " << path;
    EXPECT_GT(2 * tally.Whole(), ShotsOf(GetParam()) - tally.steep) << path;
    EXPECT_GE(3 * tally.Whole(), ShotsOf(GetParam())) << path;
  }
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

// Laws that integrate over the impulse stop at steps of their own, and so do their differences.
constexpr double kOfIntegrals = 1e-5;

void UseMathavansCushion(LawSet& laws) { laws.cushion = Mathavan2010{}; }
void UseStrongesCushion(LawSet& laws) { laws.cushion = StrongeCompliant{}; }
void UseRouthsCushion(LawSet& laws) { laws.cushion = RouthCushion{}; }
void UseMathavansBalls(LawSet& laws) { laws.ball_ball = Mathavan2014{}; }
void UseRouthsBalls(LawSet& laws) { laws.ball_ball = RouthBallBall{}; }
void UseRouthsSlate(LawSet& laws) { laws.slate = RouthSlate{}; }

// By the strike, and by the numbers of the law.
INSTANTIATE_TEST_SUITE_P(
    ByLawsThatIntegrate, AgainstDifferences,
    ::testing::Values(
        Compared{"one_ball_three_cushions", 12, {}, UseMathavansCushion, kOfIntegrals},
        Compared{"one_ball_three_cushions",
                 8,
                 {"settings.cushion.mathavan2010.restitution",
                  "settings.cushion.mathavan2010.friction", "settings.cloth.sliding_friction"},
                 UseMathavansCushion,
                 kOfIntegrals},
        Compared{"one_ball_three_cushions", 12, {}, UseStrongesCushion, kOfIntegrals},
        Compared{"one_ball_three_cushions",
                 8,
                 {"settings.cushion.stronge.restitution", "settings.cushion.stronge.friction",
                  "settings.cushion.stronge.frequency_ratio"},
                 UseStrongesCushion,
                 kOfIntegrals},
        Compared{"one_ball_three_cushions", 12, {}, UseRouthsCushion, kOfIntegrals},
        Compared{"one_ball_three_cushions",
                 8,
                 {"settings.cushion.routh.restitution", "settings.cushion.routh.friction"},
                 UseRouthsCushion,
                 kOfIntegrals},
        Compared{"two_ball_cut", 12, {}, UseMathavansBalls, kOfIntegrals},
        Compared{"two_ball_cut",
                 8,
                 {"settings.ball_ball.mathavan2014.restitution"},
                 UseMathavansBalls,
                 kOfIntegrals},
        Compared{"two_ball_cut", 12, {}, UseRouthsBalls, kOfIntegrals},
        Compared{"two_ball_cut",
                 8,
                 {"settings.ball_ball.routh.restitution"},
                 UseRouthsBalls,
                 kOfIntegrals},
        Compared{"jump_shot", 12, {}, UseRouthsSlate, kOfIntegrals}));

// Of a break many derivatives are above 1e4 or have a doubtful reference, by some columns all, and
// references are good to a thousandth. Of all shots and columns a third is compared at the least.
TEST(AgainstDifferencesOfBreaks, AreClose) {
  for (const char* const scene : {"nine_ball_break", "eight_ball_break"}) {
    const Compared compared{scene, 20, {}, nullptr, 1e-2};
    const std::vector<Tally> tallies = Compare(compared);
    size_t whole = 0;
    for (const Tally& tally : tallies) {
      EXPECT_LT(tally.Worst(), compared.agreement) << scene << ", shot " << tally.worst_shot;
      whole += tally.Whole();
    }
    EXPECT_GE(3 * whole, ShotsOf(compared) * tallies.size()) << scene;
  }
}

}  // namespace
}  // namespace carom
