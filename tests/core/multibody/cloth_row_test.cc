// The contacts of many balls with the cloth at once, against the formulas for one.

#include "core/multibody/open_field.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/register_width.h"
#include "core/laws/compliant.h"

namespace carom {
namespace {

const Hole kHole{.centre_m = Vec2(0.4, 0.1), .radius_m = 0.06};

// Small numbers and zeros are what the formulas branch at.
double Any(double size, CounterRandom& random) {
  const double u = random.Uniform();
  if (u < 0.1) return 0.0;
  return (u < 0.3 ? 1e-9 : 1.0) * random.Uniform(-size, size);
}

Vec3 AnyVector(double size, CounterRandom& random) {
  const double x = Any(size, random);
  const double y = Any(size, random);
  return {x, y, Any(size, random)};
}

ContactPair AnyCloth(int ball, CounterRandom& random) {
  ContensouPatch patch;
  patch.radius_m = random.Uniform(1e-4, 5e-3);
  patch.friction = random.Uniform();
  patch.lean = random.Uniform(0.0, 0.5);
  patch.other_lean = ball % 2 == 0 ? 0.0 : random.Uniform(0.0, 0.5);
  if (ball % 3 == 0) {
    patch.lean_factor.Add({0.1, 1.0});
    patch.lean_factor.Add({1.0, random.Uniform(0.5, 2.0)});
  }
  patch.slip_smoothing_per_s = ball % 5 == 0 ? 0.0 : random.Uniform(0.0, 1.0);
  patch.rolling_smoothing_per_s = ball % 5 == 0 ? 0.0 : random.Uniform(0.0, 1.0);
  NormalForceLaw law;
  law.stiffness = random.Uniform(1e6, 1e9);
  law.damping = random.Uniform();
  law.policy = ball % 3 == 0 ? ZeroVelocityPolicy::kRatioOne : ZeroVelocityPolicy::kHertz;
  law.clip = ball % 4 != 0;
  return {.sphere = ball,
          .radius_m = random.Uniform(0.02, 0.03),
          .surface = ClothSurface{{kHole}},
          .normal = law,
          .friction = patch,
          .least_approach_m_s = ball % 2 == 0 ? 0.0 : 0.01};
}

BodyMotion AnyMotion(double radius_m, CounterRandom& random) {
  BodyMotion motion;
  motion.position_m.x() = random.Uniform(-1.0, 1.0);
  motion.position_m.y() = random.Uniform(-0.5, 0.5);
  motion.position_m.z() = radius_m - Any(1e-5, random);
  motion.velocity_m_s = AnyVector(2.0, random);
  motion.spin_rad_s = AnyVector(100.0, random);
  return motion;
}

class ClothRowOf : public ::testing::TestWithParam<RegisterWidth> {
 protected:
  static internal::FindClothForces Kernel() {
#if defined(__x86_64__)
    if (GetParam() == RegisterWidth::kAvx2) return internal::FindClothForcesAvx2;
#endif
    return internal::FindClothForcesPlain;
  }
};

std::vector<RegisterWidth> Widths() {
  std::vector<RegisterWidth> widths = {RegisterWidth::kPlain};
  if (AvailableWidths().size() > 1) widths.push_back(RegisterWidth::kAvx2);
  return widths;
}

INSTANTIATE_TEST_SUITE_P(EveryWidth, ClothRowOf, ::testing::ValuesIn(Widths()),
                         [](const auto& width) { return std::string(NameOf(width.param)); });

// The number of balls is not always a multiple of a register's width.
TEST_P(ClothRowOf, IsForcesOfBitForBit) {
  int covered = 0;
  for (uint64_t round = 0; round < 500; ++round) {
    CounterRandom random(61, round);
    const int balls = 16 + static_cast<int>(round % 5);
    std::vector<ContactPair> pairs;
    std::vector<ContactState> states;
    std::vector<BodyMotion> motions;
    for (int ball = 0; ball < balls; ++ball) {
      pairs.push_back(AnyCloth(ball, random));
      states.push_back({ball % 7 != 6, ball % 2 == 0 ? Any(1.0, random) : 0.0});
      motions.push_back(AnyMotion(pairs.back().radius_m, random));
    }
    ClothRow row(pairs, Kernel());
    row.Evaluate(states, motions);
    for (int ball = 0; ball < balls; ++ball) {
      const auto i = static_cast<size_t>(ball);
      const bool near_hole = NearHole(motions[i].position_m, pairs[i].radius_m, kHole);
      ASSERT_EQ(row.Covers(ball), states[i].touching && !near_hole);
      if (!row.Covers(ball)) continue;
      ++covered;
      const ContactForces one = ForcesOf(pairs[i], states[i], motions[i], BodyMotion(), false);
      const ClothRow::Forces all = row.Of(ball);
      EXPECT_EQ(all.normal_N, one.normal_N);
      EXPECT_EQ(one.normal, UnitZ());
      EXPECT_EQ(all.friction_N, one.friction_N);
      EXPECT_EQ(all.arm_m, one.sphere_arm_m);
      EXPECT_EQ(all.moment_N_m, one.moment_N_m);
      EXPECT_EQ(all.friction_loss_W, one.friction_power_W);
      const double stored = pairs[i].normal.ElasticForce(std::max(one.penetration_m, 0.0));
      EXPECT_EQ(all.contact_loss_W, (one.normal_N - stored) * one.rate_m_s);
    }
  }
  EXPECT_GT(covered, 5000);
}

// What it does not know is left to ForcesOf.
TEST(ClothRow, LeavesOtherLawsAlone) {
  CounterRandom random(62, 0);
  std::vector<ContactPair> pairs(4, AnyCloth(1, random));
  pairs[0].surface = Plane();
  pairs[1].friction = SlipFriction(Frictionless{});
  pairs[2].normal.exponent = 1.0;
  std::get<ContensouPatch>(pairs[3].friction).model = ContensouModel::kIntegral;
  const std::vector<ContactState> states(4, {true, 0.0});
  ClothRow row(pairs);
  row.Evaluate(states, std::vector<BodyMotion>(2));
  for (int contact = 0; contact < 4; ++contact) EXPECT_FALSE(row.Covers(contact));
}

}  // namespace
}  // namespace carom
