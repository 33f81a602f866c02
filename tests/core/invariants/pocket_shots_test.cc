// The invariants on balls that are sent into drop pockets: every path is rebuilt and its clearance
// of rim, liner, ends and rails checked.

#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/shot/simulate.h"
#include "core/table/catalog.h"
#include "core/table/validate.h"
#include "tests/core/invariants/fuzz_shard.h"
#include "tests/testing/dice.h"
#include "tests/testing/fuzz_share.h"
#include "tests/testing/shots/random_laws.h"

namespace carom::testing {
namespace {

constexpr uint64_t kPocketSeed = 20261123;

const char* const kTables[] = {"pool_7ft", "pool_9ft", "pool_9ft_prisms", "snooker_12ft"};

// Rolls, slides or flies towards a place in the pocket, from a hand's breadth before it, or falls
// from its middle.
BallState AtPocket(Dice& dice, const Pocket& pocket, double radius_m) {
  const double angle = dice.Between(-1.4, 1.4);
  const Vec2 aside(-pocket.opening.y(), pocket.opening.x());
  const Vec2 from = Cos(angle) * pocket.opening + Sin(angle) * aside;
  const bool inside = dice.Chance(0.3);
  const double off_axis = inside ? dice.Between(0.0, 0.25) : dice.Between(1.8, 4.0);
  const Vec2 place = pocket.centre_m + off_axis * pocket.radius_m * from;
  const Vec2 target = pocket.centre_m + dice.Between(-0.8, 0.8) * pocket.radius_m * aside;
  const Vec2 along = (target - place).normalized();
  const double speed = dice.Chance(0.2) ? dice.Between(0.01, 0.5) : dice.Between(0.5, 8.0);
  BallState state;
  state.position = Vec3(place.x(), place.y(), radius_m);
  state.velocity = speed * Vec3(along.x(), along.y(), 0.0);
  state.spin = PerpendicularZ(state.velocity) / radius_m * (dice.Chance(0.7) ? 1.0 : -0.5);
  state.spin.z() = dice.Chance(0.3) ? dice.Between(-100.0, 100.0) : 0.0;
  state.motion = MotionState::kSliding;
  if (inside || dice.Chance(0.4)) {
    state.motion = MotionState::kAirborne;
    state.position.z() += dice.Between(inside ? -0.5 : 0.0, 3.0) * radius_m;
    state.velocity.z() = dice.Between(-3.0, 3.0);
  }
  return state;
}

std::optional<RandomShot> MakeShotAtPocket(uint64_t seed, uint64_t index) {
  Dice dice(seed, index);
  std::string what;
  Settings settings;
  settings.laws = DrawLaws(dice, &what);
  settings.environment.flight = Flight::kOn;
  settings.environment.pocket_model = PocketModel::kDrop;
  settings.environment.limits.max_time_s = 1e4;
  const Table& table = FindTable(kTables[dice.Below(std::size(kTables))])->table;
  const Pocket& pocket = table.pockets[dice.Below(table.pockets.size())];
  const size_t count = dice.Chance(0.7) ? 1 : 2;
  std::vector<BallSpec> balls(count);
  Shot shot;
  for (const BallSpec& ball : balls) shot.start.push_back(AtPocket(dice, pocket, ball.radius_m));
  if (!ValidatePlacement(table, settings.environment, balls, shot.start).ok()) return std::nullopt;
  auto scene =
      Scene::Make(std::make_shared<Table>(table), std::make_shared<Settings>(settings), balls);
  if (!scene.ok()) return std::nullopt;
  return RandomShot{*std::move(scene), std::move(shot), what + " at a pocket of " + table.name};
}

TEST(ShotsAtPockets, HoldTheInvariants) {
  const uint64_t shots = FuzzShare(2'000);
  FuzzShard shard;
  shard.Play(MakeShotAtPocket, kPocketSeed, 0, shots, shots);
  shard.Print();
  EXPECT_EQ(shard.at_limit(), 0u);
}

// They reach what they are for.
TEST(ShotsAtPockets, MeetLinersAndComeOut) {
  constexpr uint64_t kShots = 300;
  int rims = 0;
  int pocketed = 0;
  int out = 0;
  Workspace workspace;
  Record record;
  Detail detail;
  detail.events = true;
  for (uint64_t index = 0; index < kShots; ++index) {
    const auto random = MakeShotAtPocket(kPocketSeed, index);
    if (!random) continue;
    ASSERT_TRUE(Simulate(random->scene, random->shot, detail, StopToken(), workspace, record).ok());
    bool met = false;
    for (const Event& event : record.events) met |= event.kind == EventKind::kPocketRim;
    rims += met;
    pocketed += !record.outcome.pocketed.empty();
    out += met && record.outcome.pocketed.empty();
  }
  EXPECT_GT(rims, 50);
  EXPECT_GT(pocketed, 50);
  EXPECT_GT(out, 5);
}

}  // namespace
}  // namespace carom::testing
