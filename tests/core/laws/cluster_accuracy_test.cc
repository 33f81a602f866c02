// What the steps of ResolveCluster err by, against steps of a far tighter tolerance.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "tests/core/laws/group_rig.h"

namespace carom::testing {
namespace {

constexpr double kSpeed_m_s = 8.0;
constexpr ClusterTolerance kTight = {1e-12, 1e-12};

// A cue ball with some spin against a rack, at a random angle; half of the racks with gaps.
GroupRig StruckRack(uint64_t index, const BallBallFriction& friction) {
  CounterRandom random(71, index);
  GroupRig rig;
  rig.restitution = 0.95;
  rig.friction = friction;
  const BallSpec ball;
  const double angle_rad = random.Uniform(-0.4, 0.4);
  const Vec3 from(Cos(0.5 * angle_rad), Sin(0.5 * angle_rad), 0.0);
  rig.Add(-2.0 * ball.radius_m * from, kSpeed_m_s * Vec3(Cos(angle_rad), Sin(angle_rad), 0.0));
  for (int k = 0; k < 3; ++k) rig.bodies[0].spin[k] = random.Uniform(-50.0, 50.0);
  AddTriangle(4, 2.0 * ball.radius_m + (index % 2 == 0 ? 0.0 : 5e-5), rig);
  rig.JoinAll(3e-4);
  return rig;
}

// Of each ball, in units of the cue ball's speed.
std::vector<double> Errors(const BallBallFriction& friction, const ClusterTolerance& tolerance) {
  std::vector<double> errors;
  for (uint64_t index = 0; index < 12; ++index) {
    GroupRig coarse = StruckRack(index, friction);
    GroupRig fine = StruckRack(index, friction);
    ResolveCluster(coarse.bodies, coarse.contacts, *coarse.workspace, tolerance);
    EXPECT_TRUE(ResolveCluster(fine.bodies, fine.contacts, *fine.workspace, kTight).complete);
    for (size_t i = 0; i < fine.bodies.size(); ++i) {
      const Vec3 difference = coarse.bodies[i].velocity - fine.bodies[i].velocity;
      errors.push_back(difference.cwiseAbs().maxCoeff() / kSpeed_m_s);
    }
  }
  std::sort(errors.begin(), errors.end());
  return errors;
}

// As ClusterTolerance says.
TEST(ClusterAccuracy, OfARackWithFriction) {
  const std::vector<double> usual = Errors(AlciatoreFriction{}, {});
  EXPECT_LT(usual.back(), 2e-3);
  EXPECT_LT(usual[usual.size() / 2], 5e-4);
  const std::vector<double> finer = Errors(AlciatoreFriction{}, {1e-10, 1e-10});
  EXPECT_LT(finer.back(), 5e-4);
  EXPECT_LT(finer[finer.size() / 2], 0.5 * usual[usual.size() / 2]);
}

TEST(ClusterAccuracy, OfARackWithoutFriction) {
  EXPECT_LT(Errors(ConstantFriction{0.0}, {}).back(), 1e-6);
  EXPECT_LT(Errors(ConstantFriction{0.0}, {1e-7, 1e-7}).back(), 2e-5);
}

}  // namespace
}  // namespace carom::testing
