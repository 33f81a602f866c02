#include "core/laws/cluster/cluster.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/base/portable_math.h"
#include "tests/core/laws/group_rig.h"
#include "tests/core/laws/states.h"
#include "tests/testing/csv.h"

namespace carom::testing {
namespace {

// n balls in line, the first one moving at `speed` and touching the second; the others are `gap`
// two-ball compressions apart.
GroupRig Chain(int n, double gap, double speed, double stiffness) {
  GroupRig rig;
  const double compression_m = Pow(0.625 * kBall.mass_kg * speed * speed / stiffness, 0.4);
  double place_m = 0.0;
  for (int i = 0; i < n; ++i) {
    rig.Add(place_m * kAhead);
    place_m += 2.0 * kBall.radius_m + (i == 0 ? 0.0 : gap * compression_m);
  }
  rig.bodies[0].velocity = speed * kAhead;
  rig.JoinAll(1e-3);
  for (GroupContact& contact : rig.contacts) contact.stiffness = stiffness;
  return rig;
}

TEST(Stiffness, OfResinBalls) {  // catalogue C-01, C-40
  const double r = kBall.radius_m;
  EXPECT_NEAR(BallBallStiffness(r, r), 526200160.05752, 1e-3);
  EXPECT_NEAR(SlateStiffness(r), 1.48831880575e9, 1e-1);
  EXPECT_NEAR(BallBallStiffness(r, r) / CushionStiffness(r), 355.0, 1.0);
}

TEST(Cluster, ChainsPartAsHertzSays) {  // catalogue D-09, D-12
  for (const CsvRow& row : ReadCsv("cradle_chain.csv")) {
    const int n = static_cast<int>(row.Number("n"));
    GroupRig rig = Chain(n, row.Number("gap"), 1.0, 5.26e8);
    EXPECT_TRUE(rig.Cluster().complete);
    for (int i = 0; i < n; ++i) {
      EXPECT_NEAR(rig.bodies[static_cast<size_t>(i)].velocity.x(),
                  row.Number("v" + std::to_string(i + 1)), 1e-7)
          << n << " balls, gap " << row.Text("gap") << ", ball " << i + 1;
    }
  }
}

TEST(Cluster, TheScaleOfStiffnessAndSpeedIsIrrelevant) {
  for (const double stiffness : {1.0, 1e6, 1e12}) {
    for (const double speed : {1e-6, 1.0, 12.0}) {
      GroupRig rig = Chain(3, 0.0, speed, stiffness);
      rig.Cluster();
      EXPECT_NEAR(rig.bodies[0].velocity.x() / speed, -0.070952353651, 1e-7);
      EXPECT_NEAR(rig.bodies[2].velocity.x() / speed, 0.994549314580, 1e-7);
    }
  }
}

// Cue ball head-on into the apex of three balls, `gap_m` between those.
GroupRig ThreeBallBreak(double gap_m) {
  GroupRig rig;
  const BallSpec ball = {0.17, 0.028575};
  const double pitch_m = 2.0 * ball.radius_m + gap_m;
  rig.Add(-2.0 * ball.radius_m * kAhead, 10.729 * kAhead, ball);
  rig.Add(Vec3::Zero(), Vec3::Zero(), ball);
  for (const double side : {1.0, -1.0}) {
    rig.Add(pitch_m * Vec3(0.5 * std::sqrt(3.0), 0.5 * side, 0.0), Vec3::Zero(), ball);
  }
  rig.JoinAll(1.5 * gap_m + 1e-9);
  return rig;
}

TEST(Cluster, ThreeBallRack) {  // catalogue C-20, C-26, at one instant
  const struct {
    double gap_m, cue_ball, yellow, red_x, red_y;
  } kCases[] = {{0.0, -1.32617, -0.93407, 6.49462, 3.74967},
                {2.1325735e-4, -1.87655, -0.32602, 6.465786, 3.733023}};
  for (const auto& expected : kCases) {
    GroupRig rig = ThreeBallBreak(expected.gap_m);
    ASSERT_EQ(rig.contacts.size(), 4u);
    rig.Cluster();
    EXPECT_NEAR(rig.bodies[0].velocity.x(), expected.cue_ball, 1e-5);
    EXPECT_NEAR(rig.bodies[1].velocity.x(), expected.yellow, 1e-5);
    EXPECT_NEAR(rig.bodies[2].velocity.x(), expected.red_x, 1e-5);
    EXPECT_NEAR(rig.bodies[2].velocity.y(), expected.red_y, 1e-5);
    EXPECT_NEAR(rig.bodies[3].velocity.y(), -rig.bodies[2].velocity.y(), 1e-9);
    EXPECT_NEAR(rig.bodies[0].velocity.y(), 0.0, 1e-9);
    EXPECT_NEAR(KineticEnergy(rig.bodies), 0.5 * 0.17 * 10.729 * 10.729, 1e-7);
  }
}

TEST(Cluster, GapsThatNeverCloseMeanNothing) {
  GroupRig rig = Chain(2, 0.0, 1.0, 5e8);
  rig.Add(4.1 * kBall.radius_m * kAhead, 2.0 * kAhead);  // Faster than what follows it.
  rig.Join(1, 2);
  const GroupImpulses impulses = rig.Cluster();
  EXPECT_NEAR(rig.bodies[1].velocity.x(), 1.0, 1e-8);
  EXPECT_EQ(rig.bodies[2].velocity, 2.0 * kAhead);
  EXPECT_GT(impulses.normal_Ns[0], 0.0);
  EXPECT_EQ(impulses.normal_Ns[1], 0.0);
}

TEST(Cluster, LateContactsFollowAFreeFlight) {
  GroupRig rig = Chain(3, 5.0, 1.0, 5e8);  // Five compressions apart: two impacts of two.
  rig.Cluster();
  EXPECT_NEAR(rig.bodies[0].velocity.x(), 0.0, 1e-8);
  EXPECT_NEAR(rig.bodies[1].velocity.x(), 0.0, 1e-8);
  EXPECT_NEAR(rig.bodies[2].velocity.x(), 1.0, 1e-8);
}

TEST(Cluster, TouchingAtRest) {  // catalogue D-15
  GroupRig rig;
  rig.restitution = 0.93;
  rig.friction = AlciatoreFriction{};
  AddTriangle(5, 2.0 * kBall.radius_m, rig);
  rig.JoinAll(1e-9);
  const GroupImpulses impulses = rig.Cluster();
  for (const GroupBody& body : rig.bodies) {
    EXPECT_EQ(body.velocity, Vec3::Zero());
    EXPECT_EQ(body.spin, Vec3::Zero());
  }
  for (size_t c = 0; c < rig.contacts.size(); ++c) EXPECT_EQ(impulses.normal_Ns[c], 0.0);
}

// A cue ball against a tight rack of fifteen: its apex, or from below at an angle.
GroupRig TightRack(double speed, double restitution, bool friction, double angle_rad,
                   std::vector<size_t>& mirror) {
  GroupRig rig;
  rig.restitution = restitution;
  if (friction) rig.friction = AlciatoreFriction{};
  const Vec3 direction(Cos(angle_rad), Sin(angle_rad), 0.0);
  rig.Add(-2.0 * kBall.radius_m * kAhead, speed * direction);
  mirror = AddTriangle(5, 2.0 * kBall.radius_m, rig);
  rig.JoinAll(1e-9);
  return rig;
}

TEST(Cluster, TightRackStaysSymmetric) {
  for (const double restitution : {1.0, 0.95, 0.5, 0.1}) {
    for (const bool friction : {false, true}) {
      std::vector<size_t> mirror;
      GroupRig rig = TightRack(8.0, restitution, friction, 0.0, mirror);
      // Draw and follow keep the mirror image; the rack also turns.
      rig.bodies[0].spin = Vec3(0.0, 80.0, 0.0);
      ASSERT_EQ(rig.contacts.size(), 31u);
      const Vec3 momentum = rig.Momentum();
      const double energy = KineticEnergy(rig.bodies);
      rig.Cluster();
      for (size_t i = 0; i < rig.bodies.size(); ++i) {
        const GroupBody& body = rig.bodies[i];
        const GroupBody& image = rig.bodies[mirror[i]];
        const Vec3 velocity(image.velocity.x(), -image.velocity.y(), image.velocity.z());
        const Vec3 spin(-image.spin.x(), image.spin.y(), -image.spin.z());
        ExpectNear(body.velocity, velocity, 1e-9, "velocity");
        ExpectNear(kBall.radius_m * body.spin, kBall.radius_m * spin, 1e-9, "surface");
      }
      ExpectNear(rig.Momentum(), momentum, 1e-12, "momentum");
      EXPECT_LE(KineticEnergy(rig.bodies), energy * (1.0 + 1e-12));
      EXPECT_LE(rig.WorstApproach(), 1e-12);
    }
  }
}

TEST(Cluster, TightRackAtAnAngleMirrorsTheOtherAngle) {
  std::vector<size_t> mirror;
  GroupRig left = TightRack(8.0, 0.95, true, 0.3, mirror);
  GroupRig right = TightRack(8.0, 0.95, true, -0.3, mirror);
  left.Cluster();
  right.Cluster();
  EXPECT_GT(std::abs(left.bodies[0].velocity.y()), 0.1);
  for (size_t i = 0; i < left.bodies.size(); ++i) {
    const Vec3& image = right.bodies[mirror[i]].velocity;
    ExpectNear(left.bodies[i].velocity, Vec3(image.x(), -image.y(), image.z()), 1e-9, "velocity");
  }
}

TEST(Cluster, ABallFrozenToACushionPassesTheHitOn) {
  GroupRig rig;
  rig.restitution = 0.9;
  rig.Add(Vec3::Zero(), kAhead);
  rig.Add(2.0 * kBall.radius_m * kAhead);
  rig.JoinAll(1e-9);
  rig.JoinFixed(1, kAhead, CushionStiffness(kBall.radius_m));
  const GroupImpulses impulses = rig.Cluster();
  // The rubber is so soft that the balls have separated before it answers.
  EXPECT_GT(impulses.normal_Ns[1], 0.9 * kBall.mass_kg);
  EXPECT_LT(rig.bodies[1].velocity.x(), rig.bodies[0].velocity.x() + 1.0);
  EXPECT_LT(rig.bodies[0].velocity.x(), 0.0);
  EXPECT_LE(rig.WorstApproach(), 1e-12);
}

TEST(Cluster, TheBoundOnTheWorkIsSafe) {
  // Springs that differ by 1e12 and lose next to nothing of what they hold: it cannot end in time.
  GroupRig rig = Chain(4, 0.0, 1.0, 1e9);
  rig.contacts[1].stiffness = 1e-3;
  for (GroupContact& contact : rig.contacts) contact.restitution = 0.02;
  rig.JoinFixed(3, kAhead, 1e-3);
  const double energy = KineticEnergy(rig.bodies);
  const GroupImpulses impulses = rig.Cluster();
  EXPECT_FALSE(impulses.complete);
  EXPECT_EQ(impulses.steps, 10000);
  EXPECT_LE(KineticEnergy(rig.bodies), energy);
  EXPECT_LE(rig.WorstApproach(), 1e-12);
}

}  // namespace
}  // namespace carom::testing
