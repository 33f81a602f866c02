// The pool table of the compliant engine, through the door of shots, against closed forms.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <memory>

#include "core/base/portable_math.h"
#include "core/models/pool/pool_table.h"
#include "core/table/catalog.h"
#include "tests/core/models/pool/pool_rig.h"
#include "tests/testing/allocations.h"

namespace carom::testing {
namespace {

// catalogue C-35: 2.724 m/s from y = 0.55 at a cushion at 0.635.
TEST(PoolShot, ReachesTheCushionInTime) {
  for (const bool friction : {true, false}) {
    PoolRig rig;
    rig.Add(Vec3(1.0, 0.55, kRadius_m), Vec3(0.0, 2.724, 0.0));
    if (friction) {
      rig.settings.compliant.cloth_friction = SlipFriction(Ambrosio{.friction = 0.2});
    }
    const Record record = rig.Play(0.03, WithEvents());
    ASSERT_GE(record.events.size(), 1u);
    EXPECT_EQ(record.events[0].kind, EventKind::kBallCushion);
    EXPECT_EQ(record.events[0].other, 0);
    EXPECT_NEAR(record.events[0].time_s, friction ? 0.0208708949952 : 0.0207140234949, 1e-6);
    const BallState& before = record.event_states[0].before;
    EXPECT_NEAR(before.velocity.y(), friction ? 2.68305130402 : 2.724, 1e-6);
    EXPECT_NEAR(before.position.y() - 0.55, 0.056425, 1e-9);
  }
}

// catalogue C-35 with the paper's own start, 1 um above the cloth: a ball that bounces on it.
TEST(PoolShot, ReachesTheCushionFasterFromAbove) {
  PoolRig rig;
  rig.Add(Vec3(1.0, 0.55, kRadius_m + 1e-6), Vec3(0.0, 2.724, 0.0));
  rig.settings.compliant.cloth_friction = SlipFriction(Ambrosio{.friction = 0.2});
  rig.settings.compliant.start = CompliantStart::kAsPlaced;
  rig.settings.compliant.integration = {.relative_tolerance = 1e-13, .absolute_tolerance = 1e-16};
  const Record record = rig.Play(0.03, WithEvents());
  const auto hit = std::ranges::find(record.events, EventKind::kBallCushion, &Event::kind);
  ASSERT_NE(hit, record.events.end());
  const auto states = static_cast<std::size_t>(2 * (hit - record.events.begin()));
  EXPECT_NEAR(record.event_states[states].before.velocity.y(), 2.68319, 5e-6);
}

// Contacts that are there at the start and come at each other are met like all others; those that
// rest in each other are not.
TEST(PoolShot, MeetsWhatItTouchesAtTheStart) {
  constexpr double kOverlap_m = 1e-7;
  PoolRig rig;
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(2.0, 0.0, 0.0));
  rig.Add(Vec3(2.0 * kRadius_m - kOverlap_m, 0.0, kRadius_m), Vec3::Zero());
  rig.Add(Vec3(-0.5, 0.635 - kRadius_m + kOverlap_m, kRadius_m), Vec3(0.0, 0.1, 0.0));
  const Record record = rig.Play(1e-3, WithEvents());
  ASSERT_EQ(record.events.size(), 2u);
  for (const Event& event : record.events) EXPECT_EQ(event.time_s, 0.0);
  EXPECT_EQ(record.events[0].kind, EventKind::kBallBall);
  EXPECT_EQ(record.events[0].other, 1);
  EXPECT_EQ(record.events[1].kind, EventKind::kBallCushion);
  EXPECT_EQ(record.events[1].ball, 2);
  EXPECT_EQ(record.events[1].other, 0);
  // Of the histories, those of the cloth come first.
  EXPECT_EQ(record.contacts.size(), 5u);

  rig.shot.start[0].velocity.setZero();
  rig.shot.start[2].velocity.setZero();
  const Record still = rig.Play(1e-3, WithEvents());
  EXPECT_EQ(std::ranges::count(still.events, EventKind::kBallBall, &Event::kind), 0);
}

TEST(PoolShot, AllocatesNothingPerStep) {
  const auto allocations = [](double until_s) {
    PoolRig rig;
    rig.settings.compliant = CompliantSettings();
    rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(0.5, 0.0, 0.0));
    rig.Add(Vec3(0.15, 0.0, kRadius_m), Vec3::Zero());
    rig.Add(Vec3(-0.5, 0.5, kRadius_m), Vec3(0.0, 0.9, 0.0));
    const int64_t before = AllocationCount();
    const Record record = rig.Play(until_s);
    const int64_t count = AllocationCount() - before;
    EXPECT_EQ(record.outcome.cushions_total, until_s > 0.2 ? 1 : 0);
    return count;
  };
  EXPECT_EQ(allocations(0.4), allocations(0.1));
}

// Where a shot came to rest, the next one begins.
TEST(PoolShot, StartsFromTheRestOfAnother) {
  PoolRig rig;
  rig.settings.compliant = CompliantSettings();
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(0.7, 0.0, 0.0));
  rig.Add(Vec3(0.1, 0.0, kRadius_m), Vec3::Zero());
  const Record first = rig.Play(20.0);
  ASSERT_EQ(first.stop_reason, StopReason::kAtRest);
  rig.shot.start = first.final_states;
  const Record second = rig.Play(20.0);
  EXPECT_EQ(second.stop_reason, StopReason::kAtRest);
  for (std::size_t i = 0; i < 2; ++i) {
    const Vec3 moved = second.final_states[i].position - first.final_states[i].position;
    EXPECT_LT(moved.norm(), 1e-8);
  }
}

// Fast enough, a ball gets under the line of a nose, which then presses it down: no answer is
// better than a wrong one.
TEST(PoolShot, IsNotPressedThroughACushion) {
  const auto play = [](double speed_m_s, NoseContact contact, double height_m = 0.036576) {
    PoolRig rig;
    rig.settings.compliant = CompliantSettings();
    rig.settings.environment.nose_contact = contact;
    for (Nose& nose : rig.table.noses) nose.start_height_m = height_m;
    rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(0.0, speed_m_s, 0.0));
    return rig.Play(1.0 / speed_m_s);  // There and some of the way back.
  };
  for (const NoseContact contact : {NoseContact::kLine, NoseContact::kPlane}) {
    const Record slow = play(18.0, contact);
    EXPECT_EQ(slow.stop_reason, StopReason::kAtTime);
    EXPECT_LT(slow.final_states[0].velocity.y(), -10.0);
    for (const double fast_m_s : {30.0, 40.0, 70.0}) {
      SCOPED_TRACE(fast_m_s);
      const Record fast = play(fast_m_s, contact);
      if (fast.stop_reason == StopReason::kNumericalFailure) continue;
      EXPECT_LT(fast.final_states[0].position.y(), 0.635);
      EXPECT_LT(fast.final_states[0].velocity.y(), -10.0);
    }
    EXPECT_EQ(play(70.0, contact).stop_reason, StopReason::kNumericalFailure);
  }
  // The higher the nose, the less of the ball it takes.
  for (const double height_m : {1.5 * kRadius_m, 1.8 * kRadius_m}) {
    const Record record = play(40.0, NoseContact::kLine, height_m);
    EXPECT_EQ(record.stop_reason, StopReason::kNumericalFailure) << height_m;
  }
}

absl::Status StatusOfABallAtACorner(double height_m, const std::function<void(Settings&)>& set) {
  PoolRig rig;
  rig.table = FindTable("pool_9ft")->table;
  rig.Add(Vec3(1.3, 0.66, height_m), Vec3::Zero());
  set(rig.settings);
  const auto scene = Scene::Make(std::make_shared<Table>(rig.table),
                                 std::make_shared<Settings>(rig.settings), rig.balls);
  if (!scene.ok()) return scene.status();
  Workspace workspace;
  Record record;
  return Simulate(*scene, rig.shot, {}, StopToken(), workspace, record);
}

TEST(PoolShot, RefusesABallInThePocket) {
  const char* const refused =
      "balls[0].position_m: (1.3, 0.66, 0.028575) must be outside the circle of pockets[2]";
  const auto circle = [](Settings&) {};
  const auto horizontal = [](Settings& settings) { settings.compliant.horizontal = true; };
  const auto drop = [](Settings& settings) {
    settings.environment.flight = Flight::kOn;
    settings.environment.pocket_model = PocketModel::kDrop;
    settings.environment.limits.max_time_s = 1.0;
  };
  EXPECT_EQ(StatusOfABallAtACorner(kRadius_m, circle).message(), refused);
  EXPECT_EQ(StatusOfABallAtACorner(kRadius_m, horizontal).message(), refused);
  // It falls into the hole; and one above a circle falls into it.
  EXPECT_TRUE(StatusOfABallAtACorner(kRadius_m, drop).ok());
  EXPECT_TRUE(StatusOfABallAtACorner(0.2, circle).ok());
}

// What is in a pocket already is where the pot left it, maybe on its rim.
TEST(PoolShot, BallsOutOfPlayTouchNothing) {
  PoolRig rig;
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3::Zero());
  rig.Add(Vec3(0.05, 0.0, kRadius_m), Vec3::Zero()).motion = MotionState::kPocketed;
  const Record record = rig.Play(0.1, WithEvents());
  EXPECT_EQ(std::ranges::count(record.events, EventKind::kBallBall, &Event::kind), 0);
  EXPECT_LT(record.final_states[0].position.head<2>().norm(), 1e-9);
}

// catalogue C-29: a homogeneous sphere's, and by how much the paper's 5.5e-5 is below.
TEST(PoolTable, BallsHaveTheInertiaOfSpheres) {
  PoolRig rig;
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3::Zero());
  EXPECT_NEAR(rig.balls[0].Inertia(), 5.55240825e-5, 1e-19);
  EXPECT_NEAR(5.5e-5 / rig.balls[0].Inertia() - 1.0, -0.0094, 5e-5);
  const PoolTableModel model =
      MakePoolTable(rig.table, rig.settings.environment, rig.settings.compliant, rig.balls);
  for (const double inertia : model.spec.bodies[0].inertia_kg_m2) {
    EXPECT_EQ(inertia, rig.balls[0].Inertia());
  }
}

// A ball that purely rolls on the patch of the cloth stops where v^2 / (2 mu_roll g) says: the
// bridge a d / (7 R) between patch and rolling friction. catalogue B-10
TEST(PoolShot, RollsAsFarAsTheCloth) {
  PoolRig rig;
  rig.table.noses.clear();
  rig.settings.compliant.cloth_friction = PatchOfCloth{};
  BallState& ball = rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(1.0, 0.0, 0.0));
  ball.spin = Vec3(0.0, 1.0 / kRadius_m, 0.0);
  const Record record = rig.Play(100.0);
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  const double distance = 1.0 / (2.0 * 0.01 * kGravity);
  EXPECT_NEAR(record.final_states[0].position.x(), distance, 1e-3 * distance);
  EXPECT_NEAR(record.end_time_s, 1.0 / (0.01 * kGravity), 0.2);
}

// A ball rolled slowly over a pocket's rim falls in, and is taken out of play.
TEST(PoolShot, FallsIntoThePocket) {
  PoolRig rig;
  rig.table.noses.clear();
  rig.table.pockets = {{Vec2(0.3, 0.0), 0.06, "hole", Vec2::Zero(), 0.0}};
  rig.settings.environment.flight = Flight::kOn;
  rig.settings.environment.pocket_model = PocketModel::kDrop;
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(0.5, 0.0, 0.0));
  const Record record = rig.Play(5.0, WithEvents());
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  ASSERT_EQ(record.outcome.pocketed.size(), 1u);
  EXPECT_EQ(record.outcome.pocketed[0].where, 0);
  EXPECT_LT(record.outcome.pocketed[0].position_m.z(), -0.99 * kRadius_m);
  EXPECT_EQ(record.final_states[0].motion, MotionState::kPocketed);
}

// The same ball shot fast flies over the hole's near rim and climbs out at the far one.
TEST(PoolShot, AFastBallClimbsOutOfAShallowCrossing) {
  PoolRig rig;
  rig.table.noses.clear();
  rig.table.pockets = {{Vec2(0.3, 0.0), 0.06, "hole", Vec2::Zero(), 0.0}};
  rig.settings.environment.flight = Flight::kOn;
  rig.settings.environment.pocket_model = PocketModel::kDrop;
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(6.0, 0.0, 0.0));
  const Record record = rig.Play(0.2);
  EXPECT_TRUE(record.outcome.pocketed.empty());
  EXPECT_GT(record.final_states[0].position.x(), 0.5);
}

// A back as high as a cushion's nose keeps it: there it loses speed, and falls on its way back.
TEST(PoolShot, AFastBallIsKeptByTheBack) {
  PoolRig rig;
  rig.table.noses.clear();
  rig.table.pockets = {{Vec2(0.3, 0.0), 0.06, "hole", Vec2(-1.0, 0.0), 0.036}};
  rig.settings.environment.flight = Flight::kOn;
  rig.settings.environment.pocket_model = PocketModel::kDrop;
  rig.settings.compliant.cloth_normal = LankaraniNikravesh{{.restitution = 0.5, .exact = true}};
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(3.0, 0.0, 0.0));
  const Record record = rig.Play(2.0, WithEvents());
  ASSERT_EQ(record.outcome.pocketed.size(), 1u);
  EXPECT_EQ(record.outcome.pocketed[0].where, 0);
}

// In the reduced model the height is constant to the bit.
TEST(PoolShot, ReducedModelKeepsItsHeight) {
  PoolRig rig;
  rig.settings.compliant.horizontal = true;
  rig.settings.compliant.cloth_friction = SlipFriction(Ambrosio{.friction = 0.2});
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(3.0, 1.0, 0.0));
  rig.Add(Vec3(0.3, 0.1, kRadius_m), Vec3::Zero());
  Detail detail;
  detail.samples = true;
  detail.sample_period_s = 0.01;
  const Record record = rig.Play(0.5, detail);
  for (const BallState& state : record.samples) EXPECT_EQ(state.position.z(), kRadius_m);
}

// The front of a rolling ball goes down along the one that it hits: friction lifts it, and presses
// the other down by as much. Neither comes back, for there is no gravity.
TEST(PoolShot, ReducedModelWithVerticalFrictionLetsBallsFlyAndSink) {
  PoolRig rig;
  rig.settings.compliant.horizontal = true;
  rig.settings.compliant.vertical_friction = true;
  rig.settings.compliant.ball_ball.friction = Ambrosio{.friction = 0.06};
  BallState& cue = rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(3.0, 0.0, 0.0));
  cue.spin.y() = 3.0 / kRadius_m;
  rig.Add(Vec3(0.3, 0.0, kRadius_m), Vec3::Zero());
  const Record record = rig.Play(0.2);
  const BallState& over = record.final_states[0];
  const BallState& under = record.final_states[1];
  // Friction of 0.06 acts to the end: 0.06 times what the hit takes from the cue ball.
  EXPECT_NEAR(over.velocity.z(), 0.06 * (3.0 - over.velocity.x()), 0.01 * over.velocity.z());
  EXPECT_NEAR(over.velocity.z() + under.velocity.z(), 0.0, 1e-9);
  EXPECT_GT(over.position.z(), kRadius_m + 0.01);
  EXPECT_LT(under.position.z(), kRadius_m - 0.01);
}

// What goes on up or down keeps no shot from its end.
TEST(PoolShot, ReducedModelWithVerticalFrictionComesToRest) {
  PoolRig rig;
  rig.settings.compliant.horizontal = true;
  rig.settings.compliant.vertical_friction = true;
  rig.settings.compliant.cloth_friction = CompliantSettings().cloth_friction;
  BallState& cue = rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(0.2, 0.0, 0.0));
  cue.spin.y() = 0.2 / kRadius_m;
  rig.Add(Vec3(0.06, 0.0, kRadius_m), Vec3::Zero());
  const Record record = rig.Play(60.0);
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  EXPECT_EQ(record.final_states[0].motion, MotionState::kStationary);
}

// In it nothing would bring a ball down.
TEST(PoolShot, ReducedModelRefusesBallsOffTheCloth) {
  for (const bool high : {true, false}) {
    PoolRig rig;
    rig.settings.compliant.horizontal = true;
    rig.settings.compliant.cloth_friction = SlipFriction(Ambrosio{.friction = 0.2});
    rig.settings.environment.flight = Flight::kOn;
    BallState& ball = rig.Add(Vec3(0.0, 0.0, high ? 0.5 : kRadius_m), Vec3(3.0, 1.0, 0.0));
    ball.velocity.z() = high ? 0.0 : 0.1;
    ball.motion = MotionState::kAirborne;
    auto scene = Scene::Make(std::make_shared<Table>(rig.table),
                             std::make_shared<Settings>(rig.settings), rig.balls);
    ASSERT_TRUE(scene.ok()) << scene.status();
    Workspace workspace;
    Record record;
    const auto status = Simulate(*scene, rig.shot, {}, StopToken(), workspace, record);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_NE(status.message().find(high ? "position_m" : "velocity_m_s"), std::string::npos)
        << status;
  }
}

TEST(PoolShot, DetailNeverChangesTheAnswer) {
  PoolRig rig;
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(2.0, 1.5, 0.0)).spin = Vec3(5.0, -40.0, 60.0);
  rig.Add(Vec3(0.3, 0.2, kRadius_m), Vec3::Zero());
  rig.settings.compliant.cloth_friction = PatchOfCloth{};
  Detail all = WithEvents();
  all.samples = true;
  all.sample_period_s = 1.3e-3;
  EXPECT_EQ(rig.Play(0.5).hash, rig.Play(0.5, all).hash);
}

// Cancelled in the act: the caller's flag is seen after every step.
TEST(PoolShot, StopsWhenAsked) {
  PoolRig rig;
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(2.0, 1.5, 0.0));
  const std::atomic<bool> stop = true;
  const Record record = rig.Play(100.0, {}, StopToken(&stop));
  EXPECT_EQ(record.stop_reason, StopReason::kCancelled);
  EXPECT_EQ(record.end_time_s, 0.0);
}

TEST(PoolShot, TheCapOnEvaluationsEndsAShot) {
  PoolRig rig;
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(2.0, 1.5, 0.0));
  rig.settings.compliant.integration.max_evaluations = 1000;
  EXPECT_EQ(rig.Play(100.0).stop_reason, StopReason::kEvaluationLimit);
}

TEST(PoolShot, RefusesWhatCannotBe) {
  PoolRig rig;
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3::Zero());
  rig.Add(Vec3(0.05, 0.0, kRadius_m), Vec3::Zero());
  const CompliantWorld world{rig.table, rig.settings.environment, rig.settings.compliant,
                             rig.balls};
  const auto error = [&](auto&& change) {
    std::vector<BallState> states = rig.shot.start;
    change(states);
    return std::string(ValidateCompliantStart(world, states).message());
  };
  EXPECT_TRUE(error([](auto&) {}).starts_with("balls[0].position_m"));  // They overlap.
  EXPECT_EQ(error([](auto& s) { s[1].position.x() = 0.1; }), "");
  EXPECT_TRUE(error([](auto& s) {
                s[1].position = Vec3(NAN, 0.0, 0.0);
              }).starts_with("balls[1].position_m"));
  EXPECT_TRUE(error([](auto& s) {
                s[1].position = Vec3(0.1, 0.63, kRadius_m);
              }).starts_with("balls[1].position_m"));
  EXPECT_TRUE(error([](auto& s) {
                s[0].velocity = Vec3(2e3, 0.0, 0.0);
              }).starts_with("balls[0].velocity_m_s"));
}

}  // namespace
}  // namespace carom::testing
