// The system and its equations of motion: pendulum-01, -02, -03, -11.

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "tests/papers/pendulum/experiments.h"
#include "tests/papers/pendulum/setup.h"
#include "tests/testing/channels.h"
#include "tests/testing/shots/pendulum_coefficients.h"

namespace carom::papers {
namespace {

bool IsAccepted(const DoublePendulum& pendulum) {
  return Validate(pendulum, MechanismDetail{}).ok();
}

// Where, from an accepted value of a field to a refused one, acceptance ends: the last value that
// is accepted, to the bit.
template <class With>
double LastAccepted(double accepted, double refused, With&& with) {
  if (!IsAccepted(with(accepted)) || IsAccepted(with(refused))) return std::nan("");
  for (int i = 0; i < 2000; ++i) {
    const double middle = 0.5 * (accepted + refused);
    if (middle == accepted || middle == refused) break;
    (IsAccepted(with(middle)) ? accepted : refused) = middle;
  }
  return accepted;
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
  const auto with_distance = [](double distance_m) {
    DoublePendulum pendulum;
    pendulum.obstacle_distance_m = distance_m;
    return pendulum;
  };
  const Printed between = {"l_1<D<l_1 +l_2 +2r", "(1)"};
  const Tolerance rounding = {4.5e-16, "m", "two last places of 1.2: of D and of the sum"};
  findings.Reproduced("least D that is accepted, of those up to 0.9 m", between,
                      {{LastAccepted(0.9, 0.1, with_distance), Around(0.5, rounding)}},
                      {Source::kClosedForm, "l_1 = 0.5 m"});
  findings.Reproduced("greatest D that is accepted", between,
                      {{LastAccepted(0.9, 2.0, with_distance), Around(1.2, rounding)}},
                      {Source::kClosedForm, "l_1 + l_2 + 2 r = 1.2 m"});
  const auto with_angle = [](double angle_2_rad) {
    DoublePendulum pendulum;
    pendulum.angle_1_rad = 0.3;
    pendulum.angle_2_rad = angle_2_rad;
    return pendulum;
  };
  const double last_rad = LastAccepted(-1.5, 0.0, with_angle);
  const double gap_m = PendulumEquations(DoublePendulum()).Gap({0.3, last_rad});
  findings.Reproduced(
      "f at the last start that is accepted",
      {"D-l_1 cos(psi_1) -(l_2 +r) cos(psi_2) -r >= 0", "(2)"},
      {{gap_m,
        NearZero({1e-9 + 1e-15, "m", "1 nm, which the door forgives, and rounding of f"}, 1.0)}},
      {Source::kClosedForm, "f = 0"});
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
  const Tolerance digits = {1e-9, "", "two integrators of another program agree to 1e-11"};
  const auto expect = [&](const char* what, double expected, double ours) {
    findings.Reproduced(
        what,
        {"q_1 = M_01 cos(Omega_1 t) - (c_1 + c_2) psi_1' + c_2 psi_2' - l_1 l_c m_2 sin(psi_1 - "
         "psi_2) psi_2'^2 - (m_1/2 + m_2) g l_1 sin psi_1",
         "(3)"},
        {{ours, Around(expected, digits)}}, {Source::kCatalogue, "P-18"});
  };
  expect("psi1 after 1 s, rad", 5.71770179072, sample("rod_1", "angle_rad"));
  expect("psi2 after 1 s, rad", 4.63059148938, sample("rod_2", "angle_rad"));
  expect("energy after 1 s, J", 18.3281354652, sample("system", "energy_J"));
  expect("work of the torques in 1 s, J", 3.3058725318, sample("system", "torque_work_J"));
  expect("dissipated by the joints in 1 s, J", 6.49339362955, sample("system", "damped_J"));
  const auto balance = [&](const char* what, double scale) {
    DoublePendulum driven = Driven(scale);
    driven.duration_s = 20.0;
    const auto run = Swing(driven, {}, findings);
    if (!run) return;
    findings.SelfCheck(std::string(what) + ", " + Text(CountOf(*run)) + " impacts, ends at " +
                           Text(run->end_time_s) + " s: E - E0 - work + dissipated, greatest",
                       {Source::kClosedForm, "the balance of power of (3)"},
                       {{testing::FigureOf(*run, "greatest_balance_residual_J"),
                         SizeWithin({1e-9, "J", "tolerance of the integration, of 20 J"}, 20.0)}});
  };
  balance("these torques, 20 s asked for", 1.0);
  balance("torques 5 times as strong, 20 s", 5.0);
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
  findings.Reproduced("det A of (3) over (6), less 1, 1000 positions, greatest",
                      {"|A| = I_1 (I_2 + l_c^2 m_2) + 1/4 l_1^2 (I_2 m_1 + 4 I_2 m_2 + l_c^2 m_1 "
                       "m_2) + l_1^2 l_c^2 m_2^2 sin^2(psi_1 - psi_2)",
                       "(6)"},
                      {{greatest, SizeWithin({1e-13, "", "rounding"})}});
  // sin^2 is not negative.
  const double floor = testing::PrintedDeterminant(pendulum, Eigen::Vector2d::Zero());
  findings.Reproduced(
      "the least of them", {"is positive for each pendulum configuration", "3.1, below (6)"},
      {{least, Above(floor * (1.0 - 1e-13), 0.0, "kg^2 m^4", "|A| at psi_1 = psi_2"),
        "least of 1000"},
       {floor, Above(0.0, 0.0, "kg^2 m^4", "its sign"), "at psi_1 = psi_2"}},
      {Source::kClosedForm, "(6) is least at psi_1 = psi_2"});
}

void PendulumParameters(Findings& findings) {
  const DoublePendulum pendulum;
  const PendulumEquations equations(pendulum);
  const Printed energy = {
      "at the stable equilibrium position psi_1 = 0 and psi_2 = 0 is about of −40.007", "4"};
  // The mass centre l_c is printed to 4 digits: m_2 g (0.5e-4 m) = 1.9 mJ.
  findings.Reproduced("E at psi_1 = psi_2 = 0", energy,
                      {{equations.Energy(PendulumState()), AsPrinted(energy, "J", 5.0)}});
  std::vector<Measured> presets;
  const auto preset = [&](const char* printed, const char* unit, double ours) {
    presets.push_back({ours, Exactly(NumberIn({printed, "4"}).value, unit), printed});
  };
  preset("m_1 = 3.2", "kg", pendulum.rod_1_mass_kg);
  preset("m_2 = 3.8", "kg", pendulum.rod_2_mass_kg);
  preset("l_1 = 0.5", "m", pendulum.rod_1_length_m);
  preset("l_2 = 0.6", "m", pendulum.rod_2_length_m);
  preset("r = 0.05", "m", pendulum.disc_radius_m);
  preset("l_c approx 0.3627", "m", pendulum.rod_2_centre_m);
  preset("I_2 approx 0.164", "kg m^2", pendulum.rod_2_inertia_kg_m2);
  preset("D = 0.9", "m", pendulum.obstacle_distance_m);
  preset("the coefficient of restitution k was assumed as 0.9", "", pendulum.restitution);
  presets.push_back(
      {pendulum.rod_1_inertia_kg_m2, Exactly(6.76e-2, "kg m^2"), "I_1 approx 6.76 x 10^-2"});
  findings.SelfCheck("our defaults", {Source::kPaper, "4, read back"}, presets);
  PendulumState start;
  start.angle_rad << pendulum.angle_1_rad, pendulum.angle_2_rad;
  start.rate_rad_s << pendulum.angular_velocity_1_rad_s, pendulum.angular_velocity_2_rad_s;
  findings.SelfCheck("E at the start", {Source::kCatalogue, "P-01"},
                     {{equations.Energy(start),
                       Around(21.5156565629203, {1e-8, "J", "tolerance of the catalogue"})}});
}

}  // namespace carom::papers
