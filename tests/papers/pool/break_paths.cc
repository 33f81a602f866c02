// Where the balls of the break go: pool-21 to pool-25.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "tests/papers/event/setup.h"
#include "tests/papers/pool/experiments.h"
#include "tests/papers/pool/named_set.h"

namespace carom::papers {
namespace {

Game AsToldBy(const Game& game, bool as_authors) { return as_authors ? AsAuthors(game) : game; }

void Add(const char* claim, bool as_authors, double value, const std::string& name,
         Findings& findings) {
  if (as_authors) return findings.Emulate(claim, {{value, name}});
  findings.Measure(claim, {{value, name}});
}

// Greatest |z - R| of any ball at any step, mm.
double GreatestOff_mm(const Game& game) {
  double off_m = 0.0;
  Looks looks;
  looks.step = [&](const GameView& view) {
    for (int i = 0; i < static_cast<int>(game.balls.size()); ++i) {
      off_m = std::max(off_m, std::fabs(view.Ball(i).position_m.z() - kPaperBall.radius_m));
    }
    return true;
  };
  PlayGame(game, looks);
  return 1e3 * off_m;
}

// When the yellow ball meets its first cushion, s; its way in the sheet.
double BorderTime(double gap_m, bool reduced, bool as_authors, const std::string& run,
                  Sheet& sheet) {
  Game game = NamedSetBreak(gap_m, reduced);
  game.duration_s = 1.5;
  Looks looks;
  looks.period_s = 0.01;
  looks.sample = [&](const GameView& view) {
    sheet.Add(run, view.t, view.Ball(kYellow).position_m.x());
  };
  const Played played = PlayGame(AsToldBy(game, as_authors), looks);
  const GameContact* border = FindContact(played, EventKind::kBallCushion, kYellow);
  return border == nullptr ? std::nan("") : border->begin_s;
}

// When yellow meets red once more after the rack is left; NaN: it does not.
double MeetRed(const Game& game) {
  const Played played = PlayGame(game);
  const GameContact* meet = FindContact(played, EventKind::kBallBall, kYellow, kRed, 0.2);
  return meet == nullptr ? std::nan("") : meet->begin_s;
}

// Yellow's v_x 10 ms after the break, m/s.
double YellowSpeed(Game game) {
  game.duration_s = 0.125;
  return PlayGame(game).balls[kYellow].velocity_m_s.x();
}

// At the random gap, with resins of 2 to 10.5 GPa.
Quantity YellowOfAnyResin(bool as_authors) {
  double least = 1e9;
  double most = -1e9;
  for (const double resin_Pa : {2e9, 3e9, 5.84e9, 10.5e9}) {
    Game game = NamedSetBreak(kRandomGap_m);
    game.settings.ball_material.modulus_Pa = resin_Pa;
    const double v = YellowSpeed(AsToldBy(game, as_authors));
    least = std::min(least, v);
    most = std::max(most, v);
  }
  return {0.5 * (least + most), "", 0.5 * (most - least)};
}

double YellowByLaw(double gap_m, const NormalLaw& law) {
  Game game = NamedSetBreak(gap_m);
  game.settings.ball_ball.normal = law;
  return YellowSpeed(game);
}

// The same between rigid balls, c = 0.93 without friction.
double YellowRigid(SimultaneousImpacts simultaneous, double gap_m, Findings& findings) {
  Setup setup;
  setup.UsePlainLaws(0.93, 0.85);
  setup.environment().simultaneous = simultaneous;
  setup.environment().stop.at_time_s = 0.02;
  setup.environment().cloth =
      Cloth{.sliding_friction = 0.0, .rolling_friction = 0.0, .spinning_friction = 0.0};
  const Game game = BreakGame(gap_m);
  setup.AddBall({0.635 - 2.0 * kBallRadius_m - 0.01, 0.0}, {kBreakSpeed_m_s, 0.0});
  for (std::size_t i = 1; i < 4; ++i) setup.AddBall(game.balls[i].position_m.head<2>());
  const auto record = Play(setup, findings);
  return record ? record->final_states[kYellow].velocity.x() : std::nan("");
}

double Evaluations(const Game& game) {
  return static_cast<double>(PlayGame(game).result.cost.evaluations);
}

}  // namespace

void PoolReducedModel(Findings& findings) {
  Game game = NamedSetBreak(1e-9, true);
  game.settings.vertical_friction = true;
  game.duration_s = 0.2;
  for (const bool as_authors : {false, true}) {
    Add("pool-21", as_authors, GreatestOff_mm(AsToldBy(game, as_authors)), "", findings);
  }
  const double without_mm = GreatestOff_mm(NamedSetBreak(1e-9, true));
  findings.Plant("pool-21", "without that part", {{without_mm}});
  findings.Tell("pool-21", "without it " + Text(without_mm) + " mm in 3 s");
}

void PoolYellowPath(Findings& findings) {
  findings.sheet() = Sheet({"run", "t_s", "yellow_x_m"});
  std::vector<Plot> panels;
  for (const double gap_m : kRackGaps_m) {
    Plot plot{"Yellow ball, alpha " + Text(gap_m) + " m", "t, s", "x, m", {}};
    for (const bool as_authors : {false, true}) {
      const std::string how = as_authors ? " tool emulated" : " contacts located";
      std::array<double, 2> times_s = {};
      for (const bool reduced : {false, true}) {
        const std::string label = (reduced ? "reduced" : "full") + how;
        const std::string run = Text(gap_m) + " " + label;
        times_s[reduced ? 1 : 0] = BorderTime(gap_m, reduced, as_authors, run, findings.sheet());
        plot.curves.push_back({label, "t_s", "yellow_x_m", "run", run, "lines"});
      }
      if (gap_m > 5e-7) continue;
      Add("pool-22", as_authors, 1e3 * (times_s[0] - times_s[1]), "alpha " + Text(gap_m), findings);
    }
    panels.push_back(plot);
  }
  findings.SetPanels(panels);
}

void PoolYellowHits(Findings& findings) {
  for (const PaperBallBall law : {PaperBallBall::kThrelfall, PaperBallBall::kAlciatore}) {
    for (const PaperCushion cushion : {PaperCushion::kFrictionless, PaperCushion::kAmbrosio}) {
      std::string told;
      for (const double resin_Pa : {2e9, 2.5e9, 3e9, 3.5e9, 4.5e9, 5.84e9, 10.5e9}) {
        Game game = BreakGame(1e-6);
        game.settings = PaperTable2(law, cushion);
        game.settings.ball_material.modulus_Pa = resin_Pa;
        game.duration_s = 1.3;
        const double meet_s = MeetRed(game);
        if (!std::isnan(meet_s)) told += Text(1e-9 * resin_Pa) + " GPa: " + Text(meet_s) + " s, ";
      }
      findings.Tell("pool-23",
                    std::string(law == PaperBallBall::kThrelfall ? "Threlfall" : "Alciatore") +
                        ", cushion " + (cushion == PaperCushion::kFrictionless ? "0.85" : "0.98") +
                        ", resin of 2 to 10.5 GPa: yellow meets red again at " + told + "else not");
    }
  }
}

void PoolYellowBack(Findings& findings) {
  findings.sheet() = Sheet({"law", "alpha_m", "yellow_vx_m_s"});
  const std::array<std::pair<const char*, NormalLaw>, 3> laws = {
      {{"Hertz", HertzLaw{}},
       {"LN", LankaraniNikravesh{{.restitution = 0.93}}},
       {"Flores", FloresLaw{{.restitution = 0.93}}}}};
  for (const auto& [name, law] : laws) {
    for (const double gap_m : kRackGaps_m) {
      findings.sheet().Add(name, gap_m, YellowByLaw(gap_m, law));
    }
  }
  for (const bool as_authors : {false, true}) {
    const Quantity v = YellowOfAnyResin(as_authors);
    as_authors ? findings.Emulate("pool-24a", {v}) : findings.Measure("pool-24a", {v});
  }
  const double tied = YellowRigid(SimultaneousImpacts::kTied, 0.0, findings);
  findings.Measure(
      "pool-24b", {{tied, "solved together"},
                   {YellowRigid(SimultaneousImpacts::kTied, kRandomGap_m, findings), "random gap"},
                   {YellowRigid(SimultaneousImpacts::kSequential, 0.0, findings), "pair by pair"}});
  findings.Tell("pool-24b", "a frozen cluster of Hertz springs gives " +
                                Text(YellowRigid(SimultaneousImpacts::kCluster, 0.0, findings)) +
                                " m/s");
  findings.Tell("pool-24c", "rigid balls give " + Text(tied) +
                                " m/s; Lankarani and Nikravesh's law " +
                                Text(YellowByLaw(1e-9, laws[1].second)) + " at 1e-9, " +
                                Text(YellowByLaw(1e-7, laws[1].second)) + " at 1e-7, " +
                                Text(YellowByLaw(kRandomGap_m, laws[1].second)) +
                                " m/s at the random gap; Hertz's " +
                                Text(YellowByLaw(1e-9, HertzLaw{})) + " at 1e-9");
  findings.SetPlot({"Yellow ball 10 ms after the break",
                    "alpha, m",
                    "v_x, m/s",
                    {{"Hertz", "alpha_m", "yellow_vx_m_s", "law", "Hertz"},
                     {"Lankarani-Nikravesh", "alpha_m", "yellow_vx_m_s", "law", "LN"},
                     {"Flores", "alpha_m", "yellow_vx_m_s", "law", "Flores"}},
                    true});
}

void PoolBreakCost(Findings& findings) {
  findings.sheet() = Sheet({"run", "model", "alpha_m", "evaluations"});
  for (const bool as_authors : {false, true}) {
    const auto count = [&](double gap_m, bool reduced) {
      const double all = Evaluations(AsToldBy(NamedSetBreak(gap_m, reduced), as_authors));
      findings.sheet().Add(as_authors ? "tool emulated" : "contacts located",
                           reduced ? "reduced" : "full", gap_m, all);
      return all;
    };
    const double full = count(1e-9, false);
    const double full_random = count(kRandomGap_m, false);
    const double reduced = count(1e-9, true);
    const double reduced_random = count(kRandomGap_m, true);
    Add("pool-25a", as_authors, full / reduced, "1e-9", findings);
    Add("pool-25a", as_authors, full_random / reduced_random, "random gap", findings);
    findings.Tell("pool-25b", std::string(as_authors ? "tool emulated" : "contacts located") +
                                  ": evaluations at 1e-9 over those at the random gap: full " +
                                  Text(full / full_random) + ", reduced " +
                                  Text(reduced / reduced_random));
  }
}

}  // namespace carom::papers
