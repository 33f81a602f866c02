// How long a ball slips before it rolls: pool-17.

#include <array>
#include <cmath>
#include <map>
#include <string>

#include "tests/papers/pool/cut_experiments.h"
#include "tests/papers/pool/cut_shot.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {
namespace {

constexpr double kMu = 0.2;

struct Slipped {
  double time_s = 0.0;
  double distance_m = 0.0;
};

// One ball, seated, on an endless cloth until it rolls.
Slipped SlipUntilRolling(double speed_m_s) {
  Game game;
  game.cushions = PaperCushions::kNone;
  game.settings.start = CompliantStart::kSeated;
  game.duration_s = 10.0;
  game.AddBall(0.0, 0.0, kPaperBall.radius_m, Vec3(speed_m_s, 0.0, 0.0));
  Looks looks;
  looks.step = [](const GameView& view) { return ClothSlip(view.Ball(0)) > 1e-3; };
  const Played played = PlayGame(game, looks);
  return {played.result.t, played.balls[0].position_m.x()};
}

// Speed that a ball which rolls has lost after a while, m/s.
double LostByRolling(double speed_m_s, double duration_s) {
  Game game;
  game.cushions = PaperCushions::kNone;
  game.settings.start = CompliantStart::kSeated;
  game.duration_s = duration_s;
  game.AddBall(0.0, 0.0, kPaperBall.radius_m, Vec3(speed_m_s, 0.0, 0.0),
               Vec3(0.0, speed_m_s / kPaperBall.radius_m, 0.0));
  return speed_m_s - PlayGame(game).balls[0].velocity_m_s.norm();
}

}  // namespace

// By the starts of experiments 1 (24 mph) and 2 (3 and 7 mph), one rule for all: the ball slips all
// the way to the first ball, or does not.
void JudgeWays(const std::map<double, double>& way, Findings& findings) {
  const Printed slip = {"they will tend to slip rather than roll", "3.3"};
  const Reference starts = {Source::kReferenceRun, "experiments 1 and 2"};
  const std::string what = "way that it slips over that to the first ball";
  findings.Reproduced(
      what, slip,
      {{way.at(24.0), Above(1.0, 1.0, "", "1: it slips all the way"), "experiment 1, 24 mph"},
       {way.at(7.0), Above(1.0, 1.0, "", "1: it slips all the way"), "experiment 2, 7 mph"}},
      starts);
  findings.Misprint(
      what, slip,
      {{way.at(3.0), Below(1.0, 1.0, "", "1: it slips all the way"), "experiment 2, 3 mph"}},
      "the slow ball of experiment 2 rolls before it gets there, and the 30-degree rule, to which "
      "the paper compares it, is that of a rolling ball",
      starts);
}

void PoolSlipOrRoll(Findings& findings) {
  findings.sheet() =
      Sheet({"mph", "speed_m_s", "slips_s", "slips_m", "to_contact_1_m", "to_contact_2_m"});
  // v (1 - t/T) slip: friction mu g slows the ball and turns it up, J w' = mu m g R.
  const double share =
      kPaperBall.mass_kg * kPaperBall.radius_m * kPaperBall.radius_m / kPaperInertia_kg_m2;
  const double to_break = 1.27 - 2.0 * kPaperBall.radius_m;
  const double to_cut = 0.635 - 2.0 * kPaperBall.radius_m;
  std::map<double, double> way;  // That each slips over that to the first ball.
  for (const double mph : {1.0, 3.0, 7.0, 24.0}) {
    const double v = mph * kMilesPerHour_m_s;
    const Slipped slipped = SlipUntilRolling(v);
    findings.sheet().Add(mph, v, slipped.time_s, slipped.distance_m, to_break, to_cut);
    const double expected = v / (kMu * kGravity_m_s2 * (1.0 + share));
    const std::string name = Text(mph) + " mph";
    findings.Reproduced(
        name + ": slips for",
        {"when the cue ball is hit, the friction between the balls and the cloth is so low that "
         "they start to slip immediately",
         "3.3"},
        {{slipped.time_s, Around(expected, {1e-3, "s", "until 1 mm/s of slip"})}},
        {Source::kClosedForm, "v/(mu g (1 + m R^2/J))"});
    way[mph] = slipped.distance_m / (mph > 10.0 ? to_break : to_cut);
  }
  JudgeWays(way, findings);
  findings.SelfCheck("a ball that rolls at 1 m/s: speed lost in 5 s",
                     {Source::kClosedForm, "no law of the paper slows it"},
                     {{LostByRolling(1.0, 5.0), NearZero({1e-6, "m/s", "integration"}, 1.0)}});
  findings.SetPlot({"A ball slips before it rolls",
                    "speed at the start, mph",
                    "distance, m",
                    {{"slips", "mph", "slips_m"},
                     {"to the first ball, experiment 1", "mph", "to_contact_1_m"},
                     {"to the first ball, experiment 2", "mph", "to_contact_2_m"}},
                    true,
                    true});
}

}  // namespace carom::papers
