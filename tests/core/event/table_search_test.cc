// The search for a ball's next event with the table skips most bodies. Here it is compared with a
// search that asks all of them, one by one, over the whole phase.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "core/base/random.h"
#include "core/event/event_queue.h"
#include "core/event/predict/predict.h"
#include "core/event/world.h"
#include "core/math/first_crossing.h"
#include "core/motion/motion.h"
#include "tests/testing/fuzz_share.h"
#include "tests/testing/phases.h"
#include "tests/testing/shots/random_shot.h"

namespace carom {
namespace {

using testing::FuzzesAll;
using testing::FuzzShare;
using testing::MakeRandomShot;
using testing::MakeRandomShot3D;
using testing::RandomShot;

constexpr int16_t kBall = 0;

Approach ApproachOf(const World& world, const TrajectoryTable& table) {
  Approach approach;
  approach.centre = table.Centre(kBall);
  approach.radius_m = world.solids.ForBall(kBall).radius_m;
  approach.on_cloth = !table.OffCloth(kBall);
  approach.window_s = approach.useful_s = table[kBall].duration_s;
  const Motion1D& z = approach.centre.z;
  approach.lowest_m = approach.on_cloth ? z.c0 : std::min(z.c0, z.At(approach.window_s));
  return approach;
}

// The first of all the ball's events. `separated` names the solid that it has just been resolved
// with.
Event AskAll(const World& world, const TrajectoryTable& table, const Event& separated) {
  Event first = EndOfPhase(world, table, kBall);
  const Trajectory& phase = table[kBall];
  if (!table.Translates(kBall)) return first;
  if (!table.OffCloth(kBall) && phase.velocity.z() < 0.0) {
    return {phase.epoch_s, EventKind::kBallSlate, kBall, -1};
  }
  const auto weigh = [&](EventKind kind, int16_t other, OptionalTime time_s) {
    const Event event{phase.epoch_s + time_s.value_or(0.0), kind, kBall, other};
    if (time_s && Earlier(event, first)) first = event;
  };
  const SolidSet& set = world.solids.ForBall(kBall);
  Approach approach = ApproachOf(world, table);
  if (!approach.on_cloth) {
    const auto time_s = set.slate.Crossing(approach);
    bool pocketed = false;
    for (const Placed<Sensor>& sensor : set.sensors.items) {
      const auto* const mouth = std::get_if<PocketMouth>(&sensor.shape);
      if (pocketed || !time_s || mouth == nullptr) continue;
      if (!mouth->circle().Covers(approach.centre.Above(*time_s))) continue;
      pocketed = true;
      weigh(EventKind::kBallPocket, sensor.index, time_s);
    }
    if (!pocketed) weigh(EventKind::kBallSlate, -1, time_s);
  }
  for (const Placed<Solid>& solid : set.solids.items) {
    const EventKind kind = ImpactKind(solid.shape);
    approach.separated = separated.kind == kind && separated.other == solid.index;
    weigh(kind, solid.index,
          std::visit([&](const auto& s) { return s.Crossing(approach); }, solid.shape));
  }
  approach.separated = false;
  for (const Placed<Sensor>& sensor : set.sensors.items) {
    const auto time_s =
        std::visit([&](const auto& b) { return b.Crossing(approach); }, sensor.shape);
    if (!time_s) continue;
    const Motion3D then = approach.centre.From(*time_s);
    weigh(CrossingKind(sensor.shape, Speed(then.x, then.y)), sensor.index, time_s);
  }
  return first;
}

// The impact that a ball which touches a cushion or jaw, and leaves it, may come from.
std::optional<Event> ImpactBehind(const World& world, const BallState& state) {
  constexpr double kInContact_m = 1e-12;
  for (const Placed<Solid>& solid : world.solids.ForBall(kBall).solids.items) {
    const Parts parts = PartsNear(solid.shape, state.position, OnCloth(state.motion));
    const Nearest& nearest = parts.Closest();
    if (std::abs(nearest.gap_m) > kInContact_m || nearest.normal.dot(state.velocity) <= 0.0)
      continue;
    return Event{0.0, ImpactKind(solid.shape), kBall, solid.index};
  }
  return std::nullopt;
}

struct Tally {
  int touching_table = 0;
  int left_contact = 0;
};

// One ball of the shot, sent anywhere; then, where it came to, from there.
void Compare(const RandomShot& random, CounterRandom& dice, bool flies, Tally& tally) {
  const World& world = random.scene.world();
  const Environment& environment = world.settings->environment;
  BallState state = random.shot.start[kBall];
  if (!InPlay(state.motion)) return;
  const double speed_m_s = std::pow(10.0, dice.Uniform(-2.0, 1.0));
  const double angle_rad = dice.Uniform(-3.2, 3.2);
  state.velocity = speed_m_s * Vec3(std::cos(angle_rad), std::sin(angle_rad), 0.0);
  state.spin = Vec3(dice.Uniform(-50.0, 50.0), dice.Uniform(-50.0, 50.0), 0.0);
  state.motion = MotionState::kSliding;
  if (flies) {
    state.velocity.z() = dice.Uniform(-1.0, 3.0);
    state.motion = MotionState::kAirborne;
  } else {
    state.position.z() = world.balls[kBall].radius_m;
  }
  TrajectoryTable table;
  Event cause{};
  for (int leg = 0; leg < 6; ++leg) {
    table.Set(kBall, BeginPhase(state, 0.0, world.balls[kBall], environment), cause);
    const Event expected = AskAll(world, table, cause);
    ASSERT_EQ(NextSingleBallEvent(world, table, kBall), expected) << random.what << " leg " << leg;
    if (EarliestContact(world, table, kBall) > expected.time_s) {
      ASSERT_TRUE(IsTransition(expected.kind) || expected.ball < 0) << random.what;
    }
    if (expected.ball < 0) return;
    state = StateAt(table[kBall], expected.time_s);
    if (IsTransition(expected.kind)) {
      const Trajectory next = NextPhase(table[kBall], world.motion[kBall]);
      state = StateAt(next, next.epoch_s);
      cause = {};
      continue;
    }
    ++tally.touching_table;
    if (!IsImpact(expected.kind) || expected.kind == EventKind::kBallSlate) return;
    const Vec3 normal = PartsOf(world, expected, state).Hit(state.velocity).normal;
    state.velocity -= 1.9 * normal.dot(state.velocity) * normal;
    if (!flies) state.velocity.z() = 0.0;
    cause = ImpactBehind(world, state).value_or(Event{});
    tally.left_contact += cause.kind != EventKind::kCueStrike ? 1 : 0;
    cause.ball = kBall;
  }
}

TEST(TableSearch, FindsWhatAskingAllBodiesFinds) {
  const uint64_t shots = FuzzesAll() ? 200000 : FuzzShare(3000, 500);
  Tally on_cloth;
  Tally in_flight;
  for (uint64_t i = 0; i < shots; ++i) {
    CounterRandom dice(16, i);
    if (const auto random = MakeRandomShot(161, i)) Compare(*random, dice, false, on_cloth);
    const auto random = MakeRandomShot3D(162, i);
    if (random) Compare(*random, dice, dice.Below(2) == 0, in_flight);
    if (HasFatalFailure()) return;
  }
  for (const Tally& tally : {on_cloth, in_flight}) {
    EXPECT_GT(tally.touching_table, static_cast<int>(shots / 4));
    EXPECT_GT(tally.left_contact, static_cast<int>(shots / 20));
  }
}

}  // namespace
}  // namespace carom
