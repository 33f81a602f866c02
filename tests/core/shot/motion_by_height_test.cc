// Whether a ball of a layout lies on the cloth or flies is found from its height, where no motion
// is said, or one that the height belies: table.proto, BallState.motion.

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "core/shot/simulate.h"

namespace carom::testing {
namespace {

constexpr double kR = 0.028575;
constexpr double kGravity = 9.81;

Record Play(Engine engine, const BallState& state) {
  Table table;
  table.pockets = {{Vec2(0.3, 0.0), 0.06, "hole", Vec2::Zero(), 0.0}};
  Settings settings;
  settings.engine = engine;
  settings.environment.flight = Flight::kOn;
  settings.environment.pocket_model = PocketModel::kDrop;
  const auto scene = Scene::Make(std::make_shared<Table>(table),
                                 std::make_shared<Settings>(settings), {{0.17, kR}});
  EXPECT_TRUE(scene.ok()) << scene.status();
  Shot shot;
  shot.start = {state};
  Workspace workspace;
  Record record;
  const auto status = Simulate(*scene, shot, {}, StopToken(), workspace, record);
  EXPECT_TRUE(status.ok()) << status;
  return record;
}

// From z it falls in sqrt(2 (z + R) / g) to where it is wholly below the cloth.
void ExpectFalls(Engine engine, double z_m) {
  SCOPED_TRACE(z_m);
  BallState state;
  state.position = Vec3(0.3, 0.0, z_m);
  const Record unsaid = Play(engine, state);
  ASSERT_EQ(unsaid.outcome.pocketed.size(), 1u);
  EXPECT_NEAR(unsaid.outcome.pocketed[0].time_s, std::sqrt(2.0 * (z_m + kR) / kGravity), 1e-7);
  state.motion = MotionState::kAirborne;
  EXPECT_EQ(Play(engine, state).hash, unsaid.hash);
  state.motion = MotionState::kRolling;
  EXPECT_EQ(Play(engine, state).hash, unsaid.hash);
}

TEST(MotionByHeight, ABallOverAHoleFalls) {
  for (const Engine engine : {Engine::kEventDriven, Engine::kCompliant}) {
    for (const double z_m : {0.1, kR, 0.5 * kR, 0.0, -0.9 * kR}) ExpectFalls(engine, z_m);
  }
}

// Beside the hole it lies on the cloth.
TEST(MotionByHeight, ABallBesideAHoleRests) {
  for (const Engine engine : {Engine::kEventDriven, Engine::kCompliant}) {
    BallState state;
    state.position = Vec3(0.3 - 0.07, 0.0, kR);
    const Record record = Play(engine, state);
    EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
    EXPECT_EQ(record.final_states[0].motion, MotionState::kStationary);
  }
}

}  // namespace
}  // namespace carom::testing
