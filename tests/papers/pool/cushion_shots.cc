// One shot into a cushion as filmed, and side spin: pool-33, pool-35.

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "tests/papers/pool/game.h"
#include "tests/papers/pool/table_experiments.h"

namespace carom::papers {
namespace {

constexpr double kRadius_m = kPaperBall.radius_m;

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
  findings.LegacyNotCheckable("frames at 2000 a second", "almost identical, Fig 20", "the film");
  const Arrival arrival = ArriveAtCushion(seated);
  const char* paper = "no number; (gap, mu g) in closed form";
  findings.Reproduces("seated: reaches the cushion at, s", paper, 0.0208708949952, arrival.time_s,
                      1e-6);
  findings.Reproduces("seated: its speed then, m/s", paper, 2.68305130402, arrival.speed_m_s, 1e-5);
  const Arrival as_placed = ArriveAtCushion(placed);
  findings.Reproduces("as placed, 1 um up: its speed then, m/s", "no number; ours", 2.68319,
                      as_placed.speed_m_s, 1e-4);
  Game reduced = FilmedShot(CompliantStart::kAsPlaced);
  reduced.settings.horizontal = true;
  findings.Reproduces("reduced: reaches the cushion at, s", paper, 0.0208708949952,
                      ArriveAtCushion(reduced).time_s, 1e-6);
  reduced.settings.cloth_friction = SlipFriction(Frictionless{});
  findings.Reproduces("reduced, no cloth friction: reaches the cushion at, s", "no number",
                      0.0207140234949, ArriveAtCushion(reduced).time_s, 1e-6);
  const GameContact* contact = FindContact(played, EventKind::kBallCushion, 0);
  const double lasts = contact == nullptr ? 0.0 : contact->end_s - contact->begin_s;
  findings.Reproduces("the contact lasts, s", "not said", Text(lasts), lasts > 1e-3);
  findings.Differs("way from the start to the cushion, m", "0.092914, read from the film", 0.085,
                   kHalfWidth_m - seated.balls[0].position_m.y(), 1e-12,
                   "y = 0.55 is 0.085 m from the nose line for the centre, 0.056 for the surface");
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
  findings.Reproduces("2 m/s along the normal, spin -100 and 100 rad/s: leaves at, degrees",
                      "side spin changes the path",
                      Text(angles.front()) + " and " + Text(angles.back()),
                      std::fabs(angles.back()) > 5.0);
  findings.Reproduces("without spin: leaves at, degrees", "straight back", 0.0, angles[10], 1e-9);
  findings.Reproduces("left and right spin, sum of the angles, degrees", "mirrored", 0.0, odd,
                      1e-6);
  findings.Reproduces("more spin turns it less, by at most, degrees", "more spin, more change",
                      Text(turns_back), turns_back < 0.5);
  findings.SetPlot({"Direction after a cushion with friction 0.14",
                    "side spin, rad/s",
                    "degrees off the normal",
                    {{"as it leaves", "spin_rad_s", "leaves_deg"},
                     {"after 0.5 s", "spin_rad_s", "after_0.5_s_deg"}}});
}

}  // namespace carom::papers
