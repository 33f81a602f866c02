// How high cue and yellow ball climb over a handful of breaks: pool-20.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/papers/pool/break_experiments.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {
namespace {

// Of the break's speed: what no player and no paper's rounding tells apart.
constexpr std::array<double, 5> kSpeeds = {0.998, 0.999, 1.0, 1.001, 1.002};
constexpr std::array<const char*, 2> kNames = {"cue", "yellow"};

// Greatest heights of one ball at one gap, over the speeds, m: ascending.
using Heights = std::array<double, kSpeeds.size()>;

std::array<Heights, 2> ClimbAt(double gap_m) {
  std::array<Heights, 2> heights = {};
  for (std::size_t k = 0; k < kSpeeds.size(); ++k) {
    Game game = BreakGame(gap_m);
    game.balls[0].velocity_m_s *= kSpeeds[k];
    Looks looks;
    looks.step = [&](const GameView& view) {
      for (std::size_t i = 0; i < kNames.size(); ++i) {
        const double above = view.Ball(static_cast<int>(i)).position_m.z() - kPaperBall.radius_m;
        heights[i][k] = std::max(heights[i][k], above);
      }
      return true;
    };
    PlayGame(game, looks);
  }
  for (Heights& ball : heights) std::sort(ball.begin(), ball.end());
  return heights;
}

double Median(const Heights& heights) { return heights[heights.size() / 2]; }

std::string InMm(double height_m) { return Text(1e3 * height_m); }

}  // namespace

void JudgeTrend(const std::string& what, const std::array<double, kRackGaps_m.size()>& heights_m,
                Findings& findings) {
  double agreement = 0.0;
  for (std::size_t b = 0; b < heights_m.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) agreement += heights_m[a] > heights_m[b] ? 1.0 : -1.0;
  }
  findings.Reproduced(
      what,
      {"As alpha was increased, the maximum values reached by these balls reduced", "4.1, Fig 10"},
      {{agreement,
        Above(7.0, 0.0, "",
              "Kendall's test at its 5 % level: of 120 orders of five values 5 reach 8 (4 %), "
              "14 reach 6 (12 %)"),
        "pairs of gaps of which the larger has the lower climb, less the others"}},
      {Source::kClosedForm, "Kendall's rank correlation: 10 if all do, 0 by chance"});
}

void JudgeClimb(Findings& findings) {
  std::vector<std::array<Heights, 2>> climbs;
  for (const double gap : kRackGaps_m) climbs.push_back(ClimbAt(gap));
  for (std::size_t ball = 0; ball < kNames.size(); ++ball) {
    std::array<double, kRackGaps_m.size()> by_gap = {};
    const std::string name = std::string(kNames[ball]) + ", speeds within 0.2 %: ";
    std::string medians;
    for (std::size_t i = 0; i < climbs.size(); ++i) {
      by_gap[i] = Median(climbs[i][ball]);
      medians += (i > 0 ? ", " : "") + InMm(by_gap[i]);
    }
    const Heights& smallest = climbs.front()[ball];
    findings.Tells(name + "greatest z - R at 1e-9, mm",
                   "from " + InMm(smallest.front()) + " to " + InMm(smallest.back()) +
                       ": balls that meet again after their first flights meet as those ended");
    JudgeTrend(name + "medians at the five gaps " + medians + " mm", by_gap, findings);
  }
}

}  // namespace carom::papers
