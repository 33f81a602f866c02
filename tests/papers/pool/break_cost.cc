// What the first experiment costs, and how long steps are: pool-25, smooth-23, pool-29.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/papers/pool/break_experiments.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {
namespace {

struct Costed {
  const char* name;
  double gap_m;
  bool reduced;
  double paper_s;
};

constexpr std::array<Costed, 4> kCosted = {{{"full, alpha 1e-9", 1e-9, false, 15500.0},
                                            {"full, random alpha", 2.1325735e-4, false, 7700.0},
                                            {"reduced, alpha 1e-9", 1e-9, true, 1730.0},
                                            {"reduced, random alpha", 2.1325735e-4, true, 440.0}}};

// Plays the four; times are told, and decide nothing.
std::vector<Played> TakeTimes(Findings& findings) {
  findings.sheet() = Sheet({"run", "wall_s", "paper_s", "ratio", "steps", "rejected", "evaluations",
                            "guard_events", "residual"});
  std::vector<Played> all;
  for (const Costed& run : kCosted) {
    const Played played = PlayGame(BreakGame(run.gap_m, run.reduced));
    const IvpCost& cost = played.result.cost;
    const double ratio = run.paper_s / played.wall_s;
    findings.sheet().Add(run.name, played.wall_s, run.paper_s, ratio, cost.accepted_steps,
                         cost.rejected_steps, cost.evaluations, cost.guard_events, played.residual);
    findings.Differs(std::string(run.name) + ": wall time of 3 s", Text(run.paper_s) + " s",
                     Text(played.wall_s) + " s, " + Text(ratio) + " times less, " +
                         std::to_string(cost.accepted_steps) + " steps, " +
                         std::to_string(cost.evaluations) + " evaluations",
                     played.result.end == IvpEnd::kComplete,
                     "compiled code on another machine, and contacts that are located");
    all.push_back(played);
  }
  return all;
}

double Evaluations(const Played& played) {
  return static_cast<double>(played.result.cost.evaluations);
}

// Steps while balls touch each other or a cushion.
struct Tally {
  int ball_steps = 0;
  int cushion_steps = 0;
};

Tally CountSteps(const Game& game, Played& played) {
  Tally tally;
  Looks looks;
  looks.step = [&](const GameView& view) {
    for (std::size_t i = 0; i < view.model.contacts.size(); ++i) {
      if (!view.system.contact(static_cast<int>(i)).touching) continue;
      const EventKind kind = view.model.contacts[i].kind;
      if (kind == EventKind::kBallBall) ++tally.ball_steps;
      if (kind == EventKind::kBallCushion) ++tally.cushion_steps;
    }
    return true;
  };
  played = PlayGame(game, looks);
  return tally;
}

std::string PerContact(int steps, const Played& played, EventKind kind) {
  const auto contacts =
      std::count_if(played.contacts.begin(), played.contacts.end(),
                    [&](const GameContact& contact) { return contact.meaning.kind == kind; });
  if (contacts == 0) return "none";
  return Text(static_cast<double>(steps) / static_cast<double>(contacts));
}

Game CutShot() {
  Game game;
  game.AddBall(0.0, 0.0, kCueBallHeight_m, Vec3(3.0 * kMilesPerHour_m_s, 0.0, 0.0));
  game.AddBall(0.635, kPaperBall.radius_m);
  game.duration_s = 2.0;
  game.integration.largest_step_s = 1e-4;
  return game;
}

Game CushionShot(double largest_step_s, double duration_s) {
  Game game;
  game.AddBall(1.0, 0.55, kCueBallHeight_m, Vec3(0.0, 2.724, 0.0));
  game.duration_s = duration_s;
  game.integration.largest_step_s = largest_step_s;
  return game;
}

}  // namespace

// catalogue C-41
void PoolBreakCost(Findings& findings) {
  const std::vector<Played> all = TakeTimes(findings);
  const double full = Evaluations(all[0]) / Evaluations(all[1]);
  const double reduced = Evaluations(all[2]) / Evaluations(all[3]);
  const double frozen = Evaluations(all[0]) / Evaluations(all[2]);
  findings.Reproduces("evaluations, full over reduced", "many: 9 and 17 times the time",
                      Text(frozen), frozen > 5.0);
  findings.Differs("evaluations, small alpha over random one", "times 2.0 full, 3.9 reduced",
                   Text(full) + " full, " + Text(reduced) + " reduced", full < 1.5 && reduced < 1.5,
                   "a contact that is located costs the same at any gap; what the full model pays "
                   "for is its balls' bouncing on the cloth");
}

void SmoothBreakCost(Findings& findings) { TakeTimes(findings); }

void PoolSteps(Findings& findings) {
  findings.sheet() = Sheet({"experiment", "largest_allowed_s", "shortest_s", "longest_s", "steps",
                            "rejected", "steps_per_ball_contact", "steps_per_cushion_contact"});
  const auto count = [&](const std::string& name, const Game& game) {
    Played played;
    const Tally tally = CountSteps(game, played);
    const IvpCost& cost = played.result.cost;
    const double allowed = game.integration.largest_step_s;
    const std::string ball = PerContact(tally.ball_steps, played, EventKind::kBallBall);
    const std::string cushion = PerContact(tally.cushion_steps, played, EventKind::kBallCushion);
    findings.sheet().Add(name, allowed, cost.shortest_step_s, cost.longest_step_s,
                         cost.accepted_steps, cost.rejected_steps, ball, cushion);
    findings.Reproduces(
        name, Text(allowed) + " s, cut when contact starts",
        Text(cost.shortest_step_s) + " to " + Text(cost.longest_step_s) + " s, " +
            std::to_string(cost.rejected_steps) + " rejected; steps a contact: balls " + ball +
            ", cushion " + cushion,
        cost.longest_step_s <= allowed * (1.0 + 1e-12) && cost.shortest_step_s < 0.1 * allowed);
  };
  Game coarse = BreakGame(2.1325735e-4);
  count("experiment 1, full, 3 s", coarse);
  count("experiment 1, reduced, 3 s", BreakGame(2.1325735e-4, true));
  coarse.integration.largest_step_s = 1e-5;
  coarse.duration_s = 0.3;
  count("experiment 1, full, 0.3 s", coarse);
  count("experiment 2, 3 mph, 2 s", CutShot());
  count("experiment 3, 0.2 s", CushionShot(1e-4, 0.2));
  count("experiment 3, 1 s", CushionShot(1e-3, 1.0));
}

}  // namespace carom::papers
