// The ball's equations, parameters and the paper's misprints: contensou-15, -24, -25.

#include <array>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "core/math/ode.h"
#include "core/models/rolling_ball_equations.h"
#include "tests/papers/contensou/experiments.h"
#include "tests/papers/contensou/setup.h"
#include "tests/testing/contensou_paper.h"

namespace carom::papers {
namespace {

using Packed = std::array<double, kRollingBallSize>;

RollingBallState StartOf(const RollingBall& ball) {
  return {ball.position_m, ball.velocity_m_s, ball.spin_rad_s};
}

// Kinetic energy after 10 ms; `sign` -1 turns the friction force round, as (19), (20) print it.
double EnergySoon(const RollingBall& ball, double sign, Sheet& sheet) {
  const RollingBallEquations equations(ball);
  const auto slope = [&](double /*t*/, const Packed& y) {
    const RollingBallState state = RollingBallStateOf(y);
    PatchMotion motion{equations.Slip(state), state.spin_rad_s.z()};
    motion.rolling_m_s = state.velocity_m_s;
    PatchLoad load = equations.patch().Evaluate(motion, equations.normal_force_N());
    load.force_N *= sign;
    load.spin_moment_N_m *= sign;
    const RollingBallRates rates = equations.RatesUnder(load, state);
    Packed packed;
    WriteRollingBall(state.velocity_m_s, rates.acceleration_m_s2, rates.spin_rate_rad_s2, packed);
    return packed;
  };
  Packed y;
  WriteRollingBall(ball.position_m, ball.velocity_m_s, ball.spin_rad_s, y);
  constexpr int kSteps = 1000;
  constexpr double kStep_s = 1e-5;
  for (int k = 0; k < kSteps; ++k) {
    if (k % 20 == 0) {
      sheet.Add(sign > 0.0 ? "(21), (22)" : "(19), (20)", k * kStep_s, y[3],
                equations.Energy(RollingBallStateOf(y)));
    }
    y = Rk4Step(slope, y, 0.0, kStep_s);
  }
  return equations.Energy(RollingBallStateOf(y));
}

// catalogue B-17
double SlipRate(const RollingBall& ball) {
  const RollingBallEquations equations(ball);
  const auto rate = [&](double slip_m_s) {
    const RollingBallRates rates =
        equations.Rates({Vec2::Zero(), Vec2(0.0, 1.0 + slip_m_s), Vec3(-50.0, 0.0, 0.0)});
    return equations.Slip({Vec2::Zero(), rates.acceleration_m_s2, rates.spin_rate_rad_s2}).y();
  };
  return (rate(0.0) - rate(1e-9)) / 1e-9;
}

}  // namespace

void FiveDegreeBall(Findings& findings) {
  findings.sheet() = Sheet({"equations", "time_s", "v_y_m_s", "energy_J"});
  RollingBall ball = testing::PaperBall("Fig8");
  const double start_J = RollingBallEquations(ball).Energy(StartOf(ball));
  const double right_J = EnergySoon(ball, 1.0, findings.sheet());
  const double printed_J = EnergySoon(ball, -1.0, findings.sheet());
  findings.Reproduces("Fig 8 after 10 ms with the signs of (21), (22): energy, J",
                      "friction: it falls from " + Text(start_J), Text(right_J), right_J < start_J);
  findings.Differs("the same with the signs of (19), (20)", "friction + mu m g T_s",
                   Text(printed_J), printed_J > start_J,
                   "the force has the direction of the slip there and feeds it; T_s = -T_sx e_x "
                   "- T_sy e_y of 2.2 lost its minus");
  // catalogue B-16
  ball.patch.slip_smoothing_per_s = 0.0;
  const RollingBallRates rates =
      RollingBallEquations(ball).Rates({Vec2::Zero(), Vec2::Zero(), Vec3(0.0, 0.0, 10.0)});
  findings.Reproduces("d w_z/dt for w_z > 0 on the spot, rad/s^2",
                      "(22): -5 g/(2 r^2) a mu 3 pi/16", -21.6696262, rates.spin_rate_rad_s2.z(),
                      1e-6);
  findings.Reproduces("decay of slip while it rolls, 1/s", "not said; 3.5 mu g / (eps_t a)",
                      2.289e5, SlipRate(RollingBall()), 0.01 * 2.289e5);
  const RollingBallEquations equations(ball);
  findings.Reproduces("dv_z/dt = N/m - g, m/s^2", "0", 0.0,
                      equations.normal_force_N() / ball.mass_kg - ball.gravity_m_s2, 1e-14);
  // X and Y with their velocities, and three spins.
  findings.Reproduces("numbers of the ball's state", "five degrees of freedom", 2.0 + 5.0,
                      kRollingBallSize, 0.0);
}

void ParametersOfSimulation(Findings& findings) {
  const RollingBall ball;
  const ContensouPatch& patch = ball.patch;
  findings.Reproduces("a, m", 0.003, patch.radius_m, 0.0);
  findings.Reproduces("mu", 0.2, patch.friction, 0.0);
  findings.Reproduces("d", 1.0, patch.lean, 0.0);
  findings.Reproduces("eps_t", 0.01, patch.slip_smoothing_per_s, 0.0);
  findings.Reproduces("eps_r", 0.01, patch.rolling_smoothing_per_s, 0.0);
  findings.Reproduces("g, m/s^2", 9.81, ball.gravity_m_s2, 0.0);
  findings.Reproduces("r, m", 0.02, ball.ball_radius_m, 0.0);
  findings.Reproduces("m_T = m_M", 2.0, patch.two_parameter_blend.force.m, 0.0);
  findings.Reproduces("b_T", 0.68102, patch.two_parameter_blend.force.b, 0.0);
  findings.Reproduces("b_M", 0.480909, patch.two_parameter_blend.moment.b, 0.0);
  findings.Reproduces("v(0) less (0, 1), m/s", "(0, 1)", 0.0,
                      (ball.velocity_m_s - Vec2(0.0, 1.0)).norm(), 0.0);
  findings.NotCheckable(
      "mass of the ball", "none given",
      "nothing that moves the ball: it cancels from (21), (22); energies need it");
  const Vec3 spin_rate = RollingBallEquations(ball).Rates(StartOf(ball)).spin_rate_rad_s2;
  findings.Differs("alpha_x(0), alpha_y(0), alpha_z(0) read as angular accelerations, rad/s^2", "0",
                   Text(spin_rate.x()) + ", " + Text(spin_rate.y()) + ", " + Text(spin_rate.z()),
                   spin_rate.norm() > 1.0,
                   "the symbols are defined nowhere; accelerations are not 0, so they are taken as "
                   "the ball's orientation, which its equations do not have");
}

void MisprintsOfPaper(Findings& findings) {
  const RollingBall ball = testing::PaperBall("Fig9");
  const RollingBallEquations equations(ball);
  const ContensouPatch& patch = ball.patch;
  const RollingBallState start = StartOf(ball);
  const Vec2 slip = equations.Slip(start);
  const Vec2 ahead(0.0, 1.0);

  // v_s: (24), (25) equate it with v_A, (26) divides by a.
  const PatchFriction scaled = patch.Friction({slip / patch.radius_m, start.spin_rad_s.z(), ahead});
  const PatchFriction printed = patch.Friction({slip, start.spin_rad_s.z(), ahead});
  findings.Differs("v_s at the start of Fig 9", "v_A in (24), (25); v_A / a in (26)",
                   "|T| = " + Text(scaled.force.norm()) + " with v_A / a, " +
                       Text(printed.force.norm()) + " with v_A",
                   std::fabs(scaled.force.norm() - printed.force.norm()) > 0.01,
                   "(5) adds v_s to w_s times a scaled length: only v_A / a has its unit");

  // dM_s = dM / (mu N) against M = a mu N M_s.
  const double decay =
      -equations.Rates({Vec2::Zero(), Vec2::Zero(), Vec3(0.0, 0.0, 150.0)}).spin_rate_rad_s2.z();
  findings.Differs(
      "spin of 150 rad/s decays at, rad/s^2", "dM_s = dM / (mu N)",
      Text(decay) + " with a, " + Text(decay / patch.radius_m) + " without", decay < 22.0,
      "M = a mu N M_s two lines below, and the units, need the a: without it the spins "
      "of Figs 9 and 10 would be gone in 20 ms");

  // dT_s = -dT / (mu N) = -sigma dF v_p / |v_p|.
  const PatchLoad load = patch.Evaluate({slip, start.spin_rad_s.z(), start.velocity_m_s}, 1.0);
  const double power_W = load.force_N.dot(slip) + load.spin_moment_N_m * start.spin_rad_s.z();
  findings.Differs(
      "power of friction, W", "dT_s = -dT / (mu N): the real force along the slip",
      Text(power_W) + " with dT_s = dT / (mu N), " + Text(-power_W) + " with the minus",
      power_W < 0.0, "friction takes energy away; T = mu N T_s says the same");

  // "vanishing rolling resistance"
  const ContensouPatch sharp{.rolling_smoothing_per_s = 0.0};
  const double before = sharp.Shift({.rolling_m_s = Vec2(-1e-9, 0.0)}).x();
  const double after = sharp.Shift({.rolling_m_s = Vec2(1e-9, 0.0)}).x();
  findings.Differs("what is singular in (2)", "vanishing rolling resistance (2.4)",
                   "d_c jumps from " + Text(before) + " to " + Text(after) +
                       " where the rolling velocity vanishes",
                   after - before == 2.0, "it is the rolling velocity that vanishes");
}

}  // namespace carom::papers
