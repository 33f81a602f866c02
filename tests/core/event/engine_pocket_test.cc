// Drop pockets: which law a ball meets in one, and what one takes.

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "tests/core/event/rig.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::kRadius_m;
using testing::Rig;

constexpr double kHole_m = 0.062;
constexpr double kBack_m = 0.036;

// A hole in an open slate at the origin. Its back, if any, is towards +x.
Rig RigWithHole(bool back) {
  Rig rig;
  rig.settings.environment.flight = Flight::kOn;
  rig.settings.environment.pocket_model = PocketModel::kDrop;
  rig.settings.laws.slate = FrictionalSlate{0.7, 0.0};
  rig.settings.laws.liner = FrictionalSlate{0.3, 0.0};
  rig.table.pockets.push_back(
      {Vec2::Zero(), kHole_m, "hole", back ? Vec2(-1.0, 0.0) : Vec2(Vec2::Zero()), kBack_m});
  return rig;
}

// A ball in flight over the middle of the hole, with this velocity.
Rig FlyingOverHole(bool back, double height_m, const Vec3& velocity_m_s) {
  Rig rig = RigWithHole(back);
  rig.AddBall({0.0, 0.0});
  rig.shot.start.back().position.z() = height_m;
  rig.shot.start.back().velocity = velocity_m_s;
  rig.shot.start.back().motion = MotionState::kAirborne;
  return rig;
}

// The first contact with the pocket, states right before and right after.
std::optional<EventStates> FirstRim(const Record& record) {
  for (size_t i = 0; i < record.events.size(); ++i) {
    if (record.events[i].kind == EventKind::kPocketRim) return record.event_states[2 * i];
  }
  return std::nullopt;
}

// The wall of the half with the back is liner above and below the cloth, that of the other half is
// slate, and so is all of a hole without a back. Without friction a wall returns its restitution
// of the level speed and leaves the vertical one alone.
TEST(EnginePocket, TheLinerIsTheHalfThatFacesAwayFromTheTable) {
  const struct {
    bool back;
    double height_m;
    double speed_m_s;  // Along x.
    double restitution;
  } kCases[] = {{true, 0.03, 2.0, 0.3},    // the back above the cloth
                {true, -0.005, 3.0, 0.3},  // the wall under it
                {true, -0.005, -3.0, 0.7},
                {false, -0.005, 3.0, 0.7},
                {false, -0.005, -3.0, 0.7}};
  for (const auto& c : kCases) {
    const Rig rig = FlyingOverHole(c.back, c.height_m, {c.speed_m_s, 0.0, 0.0});
    const auto rim = FirstRim(rig.Play());
    ASSERT_TRUE(rim.has_value());
    EXPECT_NEAR(std::abs(rim->before.position.x()), kHole_m - kRadius_m, 1e-9);
    EXPECT_NEAR(rim->after.velocity.x(), -c.restitution * c.speed_m_s, 1e-9);
    EXPECT_NEAR(rim->after.velocity.z(), rim->before.velocity.z(), 1e-12);
  }
}

// The liner's friction is its own, not the cloth's: a ball that slides along the back at v_t with a
// normal impulse of m (1 + e) v_n loses mu (1 + e) v_n of it.
TEST(EnginePocket, TheLinersFrictionIsItsOwn) {
  Rig rig = FlyingOverHole(true, 0.03, {1.0, 0.0, 0.0});
  rig.settings.laws.liner = FrictionalSlate{0.3, 0.1};
  rig.settings.environment.cloth.sliding_friction = 0.7;
  rig.shot.start.back().spin = {0.0, 100.0, 0.0};  // Its front moves down, at 2.9 m/s.
  const auto rim = FirstRim(rig.Play());
  ASSERT_TRUE(rim.has_value());
  EXPECT_NEAR(rim->after.velocity.z() - rim->before.velocity.z(), 0.1 * (1.0 + 0.3) * 1.0, 1e-9);
}

}  // namespace
}  // namespace carom
