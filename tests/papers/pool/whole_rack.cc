// The whole rack under contact forces, which the paper only sketches: pool-39.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "tests/papers/pool/authors.h"
#include "tests/papers/pool/table_experiments.h"

namespace carom::papers {
namespace {

constexpr int kBalls = 15;
constexpr double kWholeRackGap_m = 1e-7;

// Five rows behind the first ball of experiment 1, the cue ball 1 cm before them.
Game RackGame() {
  Game game = NamedSetBreak(kWholeRackGap_m);
  game.balls.clear();
  const double apart = 2.0 * kPaperBall.radius_m + kWholeRackGap_m;
  game.AddBall(0.635 - 2.0 * kPaperBall.radius_m - 0.01, 0.0, kCueBallHeight_m,
               Vec3(kBreakSpeed_m_s, 0.0, 0.0));
  for (int row = 0; row < 5; ++row) {
    for (int i = 0; i <= row; ++i) {
      game.AddBall(0.635 + 0.5 * std::sqrt(3.0) * apart * row, apart * (0.5 * row - i));
    }
  }
  game.duration_s = 0.05;
  return game;
}

// Ball `i` of a row of `row` + 1 and the one on the other side of y = 0.
int IndexOf(int row, int i) { return 1 + row * (row + 1) / 2 + i; }

}  // namespace

void PoolWholeRack(Findings& findings) {
  findings.sheet() = Sheet({"ball", "x_m", "y_m", "z_m", "vx_m_s", "vy_m_s", "vz_m_s"});
  const Played played = PlayGame(RackGame());
  double speed_m_s = 0.0;
  int still = 0;
  for (int i = 0; i <= kBalls; ++i) {
    const BodyMotion& ball = played.balls[static_cast<std::size_t>(i)];
    const Vec3& v = ball.velocity_m_s;
    findings.sheet().Add(i, ball.position_m.x(), ball.position_m.y(), ball.position_m.z(), v.x(),
                         v.y(), v.z());
    speed_m_s = std::max(speed_m_s, v.norm());
    still += v.norm() < 0.01 ? 1 : 0;
  }
  double off_m = std::fabs(played.balls[0].position_m.y());
  for (int row = 0; row < 5; ++row) {
    for (int i = 0; i <= row; ++i) {
      const Vec3& here = played.balls[static_cast<std::size_t>(IndexOf(row, i))].position_m;
      const Vec3& there = played.balls[static_cast<std::size_t>(IndexOf(row, row - i))].position_m;
      off_m = std::max(off_m, (here - Vec3(there.x(), -there.y(), there.z())).norm());
    }
  }
  findings.Tells("the whole rack", {"It consists of 15 coloured balls", "3.2"},
                 "the experiments of the paper have its first three; this one has all, struck dead "
                 "centre at 24 mph, named set, alpha 1e-7, for 50 ms");
  findings.SelfCheck(
      "balls off the mirror images of one another after 50 ms",
      {Source::kClosedForm, "the break is its own mirror image"},
      {{off_m, SizeWithin({1e-9, "m", "rounding, grown over the impacts"}, kPaperBall.radius_m)}});
  findings.SelfCheck("|E - E0| / E0, losses counted",
                     {Source::kClosedForm, "the account of energy"},
                     {{played.residual, SizeWithin({1e-6, "", "integration"})}});
  const double lost = played.last.lost_in_contacts + played.last.lost_to_friction;
  findings.Tells("after 50 ms", "of the energy " + Text(lost / played.first.Total()) +
                                    " is lost, the fastest ball has " +
                                    Text(speed_m_s / kBreakSpeed_m_s) +
                                    " of the cue ball's speed, and " + std::to_string(still) +
                                    " balls are slower than 1 cm/s");
}

}  // namespace carom::papers
