#include "core/event/press.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "core/event/impact.h"
#include "tests/core/event/rig.h"
#include "tests/core/motion/near.h"

namespace carom {
namespace {

using testing::ExpectNear;
using testing::kHop_s;
using testing::kNoseReach_m;
using testing::Rig;

constexpr double kSlideDecay = 0.2 * 9.81;  // m/s^2
// 7/5 of what the cloth takes in a hop, halved.
constexpr double kHopSpeed = 0.7 * kSlideDecay * kHop_s;

void PressAfterLaw(const World& world, double energy_before_J, double approach_m_s,
                   Recurrence recurrence, Impact& impact) {
  impact.energy_J = energy_before_J;
  impact.approach_m_s = approach_m_s;
  impact.recurrence = recurrence;
  HoldStoppedBalls(world, impact);
  EndApproach(impact);
  SeparateForAHop(world, impact);
}

// A ball in touch with the rail at x = 0.5, right after a law has had its say.
struct BallAtTheRail {
  BallAtTheRail(const Vec3& velocity, const Vec3& spin) {
    Rig rig;
    rig.AddNose({0.5, -1.0}, {0.5, 1.0});
    rig.AddBall({0.5 - kNoseReach_m, 0.0}, {velocity.x(), velocity.y()}, spin);
    scene = std::make_unique<Scene>(rig.MakeScene());
    const BallState start = rig.shot.start[0];
    impact.emplace(scene->world(), Event{0.0, EventKind::kBallCushion, 0, 0},
                   Recurrence::kCollapsed, [&](int) { return start; });
  }
  BallState& State() { return impact->state[0]; }
  double Energy() const { return impact->Energy(scene->world()); }
  void Apply(double energy_before_J, double approach_m_s, Recurrence recurrence) {
    PressAfterLaw(scene->world(), energy_before_J, approach_m_s, recurrence, *impact);
  }

  std::unique_ptr<Scene> scene;
  std::optional<Impact> impact;
};

TEST(Press, LeavesFreeBallsAlone) {
  // Stun off the rail: the cloth's friction points into the table's middle or nowhere near it.
  BallAtTheRail ball({-1.0, 0.3, 0.0}, {0.0, -50.0, 4.0});
  const BallState before = ball.State();
  ball.Apply(2.0 * ball.Energy(), 1.0, Recurrence::kCollapsed);
  EXPECT_EQ(ball.State().velocity, before.velocity);
  EXPECT_EQ(ball.State().spin, before.spin);
}

TEST(Press, LeavesFastBallsAlone) {
  BallAtTheRail ball({-1.0, 0.0, 0.0}, {0.0, 100.0, 0.0});  // pressed, but away for 0.7 s
  const BallState before = ball.State();
  ball.Apply(2.0 * ball.Energy(), 1.0, Recurrence::kCollapsed);
  EXPECT_EQ(ball.State().velocity, before.velocity);
}

TEST(Press, PressedBallPartsForAHop) {
  BallAtTheRail ball(Vec3::Zero(), {0.0, 100.0, 0.0});
  const double energy = ball.Energy();
  ball.Apply(energy, 0.0, Recurrence::kCollapsed);
  EXPECT_NEAR(ball.State().velocity.x(), -kHopSpeed, 1e-12);
  // Nothing was dissipated before, so the spin pays for the speed.
  EXPECT_LE(ball.Energy(), energy * (1.0 + 1e-15));
  EXPECT_NEAR(ball.Energy(), energy, 1e-12 * energy);
  EXPECT_LT(ball.State().spin.y(), 100.0);
}

TEST(Press, WhatTheImpactDissipatedPaysFirst) {
  BallAtTheRail ball(Vec3::Zero(), {0.0, 100.0, 0.0});
  const double lost = 0.5 * 0.170097 * kHopSpeed * kHopSpeed;
  ball.Apply(ball.Energy() + 2.0 * lost, 0.1, Recurrence::kCollapsed);
  EXPECT_NEAR(ball.State().velocity.x(), -kHopSpeed, 1e-12);
  EXPECT_EQ(ball.State().spin, Vec3(0.0, 100.0, 0.0));
}

TEST(Press, ScalingKeepsDirections) {
  BallAtTheRail ball({0.0, 0.5, 0.0}, {-30.0, 100.0, 20.0});
  ball.Apply(ball.Energy(), 0.0, Recurrence::kCollapsed);
  const BallState& after = ball.State();
  const double factor = after.velocity.y() / 0.5;
  EXPECT_LT(factor, 1.0);
  EXPECT_GT(factor, 0.999);
  ExpectNear(after.spin, factor * Vec3(-30.0, 100.0, 20.0), 1e-12);
}

TEST(Press, TakesAwayWhatIsLeftOfAnApproach) {
  BallAtTheRail ball({0.2, 0.0, 0.0}, {0.0, -50.0, 0.0});
  const double energy = ball.Energy();
  ball.Apply(energy, 0.2, Recurrence::kCollapsed);
  EXPECT_LE(ball.State().velocity.x(), 0.0);
  EXPECT_LE(ball.Energy(), energy);
}

TEST(Press, RattlingPartsElastically) {
  BallAtTheRail ball({-0.1, 0.0, 0.0}, {0.0, -50.0, 0.0});  // came in at 0.3 m/s
  const double mass_kg = 0.170097;
  const double energy_before = ball.Energy() + 0.5 * mass_kg * (0.3 * 0.3 - 0.1 * 0.1);
  ball.Apply(energy_before, 0.3, Recurrence::kChatters);
  EXPECT_NEAR(ball.State().velocity.x(), -0.3, 1e-12);
  EXPECT_LE(ball.Energy(), energy_before * (1.0 + 1e-15));
  // Less energy to spare, less speed: half of the loss is not there.
  BallAtTheRail poor({-0.1, 0.0, 0.0}, {0.0, -50.0, 0.0});
  poor.Apply(poor.Energy() + 0.25 * mass_kg * (0.3 * 0.3 - 0.1 * 0.1), 0.3, Recurrence::kChatters);
  EXPECT_NEAR(poor.State().velocity.x(), -std::sqrt(0.05), 1e-12);
}

// A ball that glides into a narrowing gap is turned by a hundredth of its way at each contact.
TEST(Press, RattlingTurnsAGlidingBallBack) {
  BallAtTheRail ball({0.0, 1.0, 0.0}, {-35.0, 0.0, 0.0});  // it rolls along the rail
  ball.Apply(2.0 * ball.Energy(), 0.0, Recurrence::kChatters);
  EXPECT_NEAR(ball.State().velocity.x(), -0.01, 1e-12);
}

// A contact that is not in collapse loses only what is left of an approach.
TEST(Press, LeavesContactsThatHaveNotPiledUpAlone) {
  BallAtTheRail ball(Vec3::Zero(), {0.0, 100.0, 0.0});
  ball.Apply(2.0 * ball.Energy(), 0.0, Recurrence::kIsolated);
  EXPECT_EQ(ball.State().velocity, Vec3::Zero());
  EXPECT_EQ(ball.State().spin, Vec3(0.0, 100.0, 0.0));
}

TEST(Press, OneSlowCushionReturnsItsRestitution) {
  for (const double speed_m_s : {0.006, 0.02, 1.0}) {
    Rig rig;
    rig.settings.laws.cushion = RestitutionCushion{0.85};
    rig.AddNose({0.5, -1.0}, {0.5, 1.0});
    rig.AddRolling({0.5 - kNoseReach_m - 1e-5, 0.0}, {speed_m_s, 0.0});
    const Record record = rig.Play();
    ASSERT_EQ(record.events[0].kind, EventKind::kBallCushion);
    const EventStates& states = record.event_states[0];
    EXPECT_DOUBLE_EQ(states.after.velocity.x(), -0.85 * states.before.velocity.x());
  }
}

// A graze at 9 mm/s: the law's result, to the bit.
TEST(Press, OneSlowGrazeIsTheLaws) {
  const FrictionalBallBall law;
  Rig rig;
  rig.settings.laws.ball_ball = law;
  const double radius_m = BallSpec{}.radius_m;
  rig.AddRolling({0.0, 0.0}, {0.009, 0.0});
  rig.AddBall({0.0101, std::sqrt(4.0 * radius_m * radius_m - 0.01 * 0.01)});
  const Record record = rig.Play();
  ASSERT_EQ(record.events[0].kind, EventKind::kBallBall);
  BallState first = record.event_states[0].before;
  BallState second = record.event_states[1].before;
  const BallBallImpact geometry{rig.balls[0], rig.balls[1],
                                (second.position - first.position).normalized(),
                                rig.settings.environment.cloth.sliding_friction, true};
  Resolve(law, geometry, first, second);
  first.velocity.z() = second.velocity.z() = 0.0;
  ExpectNear(record.event_states[0].after.velocity, first.velocity, 1e-18);
  ExpectNear(record.event_states[1].after.velocity, second.velocity, 1e-18);
  ExpectNear(record.event_states[0].after.spin, first.spin, 1e-15);
}

// Two balls right after a law has had its say, `normal` from the second to the first.
struct TwoBalls {
  TwoBalls(const Vec3& centre_m, const Vec3& normal, MotionState motion) {
    Rig rig;
    rig.settings.environment.flight = Flight::kOn;
    const double radius_m = BallSpec{}.radius_m;
    for (size_t i = 0; i < 2; ++i) {
      rig.AddBall({0.0, 0.0});
      rig.shot.start[i].position = centre_m + (i == 0 ? radius_m : -radius_m) * normal;
      rig.shot.start[i].motion = motion;
    }
    scene = std::make_unique<Scene>(rig.MakeScene());
    impact.emplace(scene->world(), Event{0.0, EventKind::kBallBall, 0, 1}, Recurrence::kIsolated,
                   [&](int ball) { return rig.shot.start[Index(ball)]; });
  }
  std::array<BallState, 2>& States() { return impact->state; }
  Vec3 TotalVelocity() { return States()[0].velocity + States()[1].velocity; }
  double Energy() const { return impact->Energy(scene->world()); }
  void Apply(double energy_before_J, Recurrence recurrence) {
    PressAfterLaw(scene->world(), energy_before_J, 0.0, recurrence, *impact);
  }

  std::unique_ptr<Scene> scene;
  std::optional<Impact> impact;
};

// Nothing can take momentum in flight: what the separation costs comes from sliding and spins.
TEST(Press, BallsInFlightKeepTheirMomentum) {
  TwoBalls balls({0.0, 0.0, 0.5}, Vec3(0.6, 0.0, 0.8), MotionState::kAirborne);
  balls.States()[0].velocity = {3.0, 0.7, 1.0};
  balls.States()[1].velocity = {3.0, -0.9, 1.0};
  balls.States()[0].spin = {10.0, -20.0, 5.0};
  const Vec3 before = balls.TotalVelocity();
  const double energy_J = balls.Energy();
  balls.Apply(energy_J, Recurrence::kChatters);
  EXPECT_GT(balls.impact->Separation(), 1e-3);
  ExpectNear(balls.TotalVelocity(), before, 1e-15 * before.norm());
  EXPECT_NEAR(balls.Energy(), energy_J, 1e-14 * energy_J);
}

// Nor is the common motion of two balls on the cloth touched by a hop.
TEST(Press, BallsOnTheClothKeepTheirMomentum) {
  TwoBalls balls({0.0, 0.0, BallSpec{}.radius_m}, Vec3::UnitX(), MotionState::kSliding);
  balls.States()[0].velocity = {0.0, 2.0, 0.0};
  balls.States()[1].velocity = {0.0, 2.0, 0.0};
  balls.States()[0].spin = {0.0, -100.0, 0.0};  // Draws the first ball onto the second.
  const Vec3 before = balls.TotalVelocity();
  const double energy_J = balls.Energy();
  balls.Apply(energy_J, Recurrence::kCollapsed);
  EXPECT_GT(balls.impact->Separation(), 0.5 * kHopSpeed);
  ExpectNear(balls.TotalVelocity(), before, 1e-15 * before.norm());
  EXPECT_LE(balls.Energy(), energy_J * (1.0 + 1e-15));
}

// The slate takes what a hop pushes down, and nothing else.
TEST(Press, BallOnABallKeepsLevelMomentum) {
  const double radius_m = BallSpec{}.radius_m;
  TwoBalls balls({0.0, 0.0, 1.8 * radius_m}, Vec3(0.6, 0.0, 0.8), MotionState::kAirborne);
  balls.States()[0].velocity = {0.5, 0.3, 0.0};
  balls.States()[0].spin = {10.0, -20.0, 5.0};
  balls.States()[1].velocity = {0.5, 0.2, 0.0};
  balls.States()[1].motion = MotionState::kSliding;
  const Vec3 before = balls.TotalVelocity();
  const double energy_J = balls.Energy();
  balls.Apply(energy_J, Recurrence::kCollapsed);
  EXPECT_GT(balls.impact->Separation(), 0.01);
  ExpectNear(Horizontal(balls.TotalVelocity()), before, 1e-15);
  EXPECT_EQ(balls.States()[1].velocity.z(), 0.0);
  EXPECT_LE(balls.Energy(), energy_J * (1.0 + 1e-15));
}

// While the follow lasts, contacts are at least a hop apart.
TEST(Press, HopsAreNoShorterThanAsked) {
  Rig rig;
  rig.AddNose({0.5, -1.0}, {0.5, 1.0});
  rig.AddBall({0.5 - kNoseReach_m, 0.0}, Vec2::Zero(), {0.0, 100.0, 0.0});
  const Record record = rig.Play();
  const std::vector<Event> contacts = testing::EventsOf(record, EventKind::kBallCushion);
  ASSERT_GT(contacts.size(), 20u);
  for (size_t i = 4; i + 1 < contacts.size(); ++i) {
    EXPECT_GE(contacts[i].time_s - contacts[i - 1].time_s, kHop_s - 1e-9) << i;
  }
}

}  // namespace
}  // namespace carom
