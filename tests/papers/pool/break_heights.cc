// The first experiment: the rack, and how high its balls go. pool-19, pool-20, smooth-22.

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "tests/papers/pool/break_experiments.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {
namespace {

constexpr double kRadius_m = kPaperBall.radius_m;

// Greatest height of each ball above where it lies without load, m.
using Tops = std::array<double, 4>;

struct Flight {
  Tops tops_m = {};
  double residual = 0.0;
};

// Plays a break, with its heights in the sheet under `name`.
Flight Fly(const std::string& name, const Game& game, Sheet& sheet) {
  Flight flight;
  Looks looks;
  looks.period_s = 0.005;
  looks.sample = [&](const GameView& view) {
    std::array<double, 4> height_mm;
    for (int i = 0; i < 4; ++i) {
      const double above = view.Ball(i).position_m.z() - kRadius_m;
      height_mm[static_cast<std::size_t>(i)] = 1e3 * above;
    }
    sheet.Add(name, view.t, height_mm[0], height_mm[1], height_mm[2], height_mm[3]);
  };
  looks.step = [&](const GameView& view) {
    for (int i = 0; i < 4; ++i) {
      double& top = flight.tops_m[static_cast<std::size_t>(i)];
      top = std::max(top, view.Ball(i).position_m.z() - kRadius_m);
    }
    return true;
  };
  flight.residual = PlayGame(game, looks).residual;
  return flight;
}

std::string InMm(const Tops& tops) {
  std::string text;
  const std::array<const char*, 4> names = {"cue ", "yellow ", "red ", "blue "};
  for (std::size_t i = 0; i < 4; ++i)
    text += (i > 0 ? ", " : "") + (names[i] + Text(1e3 * tops[i]));
  return text + " mm";
}

Sheet HeightSheet() {
  return Sheet({"run", "t_s", "cue_z_mm", "yellow_z_mm", "red_z_mm", "blue_z_mm"});
}

std::string GapName(double gap_m) { return "alpha " + Text(gap_m); }

Plot HeightPlot(const std::string& title, const char* column,
                const std::vector<std::string>& runs) {
  Plot plot{title, "t, s", "z - R, mm", {}};
  for (const std::string& run : runs)
    plot.curves.push_back({run, "t_s", column, "run", run, "lines"});
  return plot;
}

// The same break with one thing left out: what the climb comes from.
void NameTheCause(const Tops& with_all, Findings& findings, double& residual) {
  const auto play = [&](const std::string& name, auto&& change) {
    Game game = BreakGame(1e-9);
    change(game.settings);
    const Flight flight = Fly(name, game, findings.sheet());
    residual = std::max(residual, flight.residual);
    return flight.tops_m;
  };
  const Tops smooth = play("no ball-ball friction", [](CompliantSettings& settings) {
    settings.ball_ball.friction = Frictionless{};
  });
  const Tops slick = play("no cloth friction", [](CompliantSettings& settings) {
    settings.cloth_friction = SlipFriction(Frictionless{});
  });
  findings.Reproduces("alpha 1e-9 without ball-ball friction: greatest z - R",
                      "not said; ours: friction between spinning balls lifts them", InMm(smooth),
                      smooth[0] < 0.1 * with_all[0] && smooth[1] < 0.1 * with_all[1]);
  findings.Reproduces("alpha 1e-9 without cloth friction: greatest z - R",
                      "not said; ours: the cloth is what makes them spin", InMm(slick),
                      slick[0] < 0.1 * with_all[0] && slick[1] < 0.1 * with_all[1]);
}

// The steps from one gap to the next that bring cue or yellow ball less high.
int CountFalls(std::span<const Tops> tops) {
  int falls = 0;
  for (std::size_t i = 0; i + 1 < tops.size(); ++i) {
    for (const std::size_t ball : {0, 1}) falls += tops[i + 1][ball] < tops[i][ball] ? 1 : 0;
  }
  return falls;
}

// Nothing that takes energy.
void Conserve(Findings& findings) {
  Game game = BreakGame(1e-9);
  game.settings.ball_ball = {HertzLaw{}, Frictionless{}};
  game.settings.cushion = {HertzLaw{}, Frictionless{}};
  game.settings.cloth_friction = SlipFriction(Frictionless{});
  game.integration.relative_tolerance = 1e-12;
  game.integration.absolute_tolerance = 1e-14;
  const Played played = PlayGame(game);
  const double lost = played.last.lost_in_contacts + played.last.lost_to_friction;
  findings.Reproduces("Hertz everywhere, no friction: J lost", "ours", 0.0, lost, 0.0);
  findings.Reproduces("the same: |E - E0| / E0 after 3 s", "ours", 0.0, played.residual, 1e-9);
}

}  // namespace

// catalogue C-25
void PoolRack(Findings& findings) {
  findings.sheet() = Sheet({"alpha_m", "ball", "x_m", "y_m", "z_m"});
  findings.LegacyNotCheckable("Table 3: positions of red and blue", "lost", "the table's numbers");
  const std::array<const char*, 4> names = {"cue", "yellow", "red", "blue"};
  double worst = 0.0;
  for (const double gap : kRackGaps_m) {
    const Game game = BreakGame(gap);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Vec3& at = game.balls[i].position_m;
      findings.sheet().Add(gap, names[i], at.x(), at.y(), at.z());
    }
    const auto side = [&](std::size_t a, std::size_t b) {
      const double apart = (game.balls[a].position_m - game.balls[b].position_m).norm();
      return std::fabs(apart - 2.0 * kRadius_m - gap);
    };
    worst = std::max({worst, side(1, 2), side(2, 3), side(3, 1)});
  }
  findings.Reproduces("sides of the triangle, off 2 R + alpha, m", "equilateral", 0.0, worst,
                      1e-15);
  const Game fine = BreakGame(1e-7);
  findings.Reproduces("alpha 1e-7: x of red and blue, m", "d sqrt(3)/2 behind yellow",
                      0.684493438428821, fine.balls[2].position_m.x(), 2e-15);
  const Game random = BreakGame(2.1325735e-4);
  findings.Reproduces("alpha 2.1325735e-4: x of red and blue, m", "d sqrt(3)/2 behind yellow",
                      0.6846780381089244, random.balls[2].position_m.x(), 2e-15);
  findings.Reproduces("alpha 2.1325735e-4: y of red, m", "d/2", 0.028681628675,
                      random.balls[2].position_m.y(), 1e-15);
}

void PoolBreakHeights(Findings& findings) {
  findings.sheet() = HeightSheet();
  std::vector<Tops> tops;
  std::vector<std::string> runs;
  double residual = 0.0;
  for (const CompliantStart start : {CompliantStart::kAsPlaced, CompliantStart::kSeated}) {
    const bool seated = start == CompliantStart::kSeated;
    for (const double gap : kRackGaps_m) {
      Game game = BreakGame(gap);
      game.settings.start = start;
      game.duration_s = seated ? 3.0 : 4.0;
      const std::string name = GapName(gap) + (seated ? " seated" : " as placed");
      const Flight flight = Fly(name, game, findings.sheet());
      residual = std::max(residual, flight.residual);
      runs.push_back(name);
      tops.push_back(flight.tops_m);
      findings.LegacyTells(name + ": greatest z - R", seated ? "ours" : "Fig 10, no numbers",
                     InMm(flight.tops_m));
    }
  }
  for (const std::size_t first : {0, 5}) {
    const std::string start = first == 0 ? "paper's start: " : "seated start: ";
    const Tops& random = tops[first + 4];
    findings.Reproduces(start + "cue and yellow at the random gap", "hardly move in z",
                        InMm(random), random[0] < 1e-3 && random[1] < 1e-3);
    const int falls = CountFalls(std::span(tops).subspan(first, 5));
    findings.Differs(
        start + "of 8 steps of alpha, with cue and yellow, those that lessen the climb",
        "climb less as alpha grows: 8", Text(falls), falls < 8,
        "a single height is a chance one at small gaps, as the spread over speeds "
        "below and the one over J (pool-09) show; only the trend of many is left");
  }
  JudgeClimb(findings);
  NameTheCause(tops[0], findings, residual);
  findings.Reproduces("all runs: greatest |E - E0| / E0, losses counted", "ours", 0.0, residual,
                      1e-6);
  Conserve(findings);
  const std::vector<std::string> paper(runs.begin(), runs.begin() + 5);
  findings.SetPanels({HeightPlot("Cue ball, 24 mph break", "cue_z_mm", paper),
                      HeightPlot("Yellow ball", "yellow_z_mm", paper)});
}

void SmoothBreakHeights(Findings& findings) {
  findings.sheet() = HeightSheet();
  std::vector<Plot> panels;
  std::vector<Tops> tops;
  for (const double gap : {1e-9, 1e-6, 2.1325735e-4}) {
    const std::string name = GapName(gap);
    tops.push_back(Fly(name, BreakGame(gap), findings.sheet()).tops_m);
    Plot plot{"Heights, " + name + " m, paper's start", "t, s", "z - R, mm", {}};
    for (const char* ball : {"cue", "yellow", "red", "blue"}) {
      plot.curves.push_back({ball, "t_s", std::string(ball) + "_z_mm", "run", name, "lines"});
    }
    panels.push_back(plot);
    findings.LegacyTells(name + ": greatest z - R", "Fig 12, no numbers", InMm(tops.back()));
  }
  findings.Reproduces("cue ball: climbs less as alpha grows", "yes",
                      Text(1e3 * tops[0][0]) + ", " + Text(1e3 * tops[1][0]) + ", " +
                          Text(1e3 * tops[2][0]) + " mm",
                      tops[0][0] > tops[1][0] && tops[1][0] > tops[2][0]);
  findings.Reproduces("yellow ball: climbs less as alpha grows", "yes",
                      Text(1e3 * tops[0][1]) + ", " + Text(1e3 * tops[1][1]) + ", " +
                          Text(1e3 * tops[2][1]) + " mm",
                      tops[0][1] > tops[1][1] && tops[1][1] > tops[2][1]);
  findings.LegacyTells("between these gaps, and at other speeds", "not shown",
                 "heights scatter too much to be told one by one: see pool-20");
  findings.SetPanels(panels);
}

}  // namespace carom::papers
