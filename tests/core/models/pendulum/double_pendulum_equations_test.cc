#include "core/models/pendulum/double_pendulum.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "core/base/random.h"
#include "tests/testing/impact_case.h"
#include "tests/testing/shots/pendulum_coefficients.h"

namespace carom::testing {
namespace {

PendulumState StartOf(const DoublePendulum& pendulum) {
  PendulumState state;
  state.angle_rad << pendulum.angle_1_rad, pendulum.angle_2_rad;
  state.rate_rad_s << pendulum.angular_velocity_1_rad_s, pendulum.angular_velocity_2_rad_s;
  return state;
}

PendulumState RandomState(CounterRandom& random) {
  PendulumState state;
  for (int i = 0; i < 2; ++i) state.angle_rad[i] = random.Uniform(-4.0, 4.0);
  for (int i = 0; i < 2; ++i) state.rate_rad_s[i] = random.Uniform(-10.0, 10.0);
  return state;
}

// A pendulum with everything on.
DoublePendulum DrivenPendulum() {
  DoublePendulum pendulum;
  pendulum.joint_1_damping_N_m_s = 0.3;
  pendulum.joint_2_damping_N_m_s = 0.2;
  pendulum.torque_1_N_m = 4.0;
  pendulum.torque_1_frequency_rad_s = 2.0;
  pendulum.torque_2_N_m = 1.5;
  pendulum.torque_2_frequency_rad_s = 3.0;
  return pendulum;
}

TEST(DoublePendulumEquations, Energies) {  // catalogue P-01
  const DoublePendulum pendulum;
  const PendulumEquations equations(pendulum);
  EXPECT_NEAR(equations.Energy(StartOf(pendulum)), 21.5156565629203, 21.5 * 1e-10);
  EXPECT_NEAR(equations.Energy(PendulumState()), -40.0077306, 1e-7);
}

TEST(DoublePendulumEquations, DeterminantOfTheMassMatrix) {  // catalogue P-02, Eq. (6)
  const DoublePendulum p;
  const PendulumEquations equations(p);
  CounterRandom random(51, 0);
  for (int i = 0; i < 200; ++i) {
    const Eigen::Vector2d angle = RandomState(random).angle_rad;
    const double eq6 = PrintedDeterminant(p, angle);
    EXPECT_NEAR(equations.MassMatrix(angle).determinant(), eq6, 1e-13 * eq6);
  }
}

TEST(DoublePendulumEquations, ReactionsAtTheStart) {  // catalogue P-12
  const DoublePendulum pendulum;
  const JointForces forces = PendulumEquations(pendulum).Reactions(0.0, StartOf(pendulum));
  EXPECT_NEAR(forces.r, 16.64206100637741, 1e-9);
  EXPECT_NEAR(forces.p, 31.78543025188385, 1e-9);
  EXPECT_NEAR(forces.h, 11.81317330078411, 1e-9);
  EXPECT_NEAR(forces.v, -5.949177341954479, 1e-9);
}

// catalogue P-18, whose values belong to Omega1 = 2 and M02 = 1.5: 4 x 1.2 - 1.5 x 0.5 = 4.05 W.
TEST(DoublePendulumEquations, PowersAtTheStart) {
  const DoublePendulum pendulum = DrivenPendulum();
  const PendulumEquations equations(pendulum);
  EXPECT_NEAR(equations.TorquePower(0.0, StartOf(pendulum)), 4.05, 1e-12);
  EXPECT_NEAR(equations.DampingPower(StartOf(pendulum)), 1.01, 1e-12);
}

// dE/dt along the motion is what torques and joints do; f' = c and f'' = c'. Central differences.
TEST(DoublePendulumEquations, RatesAreDerivatives) {
  const PendulumEquations equations(DrivenPendulum());
  CounterRandom random(51, 1);
  constexpr double kStep_s = 1e-5;
  for (int i = 0; i < 200; ++i) {
    const PendulumState state = RandomState(random);
    const double t = random.Uniform(0.0, 5.0);
    const Eigen::Vector2d acceleration = equations.Accelerations(t, state);
    const auto moved = [&](double dt) {
      PendulumState there = state;
      there.angle_rad += dt * state.rate_rad_s + 0.5 * dt * dt * acceleration;
      there.rate_rad_s += dt * acceleration;
      return there;
    };
    const auto rate_of = [&](const auto& quantity) {
      return (quantity(moved(kStep_s)) - quantity(moved(-kStep_s))) / (2.0 * kStep_s);
    };
    const auto closing = [&](const PendulumState& s) {
      return (equations.ContactJacobian(s.angle_rad) * s.rate_rad_s).y();
    };
    EXPECT_NEAR(rate_of([&](const PendulumState& s) { return equations.Energy(s); }),
                equations.TorquePower(t, state) - equations.DampingPower(state), 2e-3);
    EXPECT_NEAR(rate_of([&](const PendulumState& s) { return equations.Gap(s.angle_rad); }),
                closing(state), 1e-6);
    EXPECT_NEAR(rate_of(closing), equations.GapAcceleration(t, state), 1e-4);
  }
}

PendulumImpact ImpactAt(const DoublePendulum& pendulum, const PendulumState& state) {
  return ResolveDiscImpact(PendulumEquations(pendulum), state);
}

TEST(DoublePendulumImpact, CoefficientsOfTheFirstImpact) {  // catalogue P-03
  PendulumState state;
  state.angle_rad << -0.2806262085057675, -5.31713378468782;
  state.rate_rad_s << 6.709095767733693, -11.5458975361099;
  const PendulumImpact impact = ImpactAt(DoublePendulum(), state);
  EXPECT_NEAR(impact.alpha, 0.3671416070739386, 1e-12);
  EXPECT_NEAR(impact.gamma, 0.5174711110867584, 1e-12);
  EXPECT_NEAR(impact.epsilon, -0.2438388688725825, 1e-12);
  // catalogue P-06
  EXPECT_NEAR(impact.rate_after_rad_s.x(), -1.286264245005326, 1e-9);
  EXPECT_NEAR(impact.rate_after_rad_s.y(), 10.95428861230897, 1e-9);
  EXPECT_NEAR(impact.compression_impulse, 13.9452975061, 1e-9);
  EXPECT_NEAR(impact.normal_impulse, 26.4960652616, 1e-9);
  EXPECT_NEAR(impact.friction_impulse, 2.34764101491, 1e-9);
  EXPECT_EQ(impact.path, RouthPath::kReversalInCompression);
  EXPECT_EQ(ImpactCase(impact.path, impact.velocity_before_m_s.x()), "c'");
}

// catalogue P-03, P-11: first principles and the printed polynomials; the impulses obey Newton and
// Euler; Poisson; no energy is gained; friction stays in its cone.
TEST(DoublePendulumImpact, RandomPositions) {
  CounterRandom random(51, 2);
  int impacts = 0;
  while (impacts < 1000) {
    DoublePendulum pendulum;
    pendulum.friction = random.Uniform(0.0, 1.0);
    pendulum.restitution = random.Uniform();
    const PendulumEquations equations(pendulum);
    const PendulumState state = RandomState(random);
    if ((equations.ContactJacobian(state.angle_rad) * state.rate_rad_s).y() > -1e-3) continue;
    ++impacts;
    const PendulumImpact impact = ImpactAt(pendulum, state);
    const PendulumCoefficients printed =
        PrintedCoefficients(pendulum, state.angle_rad, Bracket::kBeforeI2);
    EXPECT_NEAR(impact.alpha, printed.alpha, 1e-12);
    EXPECT_NEAR(impact.gamma, printed.gamma, 1e-12);
    EXPECT_NEAR(impact.epsilon, printed.epsilon, 1e-12);
    EXPECT_LT(ImpactResidual(equations, state.angle_rad, impact), 1e-12);
    EXPECT_NEAR(impact.normal_impulse, (1.0 + pendulum.restitution) * impact.compression_impulse,
                1e-13 * impact.normal_impulse);
    EXPECT_LE(std::fabs(impact.friction_impulse),
              pendulum.friction * impact.normal_impulse * (1.0 + 1e-12));
    EXPECT_GE(impact.velocity_after_m_s.y(), -1e-12);
    PendulumState after = state;
    after.rate_rad_s = impact.rate_after_rad_s;
    const double drop = equations.Energy(state) - equations.Energy(after);
    EXPECT_NEAR(drop, impact.energy_lost_J, 1e-10);
    EXPECT_GE(drop, -1e-10);
  }
}

TEST(DoublePendulumImpact, TheTenCases) {
  EXPECT_EQ(ImpactCase(RouthPath::kFrictionless, 1.0), "none");
  EXPECT_EQ(ImpactCase(RouthPath::kSlip, -1.0), "a");
  EXPECT_EQ(ImpactCase(RouthPath::kStickInCompression, -1.0), "b");
  EXPECT_EQ(ImpactCase(RouthPath::kReversalInCompression, 1.0), "c'");
  EXPECT_EQ(ImpactCase(RouthPath::kStickInRestitution, -1.0), "d");
  EXPECT_EQ(ImpactCase(RouthPath::kReversalInRestitution, 1.0), "e'");
}

}  // namespace
}  // namespace carom::testing
