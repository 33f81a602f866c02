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
    rig.settings.compliant.liner = {FloresLaw{.restitution = restitution, .exact = true},
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

}  // namespace
}  // namespace carom::testing
