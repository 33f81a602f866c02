// Constrained bodies under the four methods, against closed forms.

#include "tests/testing/constraint_methods.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/math/ivp/integrator.h"
#include "core/multibody/multibody_system.h"
#include "tests/testing/allocations.h"
#include "tests/testing/assemble.h"

namespace carom {
namespace {

using testing::kConstraintMethods;

constexpr double kGravity = 9.81;

// A point of mass 1 kg on a rod of 1 m, in the plane y = 0.
MultibodySpec Pendulum(ConstraintMethod method) {
  MultibodySpec spec;
  spec.bodies = {RigidBody{}};
  spec.constraints = {KeepDistance{}, KeepInPlane{.normal = Vec3(0.0, 1.0, 0.0)}};
  spec.constraint_options.method = method;
  return spec;
}

BodyMotion At(double angle_rad) {
  BodyMotion motion;
  motion.position_m = Vec3(Sin(angle_rad), 0.0, -Cos(angle_rad));
  return motion;
}

// Notes when the bob comes down through the lowest point, by the angle's sign.
class LowestPoint : public MultibodySystem {
 public:
  using MultibodySystem::MultibodySystem;
  int guard_count() const override { return 1; }
  void Guards(double /*t*/, std::span<const double> y, std::span<double> value,
              std::span<double> rate) override {
    const BodyMotion bob = ReadBody(y, 0);
    value[0] = bob.position_m.x();
    rate[0] = bob.velocity_m_s.x();
  }
  bool OnGuards(double t, std::span<double> /*y*/, std::span<const int> /*crossed*/) override {
    passed_s = t;
    return false;
  }
  double passed_s = 0.0;
};

// A mild penalty, iterated to the end.
ConstraintOptions Sharp(ConstraintMethod method) {
  return {.method = method, .penalty = 1e3, .tolerance = 1e-13};
}

// catalogue D-16: a quarter of the period, and three times the weight in the rod at the bottom.
void ExpectPeriodAndTension(const ConstraintOptions& constraints) {
  struct Case {
    double angle_deg;
    double period_s;
  };
  for (const Case& c : {Case{90.0, 2.36784194757624}, Case{30.0, 2.04098988951913}}) {
    MultibodySpec spec = Pendulum(constraints.method);
    spec.constraint_options = constraints;
    LowestPoint system(spec);
    std::vector<double> y = system.Start(std::array{At(DegreesToRadians(c.angle_deg))});
    IvpOptions options;
    options.relative_tolerance = 1e-12;
    options.absolute_tolerance = 1e-13;
    options.largest_step_s = 0.01;
    IvpObserver nobody;
    Integrator integrator;
    const IvpResult result = integrator.Run(system, 0.0, y, 3.0, options, {}, nobody);
    ASSERT_EQ(result.end, IvpEnd::kAsked);
    EXPECT_NEAR(4.0 * system.passed_s, c.period_s, 1e-8);
    if (c.angle_deg != 90.0) continue;
    system.AccelerationsAt(result.t, y);
    const double length = ReadBody(y, 0).position_m.norm();
    const double tension = -system.constraints()->Multipliers(0)[0] * length;
    EXPECT_NEAR(tension, 3.0 * kGravity, 1e-8);
  }
}

TEST(ConstraintMethods, PendulumHasItsPeriodAndTension) {
  for (const ConstraintMethod method : kConstraintMethods) {
    SCOPED_TRACE(static_cast<int>(method));
    ExpectPeriodAndTension({.method = method});
    ExpectPeriodAndTension(Sharp(method));
  }
}

// What a system and an integrator need, they take before the first step.
TEST(ConstraintMethods, NothingIsAllocatedOnTheWay) {
  for (const ConstraintMethod method : kConstraintMethods) {
    SCOPED_TRACE(static_cast<int>(method));
    Integrator integrator;
    const auto allocations = [&](double duration_s) {
      MultibodySystem system(Pendulum(method));
      std::vector<double> y = system.Start(std::array{At(1.0)});
      IvpObserver nobody;
      const int64_t before = testing::AllocationCount();
      const IvpResult result = integrator.Run(system, 0.0, y, duration_s, {}, {}, nobody);
      EXPECT_GT(result.cost.accepted_steps, 10);
      return testing::AllocationCount() - before;
    };
    allocations(2.0);
    const int64_t short_run = allocations(0.2);
    EXPECT_EQ(allocations(2.0), short_run);
  }
}

// catalogue D-20: with the sign of (2.18)-(2.19) lambda is -m g / L, to the bit where it is solved
// for.
TEST(ConstraintMethods, HangingMassHasItsMultiplier) {
  const auto multiplier = [](const ConstraintOptions& constraints) {
    MultibodySpec spec = Pendulum(constraints.method);
    spec.constraint_options = constraints;
    MultibodySystem system(spec);
    const std::vector<double> y = system.Start(std::array{At(0.0)});
    const Acceleration a = system.AccelerationsAt(0.0, y)[0];
    EXPECT_NEAR(a.linear_m_s2.norm(), 0.0, 1e-15);
    return system.constraints()->Multipliers(0)[0];
  };
  for (const ConstraintMethod method : kConstraintMethods) {
    SCOPED_TRACE(static_cast<int>(method));
    const bool iterated = method == ConstraintMethod::kAugmentedLagrangian;
    EXPECT_NEAR(multiplier({.method = method}), -kGravity, iterated ? 1e-12 : 0.0);
    EXPECT_NEAR(multiplier(Sharp(method)), -kGravity, iterated ? 1e-12 : 0.0);
  }
}

// catalogue D-17: Phi / Phi(0) = (1 + 5 t) exp(-5 t) of a constraint linear in the coordinates.
TEST(ConstraintMethods, BaumgarteDecaysCritically) {
  MultibodySpec spec;
  spec.bodies = {RigidBody{}};
  spec.constraints = {KeepInPlane{.normal = Vec3(0.0, 1.0, 0.0)}};
  MultibodySystem system(spec);
  BodyMotion off;
  off.position_m = Vec3(0.0, 0.01, 0.0);
  for (const double t : {0.2, 0.5, 1.0}) {
    std::vector<double> y = system.Start(std::array{off});
    IvpObserver nobody;
    Integrator integrator;
    integrator.Run(system, 0.0, y, t, {}, {}, nobody);
    EXPECT_NEAR(ReadBody(y, 0).position_m.y() / 0.01, (1.0 + 5.0 * t) * Exp(-5.0 * t), 1e-6);
  }
}

// catalogue D-18: one step leaves an error of second order, a few none.
TEST(ConstraintMethods, DirectCorrectionIsQuadratic) {
  const MultibodySpec spec = Pendulum(ConstraintMethod::kDirectCorrection);
  ConstraintSolver solver(spec.bodies, spec.constraints, spec.constraint_options);
  std::array motions = {At(0.7)};
  motions[0].position_m += Vec3(1e-3, -5e-4, 8e-4);
  motions[0].orientation[0] += 1e-3;
  const double before = solver.Measure(motions).position;
  ASSERT_EQ(solver.CorrectPositions(motions), SolveStatus::kSolved);
  EXPECT_LT(solver.Measure(motions).position, before * before);
  for (int i = 0; i < 4; ++i) solver.CorrectPositions(motions);
  EXPECT_LT(solver.Measure(motions).position, 1e-14);
  EXPECT_LT(solver.Measure(motions).orientation, 1e-14);
}

TEST(ConstraintMethods, AssembleFromTenPerCentOff) {
  MultibodySpec spec;
  spec.bodies = {RigidBody{}, RigidBody{}};
  spec.constraints = {
      SphericalJoint{.body_a = 0, .arm_a = Vec3(0.0, 0.0, 0.5)},
      SphericalJoint{
          .body_a = 0, .arm_a = Vec3(0.0, 0.0, -0.5), .body_b = 1, .arm_b = Vec3(0.0, 0.0, 0.5)}};
  ConstraintSolver solver(spec.bodies, spec.constraints, spec.constraint_options);
  std::array<BodyMotion, 2> motions;
  motions[0].position_m = Vec3(0.05, 0.02, -0.55);
  motions[0].orientation = EulerParameters(1.0, 0.1, 0.0, 0.05).normalized();
  motions[1].position_m = Vec3(-0.05, 0.1, -1.4);
  const std::vector<double> trace = Assemble(solver, motions, 1e-14);
  EXPECT_LT(trace.back(), 1e-14);
  ASSERT_GE(trace.size(), 4u);
  EXPECT_LE(trace.size(), 7u);
  for (std::size_t i = 2; i + 1 < trace.size(); ++i) {  // Quadratic.
    EXPECT_LT(trace[i + 1], trace[i] * trace[i] + 1e-14) << "iteration " << i;
  }
}

// A spherical joint and a weld obey Phi'' = D v' - gamma: along the motion that the solver gives,
// Phi stays zero to the order of the step.
TEST(ConstraintMethods, JointsHoldASpinningBody) {
  for (const ConstraintMethod method : kConstraintMethods) {
    SCOPED_TRACE(static_cast<int>(method));
    MultibodySpec spec;
    spec.bodies = {RigidBody{2.0, Vec3(0.3, 0.2, 0.1)}, RigidBody{1.0, Vec3(0.1, 0.2, 0.3)}};
    spec.constraints = {
        SphericalJoint{.body_a = 0, .arm_a = Vec3(0.1, -0.2, 0.4)},
        SphericalJoint{
            .body_a = 0, .arm_a = Vec3(0.0, 0.3, -0.5), .body_b = 1, .arm_b = Vec3(0.2, 0.0, 0.5)}};
    spec.constraint_options.method = method;
    MultibodySystem system(spec);
    std::array<BodyMotion, 2> start;
    start[0].position_m = Vec3(-0.1, 0.2, -0.4);
    start[1].position_m = Vec3(-0.3, 0.5, -1.4);
    start[0].spin_rad_s = Vec3(1.0, -2.0, 3.0);
    start[0].velocity_m_s = -start[0].spin_rad_s.cross(Vec3(0.1, -0.2, 0.4));
    start[1].spin_rad_s = Vec3(-2.0, 0.5, 1.0);
    start[1].velocity_m_s =
        start[0].VelocityAt(Vec3(0.0, 0.3, -0.5)) - start[1].spin_rad_s.cross(Vec3(0.2, 0.0, 0.5));
    std::vector<double> y = system.Start(start);
    EXPECT_LT(system.MeasureConstraints(y).velocity, 1e-15);
    const double before = system.Energy(y).Total();
    IvpOptions options;
    options.relative_tolerance = 1e-11;
    options.absolute_tolerance = 1e-12;
    IvpObserver nobody;
    Integrator integrator;
    ASSERT_EQ(integrator.Run(system, 0.0, y, 2.0, options, {}, nobody).end, IvpEnd::kComplete);
    EXPECT_LT(system.MeasureConstraints(y).position, 1e-8);
    EXPECT_NEAR(system.Energy(y).Total(), before, 1e-7);
  }
}

TEST(ConstraintMethods, WeldHoldsABodyStill) {
  MultibodySpec spec;
  spec.bodies = {RigidBody{2.0, Vec3(0.3, 0.2, 0.1)}};
  spec.constraints = {Weld{.arm_b = Vec3(1.0, 2.0, 3.0)}};
  spec.loads = [](double, std::span<const BodyMotion>, std::span<Load> loads) {
    loads[0].moment_N_m = Vec3(5.0, -3.0, 2.0);
  };
  MultibodySystem system(spec);
  BodyMotion motion;
  motion.position_m = Vec3(1.0, 2.0, 3.0);
  std::vector<double> y = system.Start(std::array{motion});
  IvpObserver nobody;
  Integrator integrator;
  integrator.Run(system, 0.0, y, 1.0, {}, {}, nobody);
  EXPECT_LT(system.MeasureConstraints(y).position, 1e-12);
  EXPECT_NEAR(system.constraints()->Multipliers(0)[2], 2.0 * kGravity, 1e-9);
}

// Of the four only the augmented Lagrangian bears a constraint that is there twice.
TEST(ConstraintMethods, RedundantRowsAreTold) {
  for (const ConstraintMethod method : kConstraintMethods) {
    MultibodySpec spec = Pendulum(method);
    spec.constraints.push_back(spec.constraints[0]);
    ConstraintSolver solver(spec.bodies, spec.constraints, spec.constraint_options);
    const std::array motions = {At(0.5)};
    const std::array loads = {Load{Vec3(0.0, 0.0, -kGravity), Vec3::Zero()}};
    std::array<Acceleration, 1> accelerations;
    const SolveStatus status = solver.Accelerate(motions, loads, accelerations);
    if (method != ConstraintMethod::kAugmentedLagrangian) {
      EXPECT_EQ(status, SolveStatus::kSingular);
      continue;
    }
    EXPECT_EQ(status, SolveStatus::kSolved);
    EXPECT_NEAR(accelerations[0].linear_m_s2.norm(), kGravity * Sin(0.5), 1e-8);
    EXPECT_LE(solver.iterations(), 10);
  }
}

// A contact's force lifts accelerations to where 1e-9 m/s^2 is below their rounding.
TEST(ConstraintMethods, AugmentedLagrangianBearsGreatLoads) {
  const MultibodySpec spec = Pendulum(ConstraintMethod::kAugmentedLagrangian);
  ConstraintSolver solver(spec.bodies, spec.constraints, spec.constraint_options);
  const std::array motions = {At(0.5)};
  const Vec3 along(Cos(0.5), 0.0, Sin(0.5));  // The bob's only way to go.
  std::array<Acceleration, 1> accelerations;
  for (const double load_N : {1.0, 1e3, 1e6, 1e9}) {
    const Vec3 force(load_N, 0.0, -0.3 * load_N);
    ASSERT_EQ(solver.Accelerate(motions, std::array{Load{force, Vec3::Zero()}}, accelerations),
              SolveStatus::kSolved)
        << load_N;
    const Vec3 expected = along.dot(force) * along;
    EXPECT_LT((accelerations[0].linear_m_s2 - expected).norm(), 1e-8 * load_N);
  }
}

// A body that no row of D sees is put back onto |p| = 1 all the same.
TEST(ConstraintMethods, DirectCorrectionNormalisesFreeBodies) {
  MultibodySpec spec = Pendulum(ConstraintMethod::kDirectCorrection);
  spec.bodies.push_back(RigidBody{});
  ConstraintSolver solver(spec.bodies, spec.constraints, spec.constraint_options);
  std::array motions = {At(0.5), BodyMotion{}};
  motions[1].orientation = EulerParameters(1.001, 0.02, 0.0, 0.0);
  ASSERT_EQ(solver.CorrectPositions(motions), SolveStatus::kSolved);
  EXPECT_NEAR(motions[1].orientation.norm(), 1.0, 1e-15);
}

// A trial step that leaps into a singular position is one bad slope, not the end of the run.
TEST(ConstraintMethods, SingularPositionSpoilsItsOwnSlopeOnly) {
  MultibodySpec spec;
  spec.bodies = {RigidBody{}, RigidBody{}};
  const Vec3 pivot(1.5, 0.0, 0.0);  // Of a parallelogram, flat at 90 degrees.
  spec.constraints = {KeepDistance{.body_a = 0}, KeepDistance{.body_a = 1, .arm_b = pivot},
                      KeepDistance{.body_a = 0, .body_b = 1, .length_m = 1.5}};
  MultibodySystem system(spec);
  std::vector<double> slope(static_cast<std::size_t>(system.size()));
  const auto solved_at = [&](double angle_deg) {
    std::array motions = {At(DegreesToRadians(angle_deg)), At(DegreesToRadians(angle_deg))};
    motions[1].position_m += pivot;
    system.Slope(0.0, system.Start(motions), slope);
    return std::all_of(slope.begin(), slope.end(), [](double s) { return std::isfinite(s); });
  };
  EXPECT_TRUE(solved_at(60.0));
  EXPECT_FALSE(solved_at(90.0));
  EXPECT_TRUE(solved_at(60.0));
  EXPECT_FALSE(system.failed());
}

}  // namespace
}  // namespace carom
