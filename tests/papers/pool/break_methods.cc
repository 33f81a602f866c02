// Symmetry of the break by the four methods, its steps, and what moves it: pool-26, -27, -29, -36.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tests/papers/pool/constrained_systems.h"
#include "tests/papers/pool/experiments.h"
#include "tests/papers/pool/named_set.h"

namespace carom::papers {
namespace {

// How far the cue ball gets off its line, m.
double OffLine(const std::string& run, const Game& game, Sheet& sheet) {
  double off_m = 0.0;
  Looks looks;
  looks.period_s = game.duration_s / 300.0;
  looks.sample = [&](const GameView& view) {
    const double y = view.Ball(0).position_m.y();
    off_m = std::max(off_m, std::fabs(y));
    sheet.Add(run, view.t, y, view.system.AccelerationsAt(view.t, view.y)[0].linear_m_s2.y());
  };
  PlayGame(game, looks);
  return off_m;
}

// One method by both integrations.
void FollowMethod(const char* claim, const NamedMethod& method, double step_s, double duration_s,
                  Findings& findings) {
  Game game = NamedSetBreak(kRandomGap_m);
  game.constraints.method = method.method;
  game.integration.largest_step_s = step_s;
  game.duration_s = duration_s;
  const std::string name = method.name;
  findings.Measure(claim, {{OffLine(name, game, findings.sheet()), name}});
  findings.Emulate(
      claim, {{OffLine(name + " tool emulated", AsAuthors(game, step_s), findings.sheet()), name}});
}

// A row for each method: y and a_y.
void PlotDrift(std::vector<NamedMethod> methods, double step_s, Findings& findings) {
  std::vector<Plot> panels;
  for (const NamedMethod& method : methods) {
    const std::string name = method.name;
    const std::string title = name + ", steps up to " + Text(step_s) + " s: cue ball's ";
    // Of a ball's size and of gravity: what is rounding lies on the line, as it should.
    Plot place{title + "y", "t, s", "y, m", {}};
    place.y_low = -kPaperBall.radius_m;
    place.y_high = kPaperBall.radius_m;
    Plot force{title + "a_y", "t, s", "a_y, m/s^2", {}};
    force.y_low = -9.81;
    force.y_high = 9.81;
    for (const std::string run : {"", " tool emulated"}) {
      const std::string label = run.empty() ? "contacts located" : run.substr(1);
      place.curves.push_back({label, "t_s", "cue_y_m", "run", name + run, "lines"});
      force.curves.push_back({label, "t_s", "cue_ay_m_s2", "run", name + run, "lines"});
    }
    panels.push_back(place);
    panels.push_back(force);
  }
  findings.SetPanels(panels, 2);
}

// The median of the steps that end in a contact of balls or with a cushion which the step before
// did not end in.
double StepIntoContact(const Game& game) {
  std::vector<double> steps_s;
  std::vector<bool> touched;
  double last_s = 0.0;
  Looks looks;
  looks.step = [&](const GameView& view) {
    touched.resize(view.model.contacts.size(), false);
    bool is_new = false;
    for (std::size_t i = 0; i < touched.size(); ++i) {
      const bool touches = view.model.contacts[i].kind != EventKind::kBallSlate &&
                           view.system.ForcesAt(static_cast<int>(i), view.y).penetration_m > 0.0;
      is_new = is_new || (touches && !touched[i]);
      touched[i] = touches;
    }
    if (is_new) steps_s.push_back(view.t - last_s);
    last_s = view.t;
    return true;
  };
  PlayGame(game, looks);
  if (steps_s.empty()) return std::nan("");
  std::sort(steps_s.begin(), steps_s.end());
  return steps_s[steps_s.size() / 2];
}

Game LoneBall(const Vec3& at, const Vec3& velocity, double duration_s) {
  Game game;
  game.AddBall(at.x(), at.y(), at.z(), velocity);
  game.settings.ball_material = PaperResin();
  game.duration_s = duration_s;
  return game;
}

Game Base(double gap_m = 1e-7) {
  Game game = NamedSetBreak(gap_m);
  game.duration_s = 3.0;
  return game;
}

double Farthest_mm(const Played& a, const Played& b) {
  double most_m = 0.0;
  for (std::size_t i = 0; i < a.balls.size(); ++i) {
    most_m = std::max(most_m, (a.balls[i].position_m - b.balls[i].position_m).norm());
  }
  return 1e3 * most_m;
}

}  // namespace

void PoolSymmetry(Findings& findings) {
  findings.sheet() = Sheet({"run", "t_s", "cue_y_m", "cue_ay_m_s2"});
  for (std::size_t m = 0; m < kMethods.size(); ++m) {
    FollowMethod(m < 2 ? "pool-26a" : "pool-26b", kMethods[m], 0.01, 3.0, findings);
  }
  PlotDrift({kMethods.begin(), kMethods.end()}, 0.01, findings);
}

void PoolSymmetryFine(Findings& findings) {
  findings.sheet() = Sheet({"run", "t_s", "cue_y_m", "cue_ay_m_s2"});
  FollowMethod("pool-27a", kMethods[2], 1e-5, 0.15, findings);
  FollowMethod("pool-27b", kMethods[3], 1e-5, 0.15, findings);
  PlotDrift({kMethods[2], kMethods[3]}, 1e-5, findings);
}

void PoolSteps(Findings& findings) {
  const auto count = [&](const std::string& name, const Game& game, double step_s) {
    Game located = game;
    located.integration.largest_step_s = step_s;
    findings.Measure("pool-29", {{StepIntoContact(located) / step_s, name}});
    findings.Emulate("pool-29", {{StepIntoContact(AsAuthors(game, step_s)) / step_s, name}});
  };
  count("experiment 1, 0.01 s", NamedSetBreak(kRandomGap_m), 0.01);
  Game fine = NamedSetBreak(kRandomGap_m);
  fine.duration_s = 0.15;
  count("experiment 1, 1e-5 s", fine, 1e-5);
  Game cut =
      LoneBall(Vec3(0.0, 0.0, kCueBallHeight_m), Vec3(3.0 * kMilesPerHour_m_s, 0.0, 0.0), 2.0);
  cut.AddBall(0.635, kPaperBall.radius_m);
  count("experiment 2, 1e-4 s", cut, 1e-4);
  count("experiment 3, 1e-4 s",
        LoneBall(Vec3(1.0, 0.55, kCueBallHeight_m), Vec3(0.0, 2.724, 0.0), 0.2), 1e-4);
  count("experiment 3, 1e-3 s",
        LoneBall(Vec3(1.0, 0.55, kCueBallHeight_m), Vec3(0.0, 2.724, 0.0), 1.0), 1e-3);
}

void PoolSensitivity(Findings& findings) {
  findings.sheet() = Sheet({"run", "what", "moved_mm"});
  for (const bool as_authors : {false, true}) {
    const auto play = [&](const Game& game, double step_s = 0.01) {
      if (as_authors) return PlayGame(AsAuthors(game, step_s));
      Game located = game;
      located.integration.largest_step_s = step_s;
      return PlayGame(located);
    };
    const Played base = play(Base());
    const auto add = [&](const char* claim, const char* what, double moved_mm) {
      findings.sheet().Add(as_authors ? "tool emulated" : "contacts located", what, moved_mm);
      if (as_authors) return findings.Emulate(claim, {{moved_mm, what}});
      findings.Measure(claim, {{moved_mm, what}});
    };
    double by_gap = 0.0;
    for (const double gap_m : kRackGaps_m) {
      by_gap = std::max(by_gap, Farthest_mm(base, play(Base(gap_m))));
    }
    add("pool-36a", "gap", by_gap);
    double by_law = 0.0;
    for (const NormalLaw& law :
         {NormalLaw(HertzLaw{}), NormalLaw(FloresLaw{{.restitution = 0.93}})}) {
      Game game = Base();
      game.settings.ball_ball.normal = law;
      by_law = std::max(by_law, Farthest_mm(base, play(game)));
    }
    add("pool-36d", "ball-ball law", by_law);
    double by_friction = 0.0;
    const CompliantSettings threlfall =
        PaperTable2(PaperBallBall::kThrelfall, PaperCushion::kFrictionless);
    for (const SlipFriction& friction :
         {SlipFriction(Frictionless{}), threlfall.ball_ball.friction}) {
      Game game = Base();
      game.settings.ball_ball.friction = friction;
      by_friction = std::max(by_friction, Farthest_mm(base, play(game)));
    }
    add("pool-36d", "ball-ball friction", by_friction);
    add("pool-36b", "step", Farthest_mm(base, play(Base(), 1e-5)));
  }
}

}  // namespace carom::papers
