// One shot into a cushion as filmed, and side spin: pool-33, pool-35.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "tests/papers/pool/game.h"
#include "tests/papers/pool/table_experiments.h"
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

struct Arrival {
  double time_s = 0.0;
  double speed_m_s = 0.0;
};

Arrival ArriveAtCushion(Game game) {
  const Played played = PlayGame(game);
  const GameContact* contact = FindContact(played, EventKind::kBallCushion, 0);
  if (contact == nullptr) return {};
  game.duration_s = contact->begin_s;
  return {contact->begin_s, PlayGame(game).balls[0].velocity_m_s.y()};
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

// catalogue C-35
void PoolFilmedShot(Findings& findings) {
  findings.sheet() = Sheet({"start", "t_s", "y_m", "z_m", "vy_m_s"});
  const auto film = [&](const char* name, const Game& game) {
    Looks looks;
    looks.period_s = 0.005;
    looks.sample = [&](const GameView& view) {
      const BodyMotion ball = view.Ball(0);
      findings.sheet().Add(name, view.t, ball.position_m.y(), ball.position_m.z(),
                           ball.velocity_m_s.y());
    };
    return PlayGame(game, looks);
  };
  const Game seated = FilmedShot(CompliantStart::kSeated);
  const Game placed = FilmedShot(CompliantStart::kAsPlaced);
  const Played played = film("seated", seated);
  film("as placed", placed);
  findings.NotCheckable("frames of the film", {"with a frequency of 2000 frames/s", "4.3, Fig 20"},
                        "the film");
  const Reference c35 = {Source::kCatalogue, "C-35, gap and mu g in closed form"};
  const Tolerance time = {1e-6, "s", "integration"};
  const Arrival arrival = ArriveAtCushion(seated);
  findings.SelfCheck(
      "seated: reaches the cushion", c35,
      {{arrival.time_s, Around(0.0208708949952, time), "time"},
       {arrival.speed_m_s, Around(2.68305130402, {1e-5, "m/s", "integration"}), "speed"}});
  findings.Tells("as placed, 1 um up: its speed then",
                 Text(ArriveAtCushion(placed).speed_m_s) + " m/s");
  Game reduced = FilmedShot(CompliantStart::kAsPlaced);
  reduced.settings.horizontal = true;
  findings.SelfCheck("reduced: reaches the cushion at", c35,
                     {{ArriveAtCushion(reduced).time_s, Around(0.0208708949952, time)}});
  reduced.settings.cloth_friction = SlipFriction(Frictionless{});
  findings.SelfCheck("reduced, no cloth friction: reaches the cushion at", c35,
                     {{ArriveAtCushion(reduced).time_s, Around(0.0207140234949, time)}});
  const GameContact* contact = FindContact(played, EventKind::kBallCushion, 0);
  const double lasts = contact == nullptr ? 0.0 : contact->end_s - contact->begin_s;
  findings.Tells("the contact lasts", Text(lasts) + " s");
  const double way_m = kHalfWidth_m - seated.balls[0].position_m.y();
  findings.Misprint(
      "way from the start y = 0.55 to the cushion",
      {"a specific frame in which the ball was at, approximately, 92.914 mm from the cushion",
       "4.3"},
      {{1e3 * way_m, Around(85.0, {1e-9, "mm", "rounding"}), "of the centre"},
       {1e3 * (way_m - kRadius_m), Around(56.425, {1e-9, "mm", "rounding"}), "of the surface"}},
      "neither is 92.914 mm; the position and the distance do not belong together");
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
  std::vector<double> angles;
  for (int i = -10; i <= 10; ++i) {
    double later_deg = 0.0;
    angles.push_back(LeaveWithSpin(10.0 * i, &later_deg));
    findings.sheet().Add(10 * i, angles.back(), later_deg);
  }
  double odd = 0.0;
  double turns_back = 0.0;
  for (std::size_t i = 0; i < angles.size(); ++i) {
    odd = std::max(odd, std::fabs(angles[i] + angles[angles.size() - 1 - i]));
    if (i > 0)
      turns_back = std::max(turns_back, angles[0] < angles.back() ? angles[i - 1] - angles[i]
                                                                  : angles[i] - angles[i - 1]);
  }
  const Printed effect = {"English effect in pool/billiards", "Fig 8"};
  const Reference shots = {Source::kReferenceRun, "the same shot without spin"};
  findings.Reproduced("2 m/s along the normal: leaves at", effect,
                      {{std::fabs(angles.back()),
                        Above(0.0, 0.0, "deg", "its sign: 0 without an effect"), "with 100 rad/s"},
                       {angles[10], NearZero({1e-6, "deg", "integration"}, 45.0), "without spin"}},
                      shots);
  findings.SelfCheck("left and right spin, sum of the angles", {Source::kClosedForm, "mirrored"},
                     {{odd, SizeWithin({1e-6, "deg", "integration"}, 45.0)}});
  findings.Tells("more spin turns it less, by at most", Text(turns_back) + " deg");
  findings.SetPlot({"Direction after a cushion with friction 0.14",
                    "side spin, rad/s",
                    "degrees off the normal",
                    {{"as it leaves", "spin_rad_s", "leaves_deg"},
                     {"after 0.5 s", "spin_rad_s", "after_0.5_s_deg"}}});
}

}  // namespace carom::papers
