#include "core/event/rest_rule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "tests/core/event/rig.h"
#include "tests/core/motion/near.h"

namespace carom {
namespace {

using testing::ExpectNear;
using testing::kNoseReach_m;
using testing::Rig;

constexpr double kSlideDecay = 0.2 * 9.81;  // m/s^2
constexpr double kHop_s = 0.01;
// 7/5 of what the cloth takes in a hop, halved.
constexpr double kHopSpeed = 0.7 * kSlideDecay * kHop_s;

// A ball in touch with the rail at x = 0.5, right after a law has had its say.
struct AtTheRail {
  AtTheRail(const Vec3& velocity, const Vec3& spin) {
    Rig rig;
    rig.AddNose({0.5, -1.0}, {0.5, 1.0});
    rig.AddBall({0.5 - kNoseReach_m, 0.0}, {velocity.x(), velocity.y()}, spin);
    scene = std::make_unique<Scene>(rig.MakeScene());
    impact.ball = {0, -1};
    impact.state[0] = rig.shot.start[0];
    const Event event{0.0, EventKind::kBallCushion, 0, 0};
    contact = MakeContact(scene->world(), event, impact);
  }
  double Energy() const { return TotalEnergy(scene->world(), impact); }
  void Apply(double energy_before_J, double approach_m_s, bool burst) {
    KeepApart(scene->world(), contact, energy_before_J, approach_m_s, burst, impact);
  }

  std::unique_ptr<Scene> scene;
  ImpactState impact;
  ContactGeometry contact;
};

TEST(RestRule, LeavesFreeBallsAlone) {
  // Stun off the rail: the cloth's friction points into the table's middle or nowhere near it.
  AtTheRail ball({-1.0, 0.3, 0.0}, {0.0, -50.0, 4.0});
  const BallState before = ball.impact.state[0];
  ball.Apply(2.0 * ball.Energy(), 1.0, false);
  EXPECT_EQ(ball.impact.state[0].velocity, before.velocity);
  EXPECT_EQ(ball.impact.state[0].spin, before.spin);
}

TEST(RestRule, LeavesFastBallsAlone) {
  AtTheRail ball({-1.0, 0.0, 0.0}, {0.0, 100.0, 0.0});  // pressed, but away for 0.7 s
  const BallState before = ball.impact.state[0];
  ball.Apply(2.0 * ball.Energy(), 1.0, false);
  EXPECT_EQ(ball.impact.state[0].velocity, before.velocity);
}

TEST(RestRule, PressedBallPartsForAHop) {
  AtTheRail ball(Vec3::Zero(), {0.0, 100.0, 0.0});
  const double energy = ball.Energy();
  ball.Apply(energy, 0.0, false);
  EXPECT_NEAR(ball.impact.state[0].velocity.x(), -kHopSpeed, 1e-12);
  // Nothing was dissipated before, so the spin pays for the speed.
  EXPECT_LE(ball.Energy(), energy * (1.0 + 1e-15));
  EXPECT_NEAR(ball.Energy(), energy, 1e-12 * energy);
  EXPECT_LT(ball.impact.state[0].spin.y(), 100.0);
}

TEST(RestRule, WhatTheImpactDissipatedPaysFirst) {
  AtTheRail ball(Vec3::Zero(), {0.0, 100.0, 0.0});
  const double lost = 0.5 * 0.170097 * kHopSpeed * kHopSpeed;
  ball.Apply(ball.Energy() + 2.0 * lost, 0.1, false);
  EXPECT_NEAR(ball.impact.state[0].velocity.x(), -kHopSpeed, 1e-12);
  EXPECT_EQ(ball.impact.state[0].spin, Vec3(0.0, 100.0, 0.0));
}

TEST(RestRule, ScalingKeepsDirections) {
  AtTheRail ball({0.0, 0.5, 0.0}, {-30.0, 100.0, 20.0});
  ball.Apply(ball.Energy(), 0.0, false);
  const BallState& after = ball.impact.state[0];
  const double factor = after.velocity.y() / 0.5;
  EXPECT_LT(factor, 1.0);
  EXPECT_GT(factor, 0.999);
  ExpectNear(after.spin, factor * Vec3(-30.0, 100.0, 20.0), 1e-12);
}

TEST(RestRule, TakesAwayWhatIsLeftOfAnApproach) {
  AtTheRail ball({0.2, 0.0, 0.0}, {0.0, -50.0, 0.0});
  const double energy = ball.Energy();
  ball.Apply(energy, 0.2, false);
  EXPECT_LE(ball.impact.state[0].velocity.x(), 0.0);
  EXPECT_LE(ball.Energy(), energy);
}

TEST(RestRule, BurstPartsElastically) {
  AtTheRail ball({-0.1, 0.0, 0.0}, {0.0, -50.0, 0.0});  // came in at 0.3 m/s
  const double mass_kg = 0.170097;
  const double energy_before = ball.Energy() + 0.5 * mass_kg * (0.3 * 0.3 - 0.1 * 0.1);
  ball.Apply(energy_before, 0.3, true);
  EXPECT_NEAR(ball.impact.state[0].velocity.x(), -0.3, 1e-12);
  EXPECT_LE(ball.Energy(), energy_before * (1.0 + 1e-15));
  // Less energy to spare, less speed: half of the loss is not there.
  AtTheRail poor({-0.1, 0.0, 0.0}, {0.0, -50.0, 0.0});
  poor.Apply(poor.Energy() + 0.25 * mass_kg * (0.3 * 0.3 - 0.1 * 0.1), 0.3, true);
  EXPECT_NEAR(poor.impact.state[0].velocity.x(), -std::sqrt(0.05), 1e-12);
}

// While the follow lasts, contacts are at least a hop apart.
TEST(RestRule, HopsAreNoShorterThanAsked) {
  Rig rig;
  rig.AddNose({0.5, -1.0}, {0.5, 1.0});
  rig.AddBall({0.5 - kNoseReach_m, 0.0}, Vec2::Zero(), {0.0, 100.0, 0.0});
  const Record record = rig.Play();
  const std::vector<Event> contacts = testing::EventsOf(record, EventKind::kBallCushion);
  ASSERT_GT(contacts.size(), 20u);
  for (size_t i = 2; i + 1 < contacts.size(); ++i) {
    EXPECT_GE(contacts[i].time_s - contacts[i - 1].time_s, kHop_s - 1e-9) << i;
  }
}

}  // namespace
}  // namespace carom
