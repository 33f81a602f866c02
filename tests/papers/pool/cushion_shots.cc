// One shot into a cushion as filmed, and side spin: pool-33, pool-35.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "tests/papers/pool/experiments.h"
#include "tests/papers/pool/game.h"
#include "tests/testing/degrees.h"

namespace carom::papers {
namespace {

// Experiment 3 (3.4): along +y into the upper right cushion.
Game FilmedShot(CompliantStart start) {
  Game game;
  game.settings.start = start;
  const bool seated = start == CompliantStart::kSeated;
  game.AddBall(1.0, 0.55, seated ? kRadius_m : kCueBallHeight_m, Vec3(0.0, 2.724, 0.0));
  game.duration_s = 0.2;
  game.integration.largest_step_s = 1e-4;
  return game;
}

// Direction in which a ball leaves the cushion that it met along its normal, degrees towards +x.
double LeaveWithSpin(double spin_rad_s, double* later_deg) {
  Game game;
  game.settings = PaperTable2(PaperBallBall::kThrelfall, PaperCushion::kAmbrosio);
  game.settings.start = CompliantStart::kSeated;
  game.duration_s = 0.5;
  game.AddBall(0.6, 0.5, kRadius_m, Vec3(0.0, 2.0, 0.0), Vec3(0.0, 0.0, spin_rad_s));
  const auto angle = [](const BodyMotion& ball) {
    return RadiansToDegrees(std::atan2(ball.velocity_m_s.x(), -ball.velocity_m_s.y()));
  };
  double leaves_deg = 0.0;
  Looks looks;
  bool left = false;
  looks.step = [&](const GameView& view) {
    const BodyMotion ball = view.Ball(0);
    const bool clear = ball.position_m.y() < kHalfWidth_m - kRadius_m;
    if (!left && clear && ball.velocity_m_s.y() < 0.0) {
      left = true;
      leaves_deg = angle(ball);
    }
    return true;
  };
  *later_deg = angle(PlayGame(game, looks).balls[0]);
  return leaves_deg;
}

}  // namespace

void PoolFilmedShot(Findings& findings) {
  findings.sheet() = Sheet({"start", "t_s", "y_m", "z_m", "vy_m_s"});
  for (const bool seated : {true, false}) {
    const std::string name = seated ? "seated" : "as placed";
    Looks looks;
    looks.period_s = 0.005;
    looks.sample = [&](const GameView& view) {
      const BodyMotion ball = view.Ball(0);
      findings.sheet().Add(name, view.t, ball.position_m.y(), ball.position_m.z(),
                           ball.velocity_m_s.y());
    };
    const Played played =
        PlayGame(FilmedShot(seated ? CompliantStart::kSeated : CompliantStart::kAsPlaced), looks);
    const GameContact* contact = FindContact(played, EventKind::kBallCushion, 0);
    if (contact == nullptr) return findings.Failed(name, "no contact with the cushion");
    findings.Tell("pool-33a", name + ": meets the cushion at " + Text(contact->begin_s) +
                                  " s for " + Text(1e3 * (contact->end_s - contact->begin_s)) +
                                  " ms");
  }
  const double way_m = kHalfWidth_m - 0.55;
  findings.Measure("pool-33b", {{1e3 * way_m, "centre"}, {1e3 * (way_m - kRadius_m), "surface"}});
  findings.SetPanels(
      {{"A ball of 2.724 m/s into a cushion, every 5 ms",
        "t, s",
        "y, m",
        {{"seated", "t_s", "y_m", "start", "seated"},
         {"as placed", "t_s", "y_m", "start", "as placed"}}},
       {"Its height", "t, s", "z, m", {{"as placed", "t_s", "z_m", "start", "as placed"}}}});
}

void PoolSideSpin(Findings& findings) {
  findings.sheet() = Sheet({"spin_rad_s", "leaves_deg", "after_0.5_s_deg"});
  for (int i = -10; i <= 10; ++i) {
    double later_deg = 0.0;
    const double leaves_deg = LeaveWithSpin(10.0 * i, &later_deg);
    findings.sheet().Add(10 * i, leaves_deg, later_deg);
    if (i == 10) findings.Measure("pool-35", std::fabs(leaves_deg));
    if (i == 0) findings.Plant("pool-35", "without spin", {{std::fabs(leaves_deg)}});
  }
  findings.SetPlot({"Direction after a cushion with friction 0.14",
                    "side spin, rad/s",
                    "degrees off the normal",
                    {{"as it leaves", "spin_rad_s", "leaves_deg"},
                     {"after 0.5 s", "spin_rad_s", "after_0.5_s_deg"}}});
}

}  // namespace carom::papers
