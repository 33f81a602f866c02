// The first experiment: the rack, and how high its balls go. pool-19, pool-20, smooth-22.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tests/papers/pool/authors.h"
#include "tests/papers/pool/break_experiments.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {
namespace {

// Greatest height of each ball above where it lies without load, m.
using Tops = std::array<double, 4>;

struct BreakFlight {
  Tops tops_m = {};
  double residual = 0.0;
};

// What is written down of a flight: each height, or the greatest ones between two times.
struct Written {
  double period_s;
  bool greatest;
};
constexpr Written kHeights = {0.005, false};
// Longer than the flights of the highest balls, 0.1 s, so that it is their envelope.
constexpr Written kEnvelope = {0.1, true};

// Plays a break, with its heights in the sheet under `name`.
BreakFlight Fly(const std::string& name, const Game& game, const Written& written, Sheet& sheet) {
  BreakFlight flight;
  std::array<double, 4> height_m = {};
  const auto look = [&](const GameView& view, bool greatest) {
    for (std::size_t i = 0; i < 4; ++i) {
      const double above_m = view.Ball(static_cast<int>(i)).position_m.z() - kRadius_m;
      height_m[i] = greatest ? std::max(height_m[i], above_m) : above_m;
    }
  };
  Looks looks;
  looks.period_s = written.period_s;
  looks.sample = [&](const GameView& view) {
    look(view, written.greatest);
    sheet.Add(name, view.t, 1e3 * height_m[0], 1e3 * height_m[1], 1e3 * height_m[2],
              1e3 * height_m[3]);
    height_m = {};
  };
  looks.step = [&](const GameView& view) {
    look(view, true);
    for (std::size_t i = 0; i < 4; ++i) {
      const double above_m = view.Ball(static_cast<int>(i)).position_m.z() - kRadius_m;
      flight.tops_m[i] = std::max(flight.tops_m[i], above_m);
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

// A row for each ball, a column for each gap: the start as placed, seated, and the run as the
// authors'.
void PlotHeights(Findings& findings) {
  const std::array<const char*, 4> balls = {"cue", "yellow", "red", "blue"};
  std::vector<Plot> panels;
  for (std::size_t ball = 0; ball < balls.size(); ++ball) {
    const std::string column = std::string(balls[ball]) + "_z_mm";
    for (const double gap : kRackGaps_m) {
      const std::string title = std::string(balls[ball]) + ", alpha = " + Text(gap) + " m";
      Plot plot{title, "t, s", "greatest z - R within 0.1 s, mm", {}};
      for (const std::string run : {"as placed", "seated", "as the authors"}) {
        plot.curves.push_back({run, "t_s", column, "run", GapName(gap) + " " + run, "lines"});
      }
      panels.push_back(plot);
    }
  }
  findings.SetPanels(panels, static_cast<int>(kRackGaps_m.size()));
}

// The same break with one thing left out: what the climb comes from.
void NameTheCause(const Tops& with_all, Findings& findings, double& residual) {
  const auto play = [&](const std::string& name, auto&& change) {
    Game game = BreakGame(1e-9);
    change(game.settings);
    const BreakFlight flight = Fly(name, game, kEnvelope, findings.sheet());
    residual = std::max(residual, flight.residual);
    return flight.tops_m;
  };
  const Tops smooth = play("no ball-ball friction", [](CompliantSettings& settings) {
    settings.ball_ball.friction = Frictionless{};
  });
  const Tops slick = play("no cloth friction", [](CompliantSettings& settings) {
    settings.cloth_friction = SlipFriction(Frictionless{});
  });
  const auto without = [&](const char* what, const Tops& tops) {
    findings.Extension(
        std::string("alpha 1e-9 without ") + what + ": climb over that with all",
        {Source::kReferenceRun, "the same break with all"},
        {{tops[0] / with_all[0], Below(1.0, 1.0, "", "1 if that did not matter"), "cue"},
         {tops[1] / with_all[1], Below(1.0, 1.0, "", "1 if that did not matter"), "yellow"}});
  };
  without("ball-ball friction, which lifts spinning balls", smooth);
  without("cloth friction, which makes them spin", slick);
}

// The same with the authors' tool and the named set.
void FlyAsAuthors(Findings& findings) {
  std::vector<Tops> tops;
  for (const double gap_m : kRackGaps_m) {
    const Game game = AsAuthors(NamedSetBreak(gap_m));
    const std::string name = GapName(gap_m) + " as the authors";
    tops.push_back(Fly(name, game, kEnvelope, findings.sheet()).tops_m);
    findings.Tells(name + ": greatest z - R", InMm(tops.back()));
  }
  const Tops& small = tops.front();
  const Tops& random = tops.back();
  const Printed paper = {
      "with lower values of alpha, some of the balls (mainly the cue and the yellow ones) tended "
      "to increase their position in global z-axis",
      "4.1, Fig 10"};
  for (const std::size_t ball : {0, 1}) {
    findings.Reproduced(
        std::string(ball == 0 ? "cue" : "yellow") +
            ", as the authors ran it: greatest z - R at 1e-9 over that at the random gap",
        paper, {{small[ball] / random[ball], Above(1.0, 1.0, "", "1 where they are alike")}},
        {Source::kReferenceRun, "the random gap"});
  }
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
  findings.SelfCheck("Hertz everywhere, no friction", {Source::kClosedForm, "nothing takes energy"},
                     {{lost, Exactly(0.0, "J"), "J lost"},
                      {played.residual, SizeWithin({1e-9, "", "integration at 1e-12"}),
                       "|E - E0| / E0 after 3 s"}});
}

}  // namespace

// catalogue C-25
void PoolRack(Findings& findings) {
  findings.sheet() = Sheet({"alpha_m", "ball", "x_m", "y_m", "z_m"});
  findings.NotCheckable("Table 3",
                        {"Positions of red and blue balls as a function of alpha", "Table 3"},
                        "the table's numbers");
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
  findings.Reproduced("sides of the triangle, off 2 R + alpha",
                      {"d = 2 Radius + alpha", "4.1, Fig 9"},
                      {{worst, SizeWithin({1e-15, "m", "rounding"}, kRadius_m)}});
  const Game fine = BreakGame(1e-7);
  const Game random = BreakGame(2.1325735e-4);
  const Tolerance rounding = {2e-15, "m", "digits of the catalogue"};
  findings.SelfCheck(
      "places of red", {Source::kCatalogue, "C-25"},
      {{fine.balls[2].position_m.x(), Around(0.684493438428821, rounding), "alpha 1e-7: x"},
       {random.balls[2].position_m.x(), Around(0.6846780381089244, rounding),
        "alpha 2.1325735e-4: x"},
       {random.balls[2].position_m.y(), Around(0.028681628675, rounding),
        "alpha 2.1325735e-4: y"}});
}

void PoolBreakHeights(Findings& findings) {
  findings.sheet() = HeightSheet();
  std::vector<Tops> tops;
  double residual = 0.0;
  for (const CompliantStart start : {CompliantStart::kAsPlaced, CompliantStart::kSeated}) {
    const bool seated = start == CompliantStart::kSeated;
    for (const double gap : kRackGaps_m) {
      Game game = BreakGame(gap);
      game.settings.start = start;
      game.duration_s = seated ? 3.0 : 4.0;
      const std::string name = GapName(gap) + (seated ? " seated" : " as placed");
      const BreakFlight flight = Fly(name, game, kEnvelope, findings.sheet());
      residual = std::max(residual, flight.residual);
      tops.push_back(flight.tops_m);
      findings.Tells(name + ": greatest z - R", InMm(flight.tops_m));
    }
  }
  for (const std::size_t first : {0, 5}) {
    const std::string start = first == 0 ? "paper's start: " : "seated start: ";
    findings.Tells(
        start + "greatest z - R at the random gap",
        {"For the random value set, cue and yellow balls hardly move in z-axis.", "4.1, Fig 10"},
        "cue " + Text(1e3 * tops[first + 4][0]) + ", yellow " + Text(1e3 * tops[first + 4][1]) +
            " mm; what \"hardly\" is has no bound");
    for (const std::size_t ball : {0, 1}) {
      std::array<double, kRackGaps_m.size()> by_gap = {};
      for (std::size_t i = 0; i < by_gap.size(); ++i) by_gap[i] = tops[first + i][ball];
      JudgeTrend(start + (ball == 0 ? "cue" : "yellow") + ", greatest z - R at the five gaps",
                 by_gap, findings);
    }
  }
  findings.Tells("resin of the runs that are not \"as the authors\"",
                 FindMaterial("phenolic_resin")->source);
  JudgeClimb(findings);
  NameTheCause(tops[0], findings, residual);
  findings.SelfCheck("all runs: greatest |E - E0| / E0, losses counted",
                     {Source::kClosedForm, "the account of energy"},
                     {{residual, SizeWithin({1e-6, "", "integration"})}});
  FlyAsAuthors(findings);
  Conserve(findings);
  PlotHeights(findings);
}

void SmoothBreakHeights(Findings& findings) {
  findings.sheet() = HeightSheet();
  std::vector<Plot> panels;
  for (const double gap : {1e-9, 1e-6, 2.1325735e-4}) {
    const std::string name = GapName(gap);
    const Tops tops = Fly(name, BreakGame(gap), kHeights, findings.sheet()).tops_m;
    Plot plot{"Heights, " + name + " m, paper's start", "t, s", "z - R, mm", {}};
    for (const char* ball : {"cue", "yellow", "red", "blue"}) {
      plot.curves.push_back({ball, "t_s", std::string(ball) + "_z_mm", "run", name, "lines"});
    }
    panels.push_back(plot);
    findings.Tells(name + ": greatest z - R", InMm(tops));
  }
  findings.Tells(
      "whether the heights fall as the gap grows",
      {"As alpha was increased, the maximum values reached by these balls reduced", "4, Fig 12"},
      "the pool paper's sentence and experiment: judged in pool-20, at five gaps");
  findings.SetPanels(panels);
}

}  // namespace carom::papers
