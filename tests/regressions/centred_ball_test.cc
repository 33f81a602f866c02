// Drop pockets once threw back what real ones take: rolling straight at a corner's centre from
// 0.4 m, a ball went in at 1 and 2 m/s and came out at 2.5 m/s and above, in both engines. Slate,
// wall and back shared one law, and the back stood upright.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "core/table/catalog.h"
#include "tests/core/event/rig.h"

namespace carom {
namespace {

using testing::Rig;

struct Roll {
  Engine engine;
  const char* table;
  int pocket;
  double angle_deg;  // From the pocket's axis; through its centre all the same.
};

Rig RigOf(const Roll& roll, double speed_m_s) {
  Rig rig;
  rig.table = FindTable(roll.table)->table;
  rig.settings.engine = roll.engine;
  rig.settings.environment.flight = Flight::kOn;
  rig.settings.environment.pocket_model = PocketModel::kDrop;
  const Pocket& pocket = rig.table.pockets[static_cast<size_t>(roll.pocket)];
  const double angle = DegreesToRadians(roll.angle_deg);
  const Vec2 axis = -pocket.opening;
  const Vec2 along = std::cos(angle) * axis + std::sin(angle) * Vec2(-axis.y(), axis.x());
  rig.AddRolling(pocket.centre_m - 0.4 * along, speed_m_s * along);
  rig.shot.start.back().motion = MotionState::kRolling;
  return rig;
}

// In this pocket, and at once: one that is thrown back needs 0.7 s at least to come again.
bool Taken(const Rig& rig, int pocket, double speed_m_s) {
  const Record record = rig.Play();
  return record.outcome.pocketed.size() == 1 && record.outcome.pocketed[0].where == pocket &&
         record.outcome.pocketed[0].time_s < 0.4 / speed_m_s + 0.7;
}

constexpr double kSpeeds_m_s[] = {1.0, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0};

class CentredBall : public ::testing::TestWithParam<Engine> {};

TEST_P(CentredBall, IsTakenByTheCorner) {
  for (const char* const table : {"pool_7ft", "pool_8ft", "pool_9ft", "snooker_12ft"}) {
    for (const double speed : kSpeeds_m_s) {
      const Roll roll = {GetParam(), table, 2, 0.0};
      EXPECT_TRUE(Taken(RigOf(roll, speed), roll.pocket, speed)) << table << ", " << speed;
    }
  }
}

// A snooker table's are made for smaller balls. What they throw back is in
// tests/papers/pockets/README.md.
TEST_P(CentredBall, IsTakenByTheSidePocket) {
  for (const char* const table : {"pool_7ft", "pool_8ft", "pool_9ft"}) {
    for (const double speed : kSpeeds_m_s) {
      const Roll roll = {GetParam(), table, 4, 0.0};
      EXPECT_TRUE(Taken(RigOf(roll, speed), roll.pocket, speed)) << table << ", " << speed;
    }
  }
}

// [Smooth contact] 4. The compliant ball once came back over the rim: friction of the liner, into
// which it sinks 5 mm, had too short a lever to stop its roll.
TEST_P(CentredBall, IsTakenByTheCornerAtSixMetresPerSecond) {
  const Roll roll = {GetParam(), "pool_9ft", 3, 0.0};
  EXPECT_TRUE(Taken(RigOf(roll, 6.0), roll.pocket, 6.0));
}

// With the liner's restitution and friction 0.1 off. At 5 m/s a liner that is livelier and rougher
// throws some back: friction at the back turns the ball's roll into a rise.
TEST_P(CentredBall, IsTakenByLinersOfOtherMaterial) {
  for (const double restitution : {kLinerRestitution - 0.1, kLinerRestitution + 0.1}) {
    for (const double friction : {kLinerFriction - 0.1, kLinerFriction + 0.1}) {
      for (const double speed : kSpeeds_m_s) {
        const bool throws = friction > kLinerFriction && restitution > kLinerRestitution;
        if (speed > 4.0 && throws) continue;
        const Roll roll = {GetParam(), "pool_9ft", 2, 0.0};
        Rig rig = RigOf(roll, speed);
        rig.settings.laws.liner = FrictionalSlate{restitution, friction};
        rig.settings.compliant.liner = {FloresLaw{{.restitution = restitution, .exact = true}},
                                        Ambrosio{.friction = friction}};
        EXPECT_TRUE(Taken(rig, roll.pocket, speed))
            << restitution << ", " << friction << ", " << speed;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, CentredBall,
                         ::testing::Values(Engine::kEventDriven, Engine::kCompliant),
                         [](const auto& engine) {
                           return std::string(engine.param == Engine::kCompliant ? "Compliant"
                                                                                 : "EventDriven");
                         });

}  // namespace
}  // namespace carom
