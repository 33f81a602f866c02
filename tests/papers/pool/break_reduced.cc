// The first experiment with heights frozen, and the way of the yellow ball: pool-21, -22.

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "tests/papers/pool/break_experiments.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {
namespace {

constexpr double kRadius_m = kPaperBall.radius_m;
constexpr int kYellow = 1;

// Greatest |z - R| of any ball at any step.
double GreatestOff(const Game& game, double& residual) {
  double off = 0.0;
  Looks looks;
  looks.period_s = 0.01;
  looks.step = [&](const GameView& view) {
    for (int i = 0; i < static_cast<int>(game.balls.size()); ++i) {
      off = std::max(off, std::fabs(view.Ball(i).position_m.z() - kRadius_m));
    }
    return true;
  };
  residual = PlayGame(game, looks).residual;
  return off;
}

// Deceleration of a ball that slides on the reduced cloth.
double ReducedDeceleration() {
  Game game;
  game.settings.horizontal = true;
  game.cushions = PaperCushions::kNone;
  game.AddBall(0.0, 0.0, kRadius_m, Vec3(3.0, 0.0, 0.0));
  game.duration_s = 0.1;
  return (3.0 - PlayGame(game).balls[0].velocity_m_s.x()) / game.duration_s;
}

struct Curve4 {
  const char* name;
  bool reduced;
  ConstraintMethod method;
};

constexpr std::array<Curve4, 4> kCurves = {{
    {"full BG", false, ConstraintMethod::kBaumgarte},
    {"reduced BG", true, ConstraintMethod::kBaumgarte},
    {"reduced LM", true, ConstraintMethod::kLagrangeMultipliers},
    {"reduced AL", true, ConstraintMethod::kAugmentedLagrangian},
}};

// Time of the yellow ball's first cushion; 0: none.
double BorderTime(const Played& played) {
  const GameContact* border = FindContact(played, EventKind::kBallCushion, kYellow);
  return border == nullptr ? 0.0 : border->begin_s;
}

struct YellowPath {
  Played played;
  std::vector<double> x_m;
};

YellowPath FollowYellow(double gap_m, const Curve4& curve, Sheet& sheet) {
  Game game = BreakGame(gap_m, curve.reduced);
  game.constraints.method = curve.method;
  YellowPath path;
  Looks looks;
  looks.period_s = 0.01;
  looks.sample = [&](const GameView& view) {
    path.x_m.push_back(view.Ball(kYellow).position_m.x());
    sheet.Add(Text(gap_m) + " " + curve.name, view.t, path.x_m.back());
  };
  path.played = PlayGame(game, looks);
  return path;
}

void CompareBorders(double gap_m, const YellowPath& full, const YellowPath& reduced,
                    Findings& findings) {
  const std::string name = "alpha " + Text(gap_m);
  const double full_s = BorderTime(full.played);
  const double reduced_s = BorderTime(reduced.played);
  const std::string ours = "full " + Text(full_s) + " s, reduced " + Text(reduced_s) + " s";
  if (gap_m > 1e-5) {
    findings.Reproduces(name + ": yellow's x at 0.7 s, m", "moves in -x", Text(full.x_m[70]),
                        full.x_m[70] < 0.635 && reduced.x_m[70] < 0.635);
    return;
  }
  findings.Reproduces(name + ": yellow meets the end cushion", "reduced first", ours,
                      reduced_s > 0.0 && reduced_s < full_s);
  double apart = 0.0;
  for (std::size_t i = 0; i <= 60; ++i) {
    apart = std::max(apart, std::fabs(full.x_m[i] - reduced.x_m[i]));
  }
  const std::string what = name + ": x full and reduced, greatest difference to 0.6 s, m";
  if (gap_m < 1e-6) {
    findings.Reproduces(what, "consistent", Text(apart), apart < 0.01);
  } else {
    findings.Differs(what, "different: yellow hits red and blue at 0.7 s", Text(apart),
                     apart < 0.01, "ours meets neither again, in either model: see pool-23");
  }
}

}  // namespace

void PoolReducedModel(Findings& findings) {
  Game game = BreakGame(1e-9, true);
  double residual = 0.0;
  const double frozen = GreatestOff(game, residual);
  findings.Reproduces("greatest |z - R| in 3 s, m", "constant z", 0.0, frozen, 0.0);
  findings.Reproduces("|E - E0| / E0, losses counted", "ours", 0.0, residual, 1e-6);
  game.vertical_friction = true;
  game.duration_s = 0.2;
  double unused = 0.0;
  const double flies = GreatestOff(game, unused);
  findings.Reproduces("with friction's vertical part kept: greatest |z - R| in 0.2 s, m",
                      "balls fly over the cloth or sink", Text(flies), flies > 1e-3);
  const double mu_g = 0.2 * 9.81;
  findings.Differs("deceleration of a sliding ball, m/s^2", "normal force = weight x 9.81: 19.2",
                   mu_g, ReducedDeceleration(), 1e-6,
                   "the force is mass x 9.81, the weight itself");
}

void PoolYellowPath(Findings& findings) {
  findings.sheet() = Sheet({"run", "t_s", "yellow_x_m"});
  std::vector<Plot> panels;
  bool same_bits = true;
  for (const double gap : kRackGaps_m) {
    std::vector<YellowPath> paths;
    Plot plot{"Yellow ball, alpha " + Text(gap) + " m", "t, s", "x, m", {}};
    for (const Curve4& curve : kCurves) {
      paths.push_back(FollowYellow(gap, curve, findings.sheet()));
      const std::string run = Text(gap) + " " + curve.name;
      plot.curves.push_back({curve.name, "t_s", "yellow_x_m", "run", run, "lines"});
    }
    panels.push_back(plot);
    CompareBorders(gap, paths[0], paths[1], findings);
    same_bits = same_bits && SameBits(paths[1].played, paths[2].played) &&
                SameBits(paths[1].played, paths[3].played);
  }
  findings.Reproduces("reduced: BG, LM and AL at every alpha", "alike",
                      same_bits ? "equal to the bit: free balls carry no constraint" : "differ",
                      same_bits);
  findings.SetPanels(panels);
}

}  // namespace carom::papers
