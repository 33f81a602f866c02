// The first experiment: how high its balls go. pool-20.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/papers/pool/experiments.h"
#include "tests/papers/pool/named_set.h"

namespace carom::papers {
namespace {

// Of the break's speed: what no player and no paper's rounding tells apart. Balls that meet again
// after their first flights meet as those ended, so one break says little.
constexpr std::array<double, 5> kSpeeds = {0.998, 0.999, 1.0, 1.001, 1.002};
constexpr std::array<const char*, 4> kNames = {"cue", "yellow", "red", "blue"};

// Greatest z - R of each ball, mm.
using Tops = std::array<double, 4>;

// Plays a break, with the envelope of its heights in the sheet where `name` is not empty.
Tops Fly(const std::string& name, const Game& game, Sheet& sheet) {
  Tops tops = {};
  Tops lately = {};
  const auto look = [&](const GameView& view) {
    for (std::size_t i = 0; i < tops.size(); ++i) {
      const double above_m = view.Ball(static_cast<int>(i)).position_m.z() - kPaperBall.radius_m;
      lately[i] = std::max(lately[i], 1e3 * above_m);
      tops[i] = std::max(tops[i], lately[i]);
    }
  };
  Looks looks;
  looks.period_s = 0.1;  // Longer than the flights of the highest balls.
  looks.sample = [&](const GameView& view) {
    look(view);
    if (!name.empty()) sheet.Add(name, view.t, lately[0], lately[1], lately[2], lately[3]);
    lately = {};
  };
  looks.step = [&](const GameView& view) {
    look(view);
    return true;
  };
  PlayGame(game, looks);
  return tops;
}

std::string RunName(double gap_m, bool as_authors) {
  return "alpha " + Text(gap_m) + (as_authors ? " tool emulated" : " contacts located");
}

// The medians of each ball over the speeds.
Tops MedianTops(double gap_m, bool as_authors, Sheet& sheet) {
  std::array<std::array<double, kSpeeds.size()>, 4> all = {};
  for (std::size_t k = 0; k < kSpeeds.size(); ++k) {
    Game game = NamedSetBreak(gap_m);
    game.duration_s = 4.0;
    game.balls[0].velocity_m_s *= kSpeeds[k];
    const std::string name = kSpeeds[k] == 1.0 ? RunName(gap_m, as_authors) : "";
    const Tops tops = Fly(name, as_authors ? AsAuthors(game) : game, sheet);
    for (std::size_t i = 0; i < tops.size(); ++i) all[i][k] = tops[i];
  }
  Tops medians = {};
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::sort(all[i].begin(), all[i].end());
    medians[i] = all[i][kSpeeds.size() / 2];
  }
  return medians;
}

// Pairs of gaps of which the larger has the lower climb, less the others. Kendall's S.
double Agreement(const std::vector<Tops>& by_gap, std::size_t ball) {
  double agreement = 0.0;
  for (std::size_t b = 0; b < by_gap.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) agreement += by_gap[a][ball] > by_gap[b][ball] ? 1.0 : -1.0;
  }
  return agreement;
}

// A row for each integration, a column for each gap, all to one scale.
void PlotHeights(Findings& findings) {
  std::vector<Plot> panels;
  for (const bool as_authors : {false, true}) {
    for (const double gap_m : kRackGaps_m) {
      const std::string run = RunName(gap_m, as_authors);
      Plot plot{run, "t, s", "z - R, mm", {}};
      plot.y_low = 0.0;
      plot.y_high = 8.0;
      for (const char* ball : kNames) {
        plot.curves.push_back({ball, "t_s", std::string(ball) + "_z_mm", "run", run, "lines"});
      }
      panels.push_back(plot);
    }
  }
  findings.SetPanels(panels, static_cast<int>(kRackGaps_m.size()));
}

// The same break with one thing left out: what the climb comes from.
void NameTheCause(Findings& findings) {
  const auto play = [&](const std::string& what, auto&& change) {
    Game game = NamedSetBreak(1e-9);
    change(game.settings);
    const Tops tops = Fly("", game, findings.sheet());
    findings.Tell("pool-20a", "without " + what + " at 1e-9 m: cue " + Text(tops[0]) + ", yellow " +
                                  Text(tops[1]) + " mm");
  };
  play("friction between balls",
       [](CompliantSettings& settings) { settings.ball_ball.friction = Frictionless{}; });
  play("friction of the cloth",
       [](CompliantSettings& settings) { settings.cloth_friction = SlipFriction(Frictionless{}); });
}

}  // namespace

void PoolBreakHeights(Findings& findings) {
  findings.sheet() = Sheet({"run", "t_s", "cue_z_mm", "yellow_z_mm", "red_z_mm", "blue_z_mm"});
  for (const bool as_authors : {false, true}) {
    std::vector<Tops> by_gap;
    for (const double gap_m : kRackGaps_m) {
      by_gap.push_back(MedianTops(gap_m, as_authors, findings.sheet()));
      findings.Tell("pool-20b", RunName(gap_m, as_authors) + ": cue " + Text(by_gap.back()[0]) +
                                    ", yellow " + Text(by_gap.back()[1]) + " mm");
    }
    for (std::size_t ball = 0; ball < 2; ++ball) {
      const auto add = [&](const char* claim, double value) {
        if (as_authors) return findings.Emulate(claim, {{value, kNames[ball]}});
        findings.Measure(claim, {{value, kNames[ball]}});
      };
      add("pool-20a", by_gap.front()[ball]);
      add("pool-20b", Agreement(by_gap, ball));
      add("pool-20c", by_gap.back()[ball]);
      if (as_authors) continue;
      findings.Plant("pool-20a", "the random gap", {{by_gap.back()[ball], kNames[ball]}});
      findings.Plant("pool-20c", "the smallest gap", {{by_gap.front()[ball], kNames[ball]}});
    }
  }
  NameTheCause(findings);
  PlotHeights(findings);
}

}  // namespace carom::papers
