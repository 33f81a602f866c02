// The ball's equations, parameters and the paper's misprints: contensou-15, -24, -25.

#include <array>
#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "core/math/ode.h"
#include "core/models/rolling_ball/rolling_ball_equations.h"
#include "tests/papers/contensou/experiments.h"
#include "tests/papers/contensou/setup.h"
#include "tests/testing/shots/contensou_ball.h"

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

// The kinetic energy is a sum of squares of the velocities: those numbers of the state, one by one,
// that give it any.
int DegreesOfFreedom(const RollingBall& ball) {
  const RollingBallEquations equations(ball);
  int count = 0;
  Packed y;
  for (double& number : y) {
    y = {};
    number = 1.0;
    if (equations.Energy(RollingBallStateOf(y)) > 0.0) ++count;
  }
  return count;
}

}  // namespace

void FiveDegreeBall(Findings& findings) {
  findings.sheet() = Sheet({"equations", "time_s", "v_y_m_s", "energy_J"});
  RollingBall ball = testing::PaperBall("Fig8");
  const double start_J = RollingBallEquations(ball).Energy(StartOf(ball));
  const double right_J = EnergySoon(ball, 1.0, findings.sheet());
  const double printed_J = EnergySoon(ball, -1.0, findings.sheet());
  // Friction's power at the start is mu m g |v_s|; in 10 ms the slip of 4 m/s falls by
  // 3.5 mu g t = 0.07 m/s, and the power with it by 1.7 per cent.
  const double loss_J = 0.01 * ball.patch.friction * ball.mass_kg * ball.gravity_m_s2 *
                        RollingBallEquations(ball).Slip(StartOf(ball)).norm();
  // The rolling resistance a m g d/5 pushes the way the backspin turns, and feeds it.
  const double fed_J = 0.01 * ball.patch.radius_m * ball.mass_kg * ball.gravity_m_s2 / 5.0 *
                       std::fabs(ball.spin_rad_s.x());
  const Tolerance falling = {0.02 * loss_J, "J", "the slip falls by 1.7 per cent in 10 ms", true};
  const std::string forces =
      "the printed friction force has the direction of the slip and feeds it; T_s = -T_sx e_x - "
      "T_sy e_y of 2.2 lost its minus";
  findings.Misprint(
      "energy of Fig 8's ball after 10 ms, less that at the start",
      {"T^_se = mu m g [T_sxe, T_sye, 0]", "(19)"},
      {{printed_J - start_J, Around(fed_J + loss_J, falling), "signs of (19), (20)"},
       {right_J - start_J, Around(fed_J - loss_J, falling), "signs of (21), (22)"}},
      forces,
      {Source::kClosedForm, "10 ms of mu m g |v_s| and of the rolling resistance a m g d/5"});
  // catalogue B-16
  ball.patch.slip_smoothing_per_s = 0.0;
  const RollingBallRates rates =
      RollingBallEquations(ball).Rates({Vec2::Zero(), Vec2::Zero(), Vec3(0.0, 0.0, 10.0)});
  findings.Reproduced("d omega_z/dt for omega_z > 0 on the spot",
                      {"d omega_z/dt = -5g/(2 r^2) a mu M_se", "(22)"},
                      {{rates.spin_rate_rad_s2.z(),
                        Around(-21.6696262, {1e-6, "rad/s^2", "digits of the catalogue"})}},
                      {Source::kCatalogue, "B-16"});
  findings.Extension("decay of slip while it rolls",
                     {Source::kClosedForm, "3.5 mu g / (eps_t a), catalogue B-17"},
                     {{SlipRate(RollingBall()),
                       Around(2.289e5, {0.01 * 2.289e5, "1/s", "one per cent: linearised"})}});
  // Without spin and rolling resistance all of the patch slides one way: |dv/dt| = mu N/m.
  RollingBall slider = ball;
  slider.patch.lean = 0.0;
  const RollingBallRates sliding =
      RollingBallEquations(slider).Rates({Vec2::Zero(), Vec2(0.0, 1.0), Vec3::Zero()});
  findings.Reproduced(
      "force of the table over m, from how a sliding ball slows down, less g",
      {"the third equation is dv_z/dt = 0", "3.1"},
      {{sliding.acceleration_m_s2.norm() / slider.patch.friction - slider.gravity_m_s2,
        NearZero({1e-14, "m/s^2", "rounding"}, slider.gravity_m_s2)}},
      {Source::kClosedForm, "N = m g where nothing moves up or down"});
  findings.Reproduced("numbers of the ball's state that carry kinetic energy",
                      {"Assumption of permanent contact results in five degrees of freedom", "3.1"},
                      {{static_cast<double>(DegreesOfFreedom(ball)), Exactly(5.0)}},
                      {Source::kPaper, "\"five\""});
}

void ParametersOfSimulation(Findings& findings) {
  const RollingBall ball;
  const ContensouPatch& patch = ball.patch;
  std::vector<Measured> presets;
  const auto preset = [&](const char* printed, const std::string& unit, double ours) {
    presets.push_back({ours, Exactly(NumberIn({printed, "3.2"}).value, unit), printed});
  };
  preset("a = 0.003", "m", patch.radius_m);
  preset("mu = 0.2", "", patch.friction);
  preset("d = 1", "", patch.lean);
  preset("eps_t = 0.01", "1/s", patch.slip_smoothing_per_s);
  preset("eps_r = 0.01", "1/s", patch.rolling_smoothing_per_s);
  preset("g = 9.81", "m/s^2", ball.gravity_m_s2);
  preset("r = 0.02", "m", ball.ball_radius_m);
  preset("m_T = 2", "", patch.two_parameter_blend.force.m);
  preset("m_M = 2", "", patch.two_parameter_blend.moment.m);
  preset("b_T = 0.68102", "", patch.two_parameter_blend.force.b);
  preset("b_M = 0.480909", "", patch.two_parameter_blend.moment.b);
  preset("v_x(0) = 0", "m/s", ball.velocity_m_s.x());
  preset("v_y(0) = 1", "m/s", ball.velocity_m_s.y());
  findings.SelfCheck("our defaults", {Source::kPaper, "3.2, read back"}, presets);
  findings.Tells("mass of the ball",
                 "it cancels from (21), (22) and moves nothing; only energies need it");
  findings.Tells("what alpha is", {"alpha_x(0) = 0, alpha_y(0) = 0, alpha_z(0) = 0", "3.2"},
                 "the symbol is defined nowhere; taken as the orientation, which no equation has");
}

void MisprintsOfPaper(Findings& findings) {
  const RollingBall ball = testing::PaperBall("Fig9");
  const RollingBallEquations equations(ball);
  const ContensouPatch& patch = ball.patch;
  const RollingBallState start = StartOf(ball);
  const Vec2 slip = equations.Slip(start);
  const double spin = start.spin_rad_s.z();

  // v_s: (25) equates it with v_A, (26) divides by a. In millimetres v_A is 1000 times as large and
  // v_A / a is the same.
  const auto force = [&](const Vec2& scaled) {
    return patch.Friction({scaled, spin, Vec2(0.0, 1.0)}).force;
  };
  const double a_m = patch.radius_m;
  findings.Misprint("T_s at the start of Fig 9 in millimetres, less that in metres",
                    {"[v_sx, v_sy, v_sz] = [v_Ax, v_Ay, v_Az]", "(25)"},
                    {{(force(1e3 * slip) - force(slip)).norm(),
                      Above(0.1, 0.0, "", "a tenth of the whole force"), "with v_A"},
                     {(force(1e3 * slip / (1e3 * a_m)) - force(slip / a_m)).norm(),
                      SizeWithin({1e-14, "", "rounding"}), "with v_A / a of (26)"}},
                    "(5) adds v_s to omega_s times a scaled length: only v_A / a has its unit");

  // dM_s = dM / (mu N) against M = a mu N M_s: the length in the moment.
  const double decay =
      -equations.Rates({Vec2::Zero(), Vec2::Zero(), Vec3(0.0, 0.0, 150.0)}).spin_rate_rad_s2.z();
  const double r = ball.ball_radius_m;
  const double without = 2.5 * ball.gravity_m_s2 * patch.friction * 3.0 * kPi / (16.0 * r * r);
  findings.Misprint(
      "decay of a spin of 150 rad/s over that without the length a",
      {"dM_s = rho x dT_s = dM^_s/(mu N)", "2.2"},
      {{decay / without, Around(a_m, {1e-7, "m", "eps_t smooths by (eps_t / 150)^2"})}},
      "M^_s = a mu N M_s two lines below, and the units, need the a: without it the number would "
      "be 1, and the spins of Figs 9 and 10 gone in 20 ms");

  // dT_s = -dT / (mu N) = -sigma dF v_p / |v_p|.
  const PatchLoad load = patch.Evaluate({slip, spin, start.velocity_m_s}, 1.0);
  const double power_W = load.force_N.dot(slip) + load.spin_moment_N_m * spin;
  findings.Misprint("power of friction for N = 1 N",
                    {"dT_s = -dT^_s/(mu N) = -sigma(x, y) dF v_p/||v_p||", "2.2"},
                    {{-power_W, Above(0.0, 0.0, "W", "its sign"), "with that minus"},
                     {power_W, Below(0.0, 0.0, "W", "its sign"), "T^_s = mu N T_s"}},
                    "friction takes energy away; T^_s = mu N T_s of 2.2 says the same");

  // "vanishing rolling resistance"
  const ContensouPatch sharp{.rolling_smoothing_per_s = 0.0};
  const double before = sharp.Shift({.rolling_m_s = Vec2(-1e-9, 0.0)}).x();
  const double after = sharp.Shift({.rolling_m_s = Vec2(1e-9, 0.0)}).x();
  findings.Misprint(
      "jump of d_c of (2) where the rolling velocity changes its sign",
      {"They possess singularities for vanishing rolling resistance", "2.4"},
      {{after - before, Exactly(2.0)}},
      "it is the rolling velocity that vanishes; the resistance is d/5 on both sides");
}

}  // namespace carom::papers
