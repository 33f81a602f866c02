// Drop pockets of the compliant engine.

#include <gtest/gtest.h>

#include "tests/core/models/pool/pool_rig.h"

namespace carom::testing {
namespace {

Detail WithEventStates() {
  Detail detail;
  detail.events = detail.event_states = true;
  return detail;
}

// The back obeys the liner's law: without friction it returns its restitution of the speed, here in
// exact damping, whatever the cloth's is.
TEST(PoolPocket, TheBackIsOfTheLinersMaterial) {
  for (const double restitution : {0.2, 0.8}) {
    PoolRig rig;
    rig.table.noses.clear();
    rig.table.pockets = {{Vec2(0.3, 0.0), 0.06, "hole", Vec2(-1.0, 0.0), 0.036}};
    rig.settings.environment.flight = Flight::kOn;
    rig.settings.environment.pocket_model = PocketModel::kDrop;
    rig.settings.compliant.liner = {FloresLaw{{.restitution = restitution, .exact = true}},
                                    Frictionless{}};
    rig.settings.compliant.liner_material = *FindMaterial("steel");
    rig.Add(Vec3(0.3, 0.0, kRadius_m), Vec3(2.0, 0.0, 0.0)).motion = MotionState::kAirborne;
    const Record record = rig.Play(0.018, WithEventStates());
    ASSERT_FALSE(record.events.empty());
    EXPECT_EQ(record.events[0].kind, EventKind::kPocketRim);
    EXPECT_EQ(record.events[0].other, 0);
    EXPECT_NEAR(record.final_states[0].velocity.x(), -restitution * 2.0, 1e-3);
  }
}

// A rolling ball sinks 5 mm into a liner of rubber that leans inwards by an angle a. Its surface
// slides down there with v (1 + sin a), and friction, whose lever is the whole radius, stops that
// by 2/7 of it, as it does in an impact: mu (1 + e) v cos a would be more.
TEST(PoolPocket, FrictionOfTheSoftLinerActsAWholeRadiusFromTheCentre) {
  constexpr double kSpeed_m_s = 6.0;
  constexpr double kHeight_m = 0.0363;
  constexpr double kOverhang_m = 0.0097;
  PoolRig rig;
  rig.table.noses.clear();
  rig.table.pockets = {{Vec2(0.3, 0.0), 0.062, "hole", Vec2(-1.0, 0.0), kHeight_m, kOverhang_m}};
  rig.settings.environment.flight = Flight::kOn;
  rig.settings.environment.pocket_model = PocketModel::kDrop;
  rig.settings.environment.gravity_m_s2 = 0.01;
  BallState& ball = rig.Add(Vec3(0.3, 0.0, kRadius_m), Vec3(kSpeed_m_s, 0.0, 0.0));
  ball.motion = MotionState::kAirborne;
  ball.spin.y() = kSpeed_m_s / kRadius_m;
  const BallState before = ball;
  const BallState after = rig.Play(0.015).final_states[0];
  ASSERT_LT(after.velocity.x(), 0.0);
  const Vec3 up_the_liner = Vec3(-kOverhang_m, 0.0, kHeight_m).normalized();
  const double pushed_m_s = up_the_liner.dot(after.velocity - before.velocity);
  constexpr double kLeft_m_s = 1e-3;  // Slip that friction by Ambrosio leaves, and gravity.
  EXPECT_NEAR(pushed_m_s, 2.0 / 7.0 * kSpeed_m_s * (1.0 - up_the_liner.x()), kLeft_m_s);
  EXPECT_NEAR(0.4 * kRadius_m * (before.spin.y() - after.spin.y()), pushed_m_s, kLeft_m_s);
}

}  // namespace
}  // namespace carom::testing
