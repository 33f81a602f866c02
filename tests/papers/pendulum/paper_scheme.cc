#include "tests/papers/pendulum/paper_scheme.h"

#include <algorithm>

#include "core/models/pendulum/double_pendulum.h"

namespace carom::papers {
namespace {

struct Rate {
  Eigen::Vector2d angle = Eigen::Vector2d::Zero();
  Eigen::Vector2d rate = Eigen::Vector2d::Zero();
};

PendulumState Moved(const PendulumState& from, double h, const Rate& by) {
  PendulumState to;
  to.angle_rad = from.angle_rad + h * by.angle;
  to.rate_rad_s = from.rate_rad_s + h * by.rate;
  return to;
}

PendulumState Step(const PendulumEquations& equations, double t, const PendulumState& y, double h) {
  const auto slope = [&](double at, const PendulumState& s) {
    return Rate{s.rate_rad_s, equations.Accelerations(at, s)};
  };
  const Rate k1 = slope(t, y);
  const Rate k2 = slope(t + 0.5 * h, Moved(y, 0.5 * h, k1));
  const Rate k3 = slope(t + 0.5 * h, Moved(y, 0.5 * h, k2));
  const Rate k4 = slope(t + h, Moved(y, h, k3));
  const Rate mean = {(k1.angle + 2.0 * k2.angle + 2.0 * k3.angle + k4.angle) / 6.0,
                     (k1.rate + 2.0 * k2.rate + 2.0 * k3.rate + k4.rate) / 6.0};
  return Moved(y, h, mean);
}

bool Collides(CollisionTest test, double f, double f_next) {
  return test == CollisionTest::kPrinted ? f * f_next < 0.0 : f >= 0.0 && f_next < 0.0;
}

}  // namespace

PaperRun RunPaperScheme(const DoublePendulum& pendulum, double step_s, CollisionTest test) {
  const PendulumEquations equations(pendulum);
  PendulumState y;
  y.angle_rad << pendulum.angle_1_rad, pendulum.angle_2_rad;
  y.rate_rad_s << pendulum.angular_velocity_1_rad_s, pendulum.angular_velocity_2_rad_s;
  PaperRun run;
  double t = 0.0;
  while (t < pendulum.duration_s) {
    const double h = std::min(step_s, pendulum.duration_s - t);
    const PendulumState next = Step(equations, t, y, h);
    const double f = equations.Gap(y.angle_rad);
    const double f_next = equations.Gap(next.angle_rad);
    run.deepest_m = std::max(run.deepest_m, -f_next);
    if (!Collides(test, f, f_next)) {
      y = next;
      t += h;
      continue;
    }
    const double part = f / (f - f_next);  // (10), (11)
    t += part * h;
    y.angle_rad += part * (next.angle_rad - y.angle_rad);
    y.rate_rad_s += part * (next.rate_rad_s - y.rate_rad_s);
    if ((equations.ContactJacobian(y.angle_rad) * y.rate_rad_s).y() >= 0.0) {
      ++run.false_alarms;
      y = next;  // An impact that separates is none.
      t += (1.0 - part) * h;
      continue;
    }
    y.rate_rad_s = ResolveDiscImpact(equations, y).rate_after_rad_s;
    run.impacts_s.push_back(t);
  }
  return run;
}

}  // namespace carom::papers
