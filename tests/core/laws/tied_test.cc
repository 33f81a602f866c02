#include "core/laws/cluster/tied.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/laws/ball_ball/single_contact.h"
#include "tests/core/laws/group_rig.h"
#include "tests/core/laws/states.h"

namespace carom::testing {
namespace {

const BallSpec kPaperBall = {0.17, 0.028575};

TEST(Complementarity, KeepsWhatPushesAndDropsWhatPulls) {
  internal::Complementarity problem;
  problem.Reset(2);
  problem.A(0, 0) = problem.A(1, 1) = 2.0;
  problem.A(0, 1) = problem.A(1, 0) = 1.0;
  problem.B(0) = 1.0;
  problem.B(1) = -1.0;
  std::span<const double> x = problem.Solve();
  EXPECT_NEAR(x[0], 0.5, 1e-15);
  EXPECT_EQ(x[1], 0.0);
  problem.B(1) = 1.0;
  x = problem.Solve();
  EXPECT_NEAR(x[0], 1.0 / 3.0, 1e-15);
  EXPECT_NEAR(x[1], 1.0 / 3.0, 1e-15);
}

TEST(Complementarity, SharesASingularProblemEvenly) {
  internal::Complementarity problem;
  problem.Reset(3);
  for (size_t i = 0; i < 3; ++i) {
    problem.B(i) = 6.0;
    for (size_t k = 0; k < 3; ++k) problem.A(i, k) = 2.0;
  }
  for (const double x : problem.Solve()) EXPECT_NEAR(x, 1.0, 1e-12);
}

// The lightest ball that is allowed between two of the heaviest, one of which closes in: what a
// unit impulse opens differs by a factor of 10^5 between the two ways in which the contacts can
// move.
TEST(Complementarity, OpensTheContactsOfALightBallBetweenHeavyOnes) {
  constexpr double kLight_kg = 1e-3;
  constexpr double kHeavy_kg = 100.0;
  internal::Complementarity problem;
  problem.Reset(2);
  problem.A(0, 0) = problem.A(1, 1) = 1.0 / kLight_kg + 1.0 / kHeavy_kg;
  problem.A(0, 1) = problem.A(1, 0) = -1.0 / kLight_kg;
  problem.B(0) = 2.0;
  const std::span<const double> x = problem.Solve();
  for (size_t i = 0; i < 2; ++i) {
    const double opens = problem.A(i, 0) * x[0] + problem.A(i, 1) * x[1];
    EXPECT_NEAR(opens, problem.B(i), 1e-10) << i;
  }
}

// The yellow ball has just been hit and drives into the touching red and blue.
GroupRig YellowIntoTwo(double speed, double restitution) {
  GroupRig rig;
  rig.restitution = restitution;
  rig.Add(Vec3::Zero(), speed * kAhead, kPaperBall);
  for (const double side : {1.0, -1.0}) {
    rig.Add(2.0 * kPaperBall.radius_m * Vec3(0.5 * std::sqrt(3.0), 0.5 * side, 0.0), Vec3::Zero(),
            kPaperBall);
  }
  rig.Join(0, 1);
  rig.Join(0, 2);
  return rig;
}

TEST(Tied, ElasticThreeBallRack) {  // catalogue C-24, e = 1, before the second hit of the cue ball
  GroupRig rig = YellowIntoTwo(10.729, 1.0);
  rig.Tied();
  ExpectNear(rig.bodies[0].velocity, Vec3(-2.1458, 0.0, 0.0), 1e-12, "yellow");
  ExpectNear(rig.bodies[1].velocity, Vec3(6.4374, 3.7166346228813, 0.0), 1e-12, "red");
  ExpectNear(rig.bodies[2].velocity, Vec3(6.4374, -3.7166346228813, 0.0), 1e-12, "blue");
}

TEST(Tied, ThreeBallRackWithLoss) {  // catalogue C-24, e = 0.93
  const double e = 0.93;
  // Cue ball into yellow, yellow into both, yellow back into the cue ball.
  const double cue_ball = 0.5 * (1.0 - e) * 10.729;
  GroupRig rig = YellowIntoTwo(0.5 * (1.0 + e) * 10.729, e);
  rig.Tied();
  GroupRig second;
  second.restitution = e;
  second.Add(Vec3::Zero(), cue_ball * kAhead, kPaperBall);
  second.Add(2.0 * kPaperBall.radius_m * kAhead, rig.bodies[0].velocity, kPaperBall);
  second.Join(0, 1);
  second.Tied();
  ExpectNear(second.bodies[0].velocity, Vec3(-1.56545283295, 0.0, 0.0), 1e-12, "cue ball");
  ExpectNear(second.bodies[1].velocity, Vec3(0.30511720295, 0.0, 0.0), 1e-12, "yellow");
  const double red = 5.994667815;  // Along x; the way is at 30 degrees: y is 3.461023077.
  ExpectNear(rig.bodies[1].velocity, Vec3(red, red / std::sqrt(3.0), 0.0), 1e-12, "red");
  ExpectNear(rig.bodies[2].velocity, Vec3(red, -red / std::sqrt(3.0), 0.0), 1e-12, "blue");
}

TEST(Tied, WhatMovesAwayIsLeftAlone) {
  GroupRig rig = YellowIntoTwo(1.0, 0.9);
  rig.bodies[2].velocity = Vec3(2.0, -1.0, 0.0);
  const GroupImpulses impulses = rig.Tied();
  EXPECT_EQ(rig.bodies[2].velocity, Vec3(2.0, -1.0, 0.0));
  EXPECT_GT(impulses.normal_Ns[0], 0.0);
  EXPECT_EQ(impulses.normal_Ns[1], 0.0);
}

TEST(Tied, TwoBodiesAreThePairLaw) {
  const FrictionalBallBall law = {0.9, AlciatoreFriction{}};
  GroupRig rig;
  rig.restitution = law.restitution;
  rig.friction = law.friction;
  const BallSpec heavy = {0.21, 0.03075};
  rig.Add(Vec3::Zero(), Vec3(1.0, 0.4, -0.1), kPaperBall);
  rig.Add(0.06 * Vec3(0.8, -0.6, 0.0), Vec3(-0.3, 0.1, 0.0), heavy);
  rig.bodies[0].spin = Vec3(20.0, -50.0, 70.0);
  rig.Join(0, 1);
  BallState a = Moving(rig.bodies[0].velocity, rig.bodies[0].spin);
  BallState b = Moving(rig.bodies[1].velocity, rig.bodies[1].spin);
  Resolve(law, BallBallImpact{kPaperBall, heavy, rig.contacts[0].normal}, a, b);
  rig.Tied();
  ExpectNear(rig.bodies[0].velocity, a.velocity, 1e-14, "v_a");
  ExpectNear(rig.bodies[1].velocity, b.velocity, 1e-14, "v_b");
  ExpectNear(rig.bodies[0].spin, a.spin, 1e-12, "w_a");
  ExpectNear(rig.bodies[1].spin, b.spin, 1e-12, "w_b");
}

// Seven balls, six of which close in on the one in the middle and on each other: more contacts than
// degrees of freedom.
TEST(Tied, RingThatClosesInStaysSymmetric) {
  GroupRig rig;
  rig.restitution = 0.8;
  rig.friction = ConstantFriction{0.1};
  rig.Add(Vec3::Zero(), Vec3::Zero(), kPaperBall);
  for (int k = 0; k < 6; ++k) {
    const double angle = 60.0 * kDegree * k;
    const Vec3 direction(std::cos(angle), std::sin(angle), 0.0);
    rig.Add(2.0 * kPaperBall.radius_m * direction, -direction, kPaperBall);
  }
  rig.JoinAll(1e-9);
  ASSERT_EQ(rig.contacts.size(), 12u);
  const double energy = KineticEnergy(rig.bodies);
  const GroupImpulses impulses = rig.Tied();
  for (size_t k = 1; k < 7; ++k) {
    const Vec3 outwards = rig.places_m[k].normalized();
    EXPECT_NEAR(rig.bodies[k].velocity.dot(outwards), 0.8, 1e-12);
    EXPECT_NEAR((rig.bodies[k].velocity - 0.8 * outwards).norm(), 0.0, 1e-12);
  }
  ExpectNear(rig.bodies[0].velocity, Vec3::Zero(), 1e-12, "middle");
  EXPECT_LE(KineticEnergy(rig.bodies), energy);
  EXPECT_GT(impulses.normal_Ns[0], 0.0);
}

// Six heavier balls hold a light one. Where friction suffices for all contacts to stick, nothing
// slips, although each round of the iteration takes but a tenth of what is left.
TEST(Tied, FrictionThatSufficesStopsAllSlip) {
  GroupRig rig;
  rig.restitution = 0.8;
  rig.friction = ConstantFriction{1.0};
  rig.Add(Vec3::Zero(), Vec3::Zero(), {kPaperBall.mass_kg / 1.5, kPaperBall.radius_m});
  const double rise_m_s[] = {0.01, -0.02, 0.03, 0.005, -0.01, 0.02};
  for (int k = 0; k < 6; ++k) {
    const double angle = 60.0 * kDegree * k;
    const Vec3 direction(std::cos(angle), std::sin(angle), 0.0);
    rig.Add(2.0 * kPaperBall.radius_m * direction, Vec3(0.0, 0.0, rise_m_s[k]) - direction,
            kPaperBall);
    rig.Join(0, k + 1);
  }
  rig.Tied();
  for (const GroupContact& contact : rig.contacts) {
    EXPECT_LT(ContactSides(rig.bodies, contact).Slip().norm(), 1e-12);
  }
}

}  // namespace
}  // namespace carom::testing
