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

void JudgeClimb(Findings& findings) {
  std::vector<std::array<Heights, 2>> climbs;
  for (const double gap : kRackGaps_m) climbs.push_back(ClimbAt(gap));
  for (std::size_t ball = 0; ball < kNames.size(); ++ball) {
    const std::string name = std::string(kNames[ball]) + ", speeds within 0.2 %: ";
    std::string medians;
    double least = 1.0;  // At any gap but the random one.
    for (std::size_t i = 0; i < climbs.size(); ++i) {
      medians += (i > 0 ? ", " : "") + InMm(Median(climbs[i][ball]));
      if (i + 1 < climbs.size()) least = std::min(least, climbs[i][ball].front());
    }
    const Heights& smallest = climbs.front()[ball];
    findings.Tells(name + "greatest z - R at 1e-9, mm",
                   "from " + InMm(smallest.front()) + " to " + InMm(smallest.back()) +
                       ": balls that meet again after their first flights meet as those ended");
    const auto over = [&](std::size_t a, std::size_t b) {
      return Median(climbs[a][ball]) / Median(climbs[b][ball]);
    };
    findings.Reproduced(
        name + "medians at the five gaps " + medians + " mm",
        {"As alpha was increased, the maximum values reached by these balls reduced",
         "4.1, Fig 10"},
        {{over(0, 3), AtLeast(1.0, 1e4, "", "1 where it does not reduce"), "1e-9 over 1e-6"},
         {over(3, 4), AtLeast(1.0, 1e4, "", "1 where it does not reduce"),
          "1e-6 over the random gap"},
         {least / climbs.back()[ball].back(), AtLeast(1.0, 1e4, "", "1 where it does not reduce"),
          "least at the four small gaps over greatest at the random one"}},
        {Source::kReferenceRun, "the larger gap"});
  }
}

}  // namespace carom::papers
