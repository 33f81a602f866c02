// Whether the break stays symmetric with each of the four methods: pool-26, pool-27.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/papers/pool/break_experiments.h"
#include "tests/papers/pool/constrained_systems.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {
namespace {

constexpr double kRandomGap_m = 2.1325735e-4;

// How far the cue ball gets off its line, m, m/s^2, and how far the welds give way.
struct Drift {
  Played played;
  double y_m = 0.0;
  double ay_m_s2 = 0.0;
  double weld = 0.0;
};

Drift Follow(const std::string& run, const Game& game, double period_s, Sheet& sheet) {
  Drift drift;
  Looks looks;
  looks.period_s = period_s;
  looks.sample = [&](const GameView& view) {
    const double y = view.Ball(0).position_m.y();
    const double ay = view.system.AccelerationsAt(view.t, view.y)[0].linear_m_s2.y();
    drift.y_m = std::max(drift.y_m, std::fabs(y));
    drift.ay_m_s2 = std::max(drift.ay_m_s2, std::fabs(ay));
    drift.weld = std::max(drift.weld, view.system.MeasureConstraints(view.y).position);
    sheet.Add(run, view.t, y, ay);
  };
  drift.played = PlayGame(game, looks);
  return drift;
}

Game MethodGame(ConstraintMethod method, double step_s, bool welded) {
  Game game = BreakGame(kRandomGap_m);
  game.constraints.method = method;
  game.integration.largest_step_s = step_s;
  game.welded = welded;
  return game;
}

struct Case {
  double step_s;
  double free_s;    // How long free balls are followed,
  double welded_s;  // and balls among welded bodies.
};

constexpr Case kCoarse = {0.01, 3.0, 0.15};
constexpr Case kFine = {1e-5, 0.3, 0.13};

// All methods at one step; the greatest deviation of each.
void RunMethods(const Case& step, bool as_paper_sees_al, Findings& findings) {
  findings.sheet() = Sheet({"run", "t_s", "cue_y_m", "cue_ay_m_s2"});
  const char* why =
      "a free ball carries no constraint: the methods are one, and a code that treats both sides "
      "alike has nothing to drift from";
  bool same_bits = true;
  std::vector<Played> free;
  Plot place{"Cue ball's y, steps up to " + Text(step.step_s) + " s", "t, s", "y, m", {}};
  Plot force{"Its acceleration along y", "t, s", "a_y, m/s^2", {}};
  for (const bool welded : {false, true}) {
    for (const NamedMethod& method : kMethods) {
      Game game = MethodGame(method.method, step.step_s, welded);
      game.duration_s = welded ? step.welded_s : step.free_s;
      const std::string run = std::string(method.name) + (welded ? " welded" : "");
      const Drift drift = Follow(run, game, game.duration_s / 300.0, findings.sheet());
      const bool drifts =
          method.method == ConstraintMethod::kDirectCorrection ||
          (method.method == ConstraintMethod::kAugmentedLagrangian && !as_paper_sees_al);
      const std::string where = run + " " + Text(game.duration_s) + " s, greatest ";
      if (drifts) {
        findings.Differs(where + "|y|, m", "leaves the line", 0.0, drift.y_m, 1e-9, why);
        findings.Differs(where + "|a_y|, m/s^2", "not 0", 0.0, drift.ay_m_s2, 1e-9, why);
      } else {
        findings.Reproduces(where + "|y|, m", "0", 0.0, drift.y_m, 1e-9);
        findings.Reproduces(where + "|a_y|, m/s^2", "0", 0.0, drift.ay_m_s2, 1e-9);
      }
      if (welded) {
        findings.Reproduces(where + "|Phi| of the 19 welds", "not said", Text(drift.weld),
                            drift.played.result.end == IvpEnd::kComplete && drift.weld < 1e-6);
      } else {
        free.push_back(drift.played);
        same_bits = same_bits && SameBits(free.front(), drift.played);
      }
      place.curves.push_back({run, "t_s", "cue_y_m", "run", run, "lines"});
      force.curves.push_back({run, "t_s", "cue_ay_m_s2", "run", run, "lines"});
    }
  }
  findings.Reproduces("free balls: the four methods", "not said",
                      same_bits ? "equal to the bit" : "differ", same_bits);
  findings.SetPanels({place, force});
}

}  // namespace

// catalogue C-26
void PoolSymmetry(Findings& findings) {
  RunMethods(kCoarse, false, findings);
  const Played free = PlayGame(MethodGame(ConstraintMethod::kBaumgarte, kCoarse.step_s, false));
  findings.Reproduces("the longest step that error control left, s", "up to 0.01",
                      Text(free.result.cost.longest_step_s),
                      free.result.cost.longest_step_s <= 0.01);
}

void PoolSymmetryFine(Findings& findings) { RunMethods(kFine, true, findings); }

}  // namespace carom::papers
