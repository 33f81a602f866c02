// What the first experiment costs, and how long steps are: pool-25, smooth-23, pool-29.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/papers/pool/authors.h"
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
std::vector<Played> TakeTimes(const Printed& paper, Findings& findings) {
  findings.sheet() = Sheet({"run", "wall_s", "paper_s", "ratio", "steps", "rejected", "evaluations",
                            "guard_events", "residual"});
  std::vector<Played> all;
  for (const Costed& run : kCosted) {
    const Played played = PlayGame(BreakGame(run.gap_m, run.reduced));
    const IvpCost& cost = played.result.cost;
    const double ratio = run.paper_s / played.wall_s;
    findings.sheet().Add(run.name, played.wall_s, run.paper_s, ratio, cost.accepted_steps,
                         cost.rejected_steps, cost.evaluations, cost.guard_events, played.residual);
    findings.Tells(std::string(run.name) + ": wall time of 3 s", paper,
                   Text(played.wall_s) + " s, " + Text(ratio) + " times less than " +
                       Text(run.paper_s) + " s, " + std::to_string(cost.accepted_steps) +
                       " steps, " + std::to_string(cost.evaluations) + " evaluations");
    all.push_back(played);
  }
  return all;
}

double Evaluations(const Played& played) {
  return static_cast<double>(played.result.cost.evaluations);
}

// Steps while balls touch each other or a cushion, and those while none does.
struct Tally {
  int ball_steps = 0;  // Counted for each contact.
  int cushion_steps = 0;
  double in_contact = 0.0;  // Counted once.
  double in_contact_s = 0.0;
  double free = 0.0;
  double free_s = 0.0;
};

Tally CountSteps(const Game& game, Played& played) {
  Tally tally;
  double last_s = 0.0;
  Looks looks;
  looks.step = [&](const GameView& view) {
    const int before = tally.ball_steps + tally.cushion_steps;
    for (std::size_t i = 0; i < view.model.contacts.size(); ++i) {
      if (!view.system.contact(static_cast<int>(i)).touching) continue;
      const EventKind kind = view.model.contacts[i].kind;
      if (kind == EventKind::kBallBall) ++tally.ball_steps;
      if (kind == EventKind::kBallCushion) ++tally.cushion_steps;
    }
    const bool touches = tally.ball_steps + tally.cushion_steps > before;
    (touches ? tally.in_contact : tally.free) += 1.0;
    (touches ? tally.in_contact_s : tally.free_s) += view.t - last_s;
    last_s = view.t;
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

// Mean step while balls touch each other or a cushion, over the mean one while none does.
double StepInContactOverFree(const Tally& tally) {
  const double in_contact_s = tally.in_contact_s / tally.in_contact;
  const double free_s = tally.free_s / tally.free;
  return in_contact_s / free_s;
}

Game CutShotGame() {
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

// Evaluations of one of the four, as the authors ran it.
double EvaluationsAsAuthors(const Costed& run) {
  return Evaluations(PlayGame(AsAuthors(NamedSetBreak(run.gap_m, run.reduced))));
}

}  // namespace

// catalogue C-41
void PoolBreakCost(Findings& findings) {
  const std::vector<Played> all = TakeTimes(
      {"from an average of 15,500 s for the lower values of alpha and 7700 s for the random value, "
       "to clearly lower values of 1730s and 440 s, respectively",
       "4.1"},
      findings);
  const double full = Evaluations(all[0]) / Evaluations(all[1]);
  const double reduced = Evaluations(all[2]) / Evaluations(all[3]);
  std::array<double, 4> authors;
  std::transform(kCosted.begin(), kCosted.end(), authors.begin(), EvaluationsAsAuthors);
  const Band dearer = Above(1.0, 1.0, "", "1 without a reduction");
  for (const std::size_t gap : {0, 1}) {
    const double located = Evaluations(all[gap]) / Evaluations(all[gap + 2]);
    findings.Reproduced("evaluations, full over reduced model, at " + Text(kCosted[gap].gap_m),
                        {"This resulted in a substantial reduction of the computing time", "4.1"},
                        {{located, dearer, "contacts located"},
                         {authors[gap] / authors[gap + 2], dearer, "as the authors ran it"}},
                        {Source::kReferenceRun, "the reduced model"});
  }
  findings.Tells(
      "as the authors ran it: evaluations, small alpha over random one",
      Text(authors[0] / authors[1]) + " full, " + Text(authors[2] / authors[3]) +
          " reduced; the paper's times: " + Text(kCosted[0].paper_s / kCosted[1].paper_s) +
          " and " + Text(kCosted[2].paper_s / kCosted[3].paper_s));
  findings.Tells("evaluations, small alpha over random one",
                 Text(full) + " full, " + Text(reduced) +
                     " reduced: a contact that is located costs the same at any gap");
}

void SmoothBreakCost(Findings& findings) {
  findings.Tells("run times, and what the reduced model saves",
                 {"from an average of 15500 s for the lower values of alpha and 7700 s for the "
                  "random value, to clearly lower values of 1730 s and 440 s, respectively",
                  "4"},
                 "the pool paper's numbers and experiment: pool-25");
  findings.Tells("whether that is a reduction",
                 {"This resulted in a substantial reduction of the computing time", "4"},
                 "judged in pool-25");
}

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
    findings.Reproduced(
        name + ", steps a contact: balls " + ball + ", cushion " + cushion + ", " +
            std::to_string(cost.rejected_steps) + " rejected",
        {"These values of time steps would be reduced automatically by ODE integrator at the "
         "critical moments, mainly when contact starts",
         "4"},
        {{StepInContactOverFree(tally), Below(1.0, 1.0, "", "\"reduced\": 1 where it is not"),
          "mean step in contact over the mean one out of contact"}},
        {Source::kReferenceRun, "steps out of contact"});
  };
  Game coarse = BreakGame(2.1325735e-4);
  count("experiment 1, full, 3 s", coarse);
  count("experiment 1, reduced, 3 s", BreakGame(2.1325735e-4, true));
  count("experiment 1, full, 3 s as the authors", AsAuthors(NamedSetBreak(2.1325735e-4)));
  count("experiment 1, reduced, 3 s as the authors", AsAuthors(NamedSetBreak(2.1325735e-4, true)));
  coarse.integration.largest_step_s = 1e-5;
  coarse.duration_s = 0.3;
  count("experiment 1, full, 0.3 s", coarse);
  count("experiment 2, 3 mph, 2 s", CutShotGame());
  count("experiment 3, 0.2 s", CushionShot(1e-4, 0.2));
  count("experiment 3, 1 s", CushionShot(1e-3, 1.0));
}

}  // namespace carom::papers
