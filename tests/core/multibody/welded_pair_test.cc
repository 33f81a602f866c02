// Two bodies in a joint or welded to each other: the rows of the constraints, and the impulses that
// bring welds in.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/base/random.h"
#include "core/multibody/constraint_solver.h"
#include "core/multibody/multibody_system.h"
#include "tests/testing/constraint_methods.h"

namespace carom {
namespace {

using testing::kConstraintMethods;

using Motions = std::array<BodyMotion, 2>;

class Dice {
 public:
  double Next() { return stream_.Uniform(-1.0, 1.0); }
  Vec3 Vector() {
    const double x = Next();
    const double y = Next();
    return {x, y, Next()};
  }

 private:
  CounterRandom stream_{5, 0};
};

Motions AnyMotions(Dice& dice) {
  Motions motions;
  for (BodyMotion& motion : motions) {
    motion.position_m = dice.Vector();
    motion.orientation = EulerParameters(1.0, dice.Next(), dice.Next(), dice.Next()).normalized();
    motion.velocity_m_s = dice.Vector();
    motion.spin_rad_s = 3.0 * dice.Vector();
  }
  return motions;
}

// Where bodies are after dt that keep their velocities: orientations turn about a fixed axis.
Motions After(const Motions& start, double dt) {
  Motions motions = start;
  for (BodyMotion& motion : motions) {
    motion.position_m += dt * motion.velocity_m_s;
    const double rate = motion.spin_rad_s.norm();
    const Vec3 axis = motion.spin_rad_s / rate;
    const double c = std::cos(0.5 * rate * dt);
    const Vec3 s = std::sin(0.5 * rate * dt) * axis;
    const EulerParameters p = motion.orientation;  // (c, s) p as quaternions.
    motion.orientation[0] = c * p[0] - s.dot(p.tail<3>());
    motion.orientation.tail<3>() = c * p.tail<3>() + p[0] * s + s.cross(p.tail<3>());
  }
  return motions;
}

// Phi' = D v and Phi'' = -gamma of bodies without acceleration, against differences of Phi.
void ExpectRowsAreTheDerivatives(const Constraint& constraint, const Motions& motions) {
  const ConstraintRows at = Evaluate(constraint, motions);
  ASSERT_EQ(at.rows, RowsOf(constraint));
  constexpr double kStep_s = 1e-4;
  const auto before = Evaluate(constraint, After(motions, -kStep_s)).value;
  const auto after = Evaluate(constraint, After(motions, kStep_s)).value;
  Eigen::Matrix<double, 6, 1> velocity[2];
  for (int b = 0; b < 2; ++b) {
    const BodyMotion& motion = motions[static_cast<std::size_t>(b)];
    velocity[b] << motion.velocity_m_s, motion.spin_rad_s;
  }
  const Eigen::Matrix<double, 6, 1> rate =
      at.jacobian_a * velocity[0] + at.jacobian_b * velocity[1];
  const Eigen::Matrix<double, 6, 1> by_differences = (after - before) / (2.0 * kStep_s);
  EXPECT_LT((rate - by_differences).norm(), 1e-6);
  const Eigen::Matrix<double, 6, 1> second =
      (after - 2.0 * at.value + before) / (kStep_s * kStep_s);
  EXPECT_LT((at.gamma + second).norm(), 1e-5);
}

TEST(Joints, RowsAreTheDerivativesOfTheConstraint) {
  Dice dice;
  for (int i = 0; i < 20; ++i) {
    const Vec3 arm_a = dice.Vector();
    const Vec3 arm_b = dice.Vector();
    const Motions motions = AnyMotions(dice);
    const EulerParameters turn =
        RotationBy(i < 10 ? Vec3(Vec3::Zero()) : Vec3(3.0 * dice.Vector()));
    ExpectRowsAreTheDerivatives(Weld{0, arm_a, 1, arm_b, turn}, motions);
    const Vec3 axis_a = dice.Vector().normalized();
    const Vec3 axis_b = dice.Vector().normalized();
    ExpectRowsAreTheDerivatives(RevoluteJoint{0, arm_a, axis_a, 1, arm_b, axis_b}, motions);
  }
}

std::vector<Constraint> Weld2() {
  return {
      Weld{.body_a = 0, .arm_a = Vec3(0.5, 0.1, 0.0), .body_b = 1, .arm_b = Vec3(-0.5, 0.1, 0.2)}};
}

// Where the points of Weld2() meet.
Motions Welded(Dice& dice) {
  Motions motions = AnyMotions(dice);
  motions[1].orientation = motions[0].orientation;
  const Eigen::Matrix3d turn = RotationMatrix(motions[0].orientation);
  motions[1].position_m =
      motions[0].position_m + turn * (Vec3(0.5, 0.1, 0.0) - Vec3(-0.5, 0.1, 0.2));
  return motions;
}

// Bodies that are caught keep momentum and angular momentum, and go on as one.
TEST(Weld, TakingHoldKeepsMomenta) {
  const std::array bodies = {RigidBody{2.0, Vec3(0.3, 0.2, 0.1)},
                             RigidBody{0.5, Vec3(0.01, 0.02, 0.03)}};
  const auto momenta = [&](const Motions& motions) {
    Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
    for (std::size_t b = 0; b < 2; ++b) {
      const Eigen::Matrix3d turn = RotationMatrix(motions[b].orientation);
      const Vec3 momentum = bodies[b].mass_kg * motions[b].velocity_m_s;
      const Vec3 spin = turn.transpose() * motions[b].spin_rad_s;
      sum.head<3>() += momentum;
      sum.tail<3>() +=
          motions[b].position_m.cross(momentum) + turn * bodies[b].inertia_kg_m2.cwiseProduct(spin);
    }
    return sum;
  };
  Dice dice;
  for (const ConstraintMethod method : kConstraintMethods) {
    ConstraintOptions options;
    options.method = method;
    ConstraintSolver solver(bodies, Weld2(), options);
    Motions motions = Welded(dice);
    const auto before = momenta(motions);
    EXPECT_GT(solver.Measure(motions).velocity, 0.1);
    ASSERT_EQ(solver.ShareMomentum(motions), SolveStatus::kSolved);
    EXPECT_LT(solver.Measure(motions).velocity, 1e-9);
    EXPECT_LT((momenta(motions) - before).norm(), 1e-12);
    EXPECT_LT((motions[0].spin_rad_s - motions[1].spin_rad_s).norm(), 1e-9);
  }
}

// A weld that is there twice: no unique impulses, but for the augmented Lagrangian's.
TEST(Weld, RedundantWeldsAreTold) {
  const std::array bodies = {RigidBody{}, RigidBody{}};
  Dice dice;
  for (const ConstraintMethod method : kConstraintMethods) {
    ConstraintOptions options;
    options.method = method;
    std::vector<Constraint> twice = Weld2();
    twice.push_back(twice[0]);
    ConstraintSolver solver(bodies, twice, options);
    Motions motions = Welded(dice);
    const bool bears = method == ConstraintMethod::kAugmentedLagrangian;
    EXPECT_EQ(solver.ShareMomentum(motions), bears ? SolveStatus::kSolved : SolveStatus::kSingular);
    if (!bears) continue;
    EXPECT_LT(solver.Measure(motions).velocity, 1e-9);
  }
}

}  // namespace
}  // namespace carom
