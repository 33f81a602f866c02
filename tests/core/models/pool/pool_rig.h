#ifndef CAROM_TESTS_CORE_MODELS_POOL_POOL_RIG_H_
#define CAROM_TESTS_CORE_MODELS_POOL_POOL_RIG_H_

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "core/shot/simulate.h"
#include "tests/testing/pool_ball.h"

namespace carom::testing {

inline constexpr double kGravity = 9.81;

// [Compliant pool table]: balls of 170 g on a table whose long cushions are at y = +-0.635, with
// upright faces.
struct PoolRig {
  PoolRig() {
    settings.engine = Engine::kCompliant;
    settings.environment.nose_contact = NoseContact::kPlane;
    settings.compliant.cloth_normal = HertzLaw{};
    settings.compliant.cloth_friction = SlipFriction(Frictionless{});
    settings.compliant.cushion = {LankaraniNikravesh{{.restitution = 0.98}}, Frictionless{}};
    table.noses = {{Vec2(-1.27, 0.635), Vec2(1.27, 0.635), 0.04},
                   {Vec2(-1.27, -0.635), Vec2(1.27, -0.635), 0.04}};
  }

  BallState& Add(const Vec3& position, const Vec3& velocity) {
    balls.push_back({kMass_kg, kRadius_m});
    BallState state;
    state.position = position;
    state.velocity = velocity;
    state.motion = MotionState::kSliding;
    shot.start.push_back(state);
    return shot.start.back();
  }

  Record Play(double until_s, const Detail& detail = {}, StopToken stop = StopToken()) {
    settings.environment.stop.at_time_s = until_s;
    auto scene =
        Scene::Make(std::make_shared<Table>(table), std::make_shared<Settings>(settings), balls);
    EXPECT_TRUE(scene.ok()) << scene.status();
    Workspace workspace;
    Record record;
    const auto status = Simulate(*scene, shot, detail, stop, workspace, record);
    EXPECT_TRUE(status.ok()) << status;
    return record;
  }

  Table table;
  Settings settings;
  std::vector<BallSpec> balls;
  Shot shot;
};

inline Detail WithEvents() {
  Detail detail;
  detail.events = detail.event_states = detail.contacts = true;
  return detail;
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_CORE_MODELS_POOL_POOL_RIG_H_
