// The initial spin for a desired rest point: contensou-22.

#include <cmath>
#include <string>

#include "core/models/rolling_ball/rolling_ball_aim.h"
#include "tests/papers/contensou/experiments.h"
#include "tests/papers/contensou/setup.h"

namespace carom::papers {
namespace {

struct Target {
  const char* name;
  Vec2 at_m;
  int held_axis;
  Vec3 spin_rad_s;  // Of which the held component counts.
  double largest_spin_rad_s;
  size_t solutions;
};

void Aim(const Target& target, Findings& findings) {
  RollingBall ball;  // v(0) = (0, 1) m/s
  ball.spin_rad_s = target.spin_rad_s;
  ball.duration_s = 6.0;
  ball.integration.relative_tolerance = 1e-8;
  ball.integration.absolute_tolerance = 1e-10;
  SpinAim aim;
  aim.target_m = target.at_m;
  aim.held_axis = target.held_axis;
  aim.largest_spin_rad_s = target.largest_spin_rad_s;
  aim.grid = 5;
  const auto result = AimRollingBall(ball, aim, {});
  if (!result.ok()) return findings.Failed(target.name, std::string(result.status().message()));
  double worst_m = 0.0;
  std::string text;
  for (const AimedSpin& found : result->solutions) {
    // What counts is where that ball rests at full precision.
    RollingBall check;
    check.spin_rad_s = found.spin_rad_s;
    const auto roll = RollBall(check, target.name, findings);
    if (!roll) return;
    const double miss_m = (roll->rest_m - target.at_m).norm();
    worst_m = std::max(worst_m, miss_m);
    const Vec3& w = found.spin_rad_s;
    findings.sheet().Add(target.name, target.at_m.x(), target.at_m.y(), w.x(), w.y(), w.z(),
                         roll->rest_m.x(), roll->rest_m.y(), 1e3 * miss_m, found.iterations,
                         result->runs);
    text += (text.empty() ? "" : "; ") +
            ("(" + Text(w.x()) + ", " + Text(w.y()) + ", " + Text(w.z()) + ") in ") +
            std::to_string(found.iterations) + " iterations";
  }
  const Printed paper = {
      "Proper set of the initial conditions may result in obtaining the desired trajectory.",
      "3.2"};
  const std::string name = std::string(target.name) + ", rest point " + Text(target.at_m) + ": ";
  findings.Reproduced(name + "spins found, " + text, paper,
                      {{static_cast<double>(result->solutions.size()),
                        Exactly(static_cast<double>(target.solutions))}},
                      {Source::kReferenceRun, "a scan of the spins"});
  findings.Reproduced(
      name + "greatest miss, rolled again at full precision", paper,
      {{1e3 * worst_m, SizeWithin({0.1, "mm", "1/400 of a ball's diameter"}, 40.0)}},
      {Source::kClosedForm, "the target"});
}

}  // namespace

void SpinForTarget(Findings& findings) {
  findings.sheet() = Sheet({"target", "x_m", "y_m", "wx_rad_s", "wy_rad_s", "wz_rad_s", "rest_x_m",
                            "rest_y_m", "miss_mm", "iterations", "runs"});
  for (const Target& target :
       {Target{"ahead and right", Vec2(0.3, 1.5), 2, Vec3::Zero(), 200.0, 1},
        Target{"near and left", Vec2(-0.2, 0.5), 2, Vec3::Zero(), 200.0, 1},
        Target{"behind the start", Vec2(0.05, -0.3), 2, Vec3::Zero(), 300.0, 1},
        Target{"w_x kept: left and right english", Vec2(0.05, 2.39), 0, Vec3(-50.0, 0.0, 0.0),
               100.0, 2}}) {
    Aim(target, findings);
  }
}

}  // namespace carom::papers
