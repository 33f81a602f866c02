// The system and its equations of motion: pendulum-01, -02, -03, -11.

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "tests/papers/pendulum/experiments.h"
#include "tests/papers/pendulum/setup.h"
#include "tests/testing/channels.h"
#include "tests/testing/pendulum_coefficients.h"

namespace carom::papers {
namespace {

std::string AnswerTo(const DoublePendulum& pendulum) {
  const absl::Status status = Validate(pendulum, MechanismDetail{});
  return status.ok() ? "accepted" : std::string(status.message());
}

void Expect(const char* what, const char* paper, const DoublePendulum& pendulum,
            const std::string& field, Findings& findings) {
  const std::string answer = AnswerTo(pendulum);
  const bool as_expected =
      field.empty() ? answer == "accepted" : answer.compare(0, field.size(), field) == 0;
  findings.Reproduces(what, paper, answer, as_expected);
}

// The paper's pendulum with everything on; torques times `scale`.
DoublePendulum Driven(double scale) {
  DoublePendulum pendulum = PaperPendulum(0.15);
  pendulum.joint_1_damping_N_m_s = 0.3;
  pendulum.joint_2_damping_N_m_s = 0.2;
  pendulum.torque_1_N_m = 4.0 * scale;
  pendulum.torque_1_frequency_rad_s = 2.0;
  pendulum.torque_2_N_m = 1.5 * scale;
  pendulum.torque_2_frequency_rad_s = 3.0;
  return pendulum;
}

}  // namespace

void PendulumConditions(Findings& findings) {
  DoublePendulum pendulum;
  const double reach = 0.5 + (0.6 + 2.0 * 0.05);
  const auto at = [&](double distance_m) {
    pendulum.obstacle_distance_m = distance_m;
    return pendulum;
  };
  Expect("D = l1", "l1 < D", at(0.5), "obstacle_distance_m", findings);
  Expect("D = l1 and one rounding more", "l1 < D", at(std::nextafter(0.5, 1.0)), "", findings);
  Expect("D = l1 + l2 + 2 r", "D < l1 + l2 + 2 r", at(reach), "obstacle_distance_m", findings);
  Expect("D one rounding less", "D < l1 + l2 + 2 r", at(std::nextafter(reach, 0.0)), "", findings);
  pendulum = DoublePendulum();
  pendulum.angle_1_rad = 0.3;
  const double touch = std::acos((0.9 - 0.05 - 0.5 * std::cos(0.3)) / 0.65);
  pendulum.angle_2_rad = -touch;
  Expect("start with f = 0", "f >= 0", pendulum, "", findings);
  pendulum.angle_2_rad = -touch + 1e-6;
  Expect("start with f < 0", "f >= 0", pendulum, "angle_2_rad", findings);
}

void PendulumDampedAndDriven(Findings& findings) {
  MechanismDetail detail;
  detail.sample_times_s = {1.0};
  const auto record = Swing(Driven(1.0), detail, findings);
  if (!record) return;
  const auto sample = [&](const char* body, const char* quantity) {
    return testing::At(record->samples, 0, {body, quantity});
  };
  // Expected: two integrators of another program, which agree to 1e-11.
  const char* paper = "equations only";
  findings.Reproduces("psi1 after 1 s, rad", paper, 5.71770179072, sample("rod_1", "angle_rad"),
                      1e-9);
  findings.Reproduces("psi2 after 1 s, rad", paper, 4.63059148938, sample("rod_2", "angle_rad"),
                      1e-9);
  findings.Reproduces("energy after 1 s, J", paper, 18.3281354652, sample("system", "energy_J"),
                      1e-9);
  findings.Reproduces("work of the torques in 1 s, J", paper, 3.3058725318,
                      sample("system", "torque_work_J"), 1e-9);
  findings.Reproduces("dissipated by the joints in 1 s, J", paper, 6.49339362955,
                      sample("system", "damped_J"), 1e-9);
  const auto balance = [&](const char* what, double scale, double least_impacts) {
    DoublePendulum driven = Driven(scale);
    driven.duration_s = 20.0;
    const auto run = Swing(driven, {}, findings);
    if (!run) return;
    findings.Reproduces(std::string(what) + ": E - E0 - work + dissipated, greatest, J", paper, 0.0,
                        testing::FigureOf(*run, "greatest_balance_residual_J"), 1e-9);
    findings.Reproduces(std::string(what) + ": runs on, with impacts", paper,
                        Text(CountOf(*run)) + " impacts, ends at " + Text(run->end_time_s) + " s",
                        CountOf(*run) >= least_impacts);
  };
  balance("these torques, 20 s asked for (impacts accumulate before)", 1.0, 10);
  balance("torques 5 times as strong, 20 s", 5.0, 10);
}

void PendulumMassMatrix(Findings& findings) {
  const DoublePendulum pendulum;
  const PendulumEquations equations(pendulum);
  CounterRandom random(52, 0);
  double greatest = 0.0;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 1000; ++i) {
    const Eigen::Vector2d angle = RandomState(random).angle_rad;
    const double ours = equations.MassMatrix(angle).determinant();
    const double printed = testing::PrintedDeterminant(pendulum, angle);
    greatest = std::max(greatest, std::fabs(ours / printed - 1.0));
    least = std::min(least, ours);
  }
  findings.Reproduces("det A of (3) against (6), 1000 positions, relative", "equal", 0.0, greatest,
                      1e-13);
  findings.Reproduces("the least of them, kg^2 m^4", "positive in each configuration", Text(least),
                      least > 0.0);
}

void PendulumParameters(Findings& findings) {
  const DoublePendulum pendulum;
  const PendulumEquations equations(pendulum);
  findings.Reproduces("E at psi1 = psi2 = 0, J", -40.007, equations.Energy(PendulumState()), 1e-3);
  PendulumState start;
  start.angle_rad << pendulum.angle_1_rad, pendulum.angle_2_rad;
  start.rate_rad_s << pendulum.angular_velocity_1_rad_s, pendulum.angular_velocity_2_rad_s;
  findings.Reproduces("E at the start, J", "Fig 5, about 21.5", 21.5156565629203,
                      equations.Energy(start), 1e-8);
  findings.Reproduces("the default pendulum", "section 4's parameters", AnswerTo(pendulum),
                      AnswerTo(pendulum) == "accepted");
}

}  // namespace carom::papers
