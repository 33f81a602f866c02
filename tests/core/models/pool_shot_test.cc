// The pool table of the compliant engine, through the door of shots, against closed forms.

#include "core/models/pool_shot.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <memory>

#include "core/base/portable_math.h"
#include "core/models/pool_table.h"
#include "core/shot/simulate.h"

namespace carom {
namespace {

constexpr double kMass_kg = 0.17;
constexpr double kRadius_m = 0.028575;
constexpr double kGravity = 9.81;

// [Compliant pool table]: balls of 170 g on a table whose long cushions are at y = +-0.635, with
// upright faces.
struct Rig {
  Rig() {
    settings.engine = Engine::kCompliant;
    settings.environment.nose_contact = NoseContact::kPlane;
    settings.compliant.cloth_normal = HertzLaw{};
    settings.compliant.cloth_friction = SlipFriction(Frictionless{});
    settings.compliant.cushion = {LankaraniNikravesh{.restitution = 0.98}, Frictionless{}};
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

Detail WithEvents() {
  Detail detail;
  detail.events = detail.event_states = detail.contacts = true;
  return detail;
}

// catalogue C-40 (a): the depths at which three cloths bear a ball of 170 g.
TEST(PoolTable, SeatsBalls) {
  const BallSpec ball{kMass_kg, kRadius_m};
  const Material& resin = *FindMaterial("phenolic_resin");
  const auto depth = [&](const char* cloth) {
    const double stiffness = HertzStiffness(resin, kRadius_m, *FindMaterial(cloth), kFlat);
    return SeatedIndentation(MakeNormalForce(HertzLaw{}, stiffness), ball, kGravity);
  };
  EXPECT_NEAR(depth("rigid"), 1.07881747568e-6, 1e-15);
  EXPECT_NEAR(depth("phenolic_resin"), 1.7125159958e-6, 1e-15);
}

// catalogue C-40 (a): a seated ball does not move by itself.
TEST(PoolShot, ASeatedBallRests) {
  Rig rig;
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3::Zero());
  rig.settings.compliant.rest_speed_m_s = 1e-9;
  const Record record = rig.Play(1.0);
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  EXPECT_EQ(record.end_time_s, 0.0);
  EXPECT_EQ(record.final_states[0].motion, MotionState::kStationary);
}

// catalogue C-40 (b): balls placed on an undamped cloth bounce between zero indentation, or 1 um
// above it, and the depth at which they have lost their height.
TEST(PoolShot, PlacedBallsBounceForEver) {
  struct Case {
    double above_m;
    double deepest_m;
  };
  for (const Case& c : {Case{0.0, 1.98719878e-6}, Case{1e-6, 2.48900223e-6}}) {
    Rig rig;
    rig.Add(Vec3(0.0, 0.0, kRadius_m + c.above_m), Vec3::Zero());
    rig.settings.compliant.start = CompliantStart::kAsPlaced;
    rig.settings.compliant.rest_speed_m_s = 1e-9;
    rig.settings.compliant.integration = {.relative_tolerance = 1e-12, .absolute_tolerance = 1e-14};
    Detail detail;
    detail.samples = true;
    detail.sample_period_s = 2e-6;
    const Record record = rig.Play(0.02, detail);
    double highest = -1.0;
    double lowest = 1.0;
    for (const BallState& state : record.samples) {
      highest = std::max(highest, state.position.z() - kRadius_m);
      lowest = std::min(lowest, state.position.z() - kRadius_m);
    }
    EXPECT_NEAR(lowest, -c.deepest_m, 1e-11);
    EXPECT_NEAR(highest, c.above_m, 1e-11);
  }
}

// catalogue C-35: 2.724 m/s from y = 0.55 at a cushion at 0.635.
TEST(PoolShot, ReachesTheCushionInTime) {
  for (const bool friction : {true, false}) {
    Rig rig;
    rig.Add(Vec3(1.0, 0.55, kRadius_m), Vec3(0.0, 2.724, 0.0));
    if (friction) {
      rig.settings.compliant.cloth_friction = SlipFriction(Ambrosio{.friction = 0.2});
    }
    const Record record = rig.Play(0.03, WithEvents());
    ASSERT_GE(record.events.size(), 1u);
    EXPECT_EQ(record.events[0].kind, EventKind::kBallCushion);
    EXPECT_EQ(record.events[0].other, 0);
    EXPECT_NEAR(record.events[0].time_s, friction ? 0.0208708949952 : 0.0207140234949, 1e-6);
    const double speed = record.event_states[0].before.velocity.y();
    EXPECT_NEAR(speed, friction ? 2.68305130402 : 2.724, 1e-6);
  }
}

// catalogue C-36: normal incidence without friction, whatever the speed.
TEST(PoolShot, LeavesTheCushionWithItsRestitution) {
  struct Case {
    double restitution;
    double ratio;
  };
  for (const Case& c : {Case{0.98, 0.9805836964}, Case{0.85, 0.87797484}}) {
    for (const double speed : {0.5, 2.724}) {
      Rig rig;
      rig.Add(Vec3(0.0, 0.6, kRadius_m), Vec3(0.0, speed, 0.0));
      rig.settings.compliant.cushion.normal = LankaraniNikravesh{.restitution = c.restitution};
      const Record record = rig.Play(0.15, WithEvents());
      EXPECT_NEAR(-record.final_states[0].velocity.y() / speed, c.ratio, 1e-6);
      // The record has the contact: it began and ended, and its force rose and fell.
      const auto contact = std::find_if(
          record.contacts.begin(), record.contacts.end(),
          [](const ContactHistory& h) { return h.begin.kind == EventKind::kBallCushion; });
      ASSERT_NE(contact, record.contacts.end());
      EXPECT_GT(contact->end_time_s, contact->begin.time_s);
      EXPECT_GT(contact->row_count, 10);
    }
  }
}

// A ball that purely rolls on the patch of the cloth stops where v^2 / (2 mu_roll g) says: the
// bridge a d / (7 R) between patch and rolling friction. catalogue B-10
TEST(PoolShot, RollsAsFarAsTheCloth) {
  Rig rig;
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
  Rig rig;
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
  Rig rig;
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
  Rig rig;
  rig.table.noses.clear();
  rig.table.pockets = {{Vec2(0.3, 0.0), 0.06, "hole", Vec2(-1.0, 0.0), 0.036}};
  rig.settings.environment.flight = Flight::kOn;
  rig.settings.environment.pocket_model = PocketModel::kDrop;
  rig.settings.compliant.cloth_normal = LankaraniNikravesh{.restitution = 0.5, .exact = true};
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(3.0, 0.0, 0.0));
  const Record record = rig.Play(2.0, WithEvents());
  ASSERT_EQ(record.outcome.pocketed.size(), 1u);
  EXPECT_EQ(record.outcome.pocketed[0].where, 0);
}

// In the reduced model the height is constant to the bit.
TEST(PoolShot, ReducedModelKeepsItsHeight) {
  Rig rig;
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

TEST(PoolShot, DetailNeverChangesTheAnswer) {
  Rig rig;
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
  Rig rig;
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(2.0, 1.5, 0.0));
  const std::atomic<bool> stop = true;
  const Record record = rig.Play(100.0, {}, StopToken(&stop));
  EXPECT_EQ(record.stop_reason, StopReason::kCancelled);
  EXPECT_EQ(record.end_time_s, 0.0);
}

TEST(PoolShot, TheCapOnEvaluationsEndsAShot) {
  Rig rig;
  rig.Add(Vec3(0.0, 0.0, kRadius_m), Vec3(2.0, 1.5, 0.0));
  rig.settings.compliant.integration.max_evaluations = 1000;
  EXPECT_EQ(rig.Play(100.0).stop_reason, StopReason::kEvaluationLimit);
}

TEST(PoolShot, RefusesWhatCannotBe) {
  Rig rig;
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
}  // namespace carom
