// Cushions that a ball leaves some milliseconds after it has come.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/core/event/rig.h"
#include "tests/testing/log_player.h"
#include "tests/testing/shots/random_factor.h"
#include "tests/testing/shots/random_shot.h"

namespace carom {
namespace {

using testing::Rig;

constexpr double kStay_s = 0.007;
const double kReach_m = BallSpec{}.radius_m;  // Of a centre to the nose.

// Without friction at the cushion and on the cloth all is uniform motion.
Rig Smooth(double contact_s) {
  Rig rig;
  testing::AddBox(1.0, 0.5, rig);
  for (Nose& nose : rig.table.noses) nose.start_height_m = kReach_m;
  rig.RemoveFriction();
  rig.settings.laws.cushion = RestitutionCushion{0.8};
  rig.settings.laws.cushion_contact_s = contact_s;
  rig.settings.environment.limits.max_time_s = 1.0;
  return rig;
}

// A ball comes at (-v_n, v_t), stays for the time, in which it moves by v_t, and goes at 0.8 v_n.
TEST(ContactTime, DelaysAndMovesAlong) {
  Rig rig = Smooth(kStay_s);
  rig.AddBall({0.0, 0.0}, {1.5, 0.2});
  const Record record = rig.Play();
  ASSERT_GE(record.events.size(), 2u);
  EXPECT_EQ(record.events[0].kind, EventKind::kBallCushion);
  EXPECT_EQ(record.events[1].kind, EventKind::kCushionToCloth);
  const double hit_s = (1.0 - kReach_m) / 1.5;
  EXPECT_NEAR(record.events[0].time_s, hit_s, 1e-12);
  EXPECT_NEAR(record.events[1].time_s, hit_s + kStay_s, 1e-12);
  const BallState& stays = record.event_states[0].after;
  EXPECT_NEAR(stays.velocity.x(), 0.0, 2e-9);
  EXPECT_NEAR(stays.velocity.y(), 0.2, 1e-12);
  const BallState& leaves = record.event_states[2].after;
  EXPECT_NEAR(leaves.position.x(), 1.0 - kReach_m, 1e-10);
  EXPECT_NEAR(leaves.position.y(), 0.2 * (hit_s + kStay_s), 1e-12);
  EXPECT_NEAR(leaves.velocity.x(), -0.8 * 1.5, 1e-12);
  EXPECT_NEAR(record.final_states[0].position.x(), 1.0 - kReach_m - 1.2 * (1.0 - hit_s - kStay_s),
              1e-9);
}

// In a corner the second cushion takes over; in the end the ball goes back where it came from.
TEST(ContactTime, InACornerTheSecondCushionTakesOver) {
  Rig rig = Smooth(kStay_s);
  rig.AddBall({0.0, 0.0}, {0.97, 0.469});
  rig.settings.environment.limits.max_time_s = 2.0;
  const Record record = rig.Play();
  EXPECT_LT(record.events.size(), 40u);
  EXPECT_LT(std::abs(record.final_states[0].position.x()), 1.0 - kReach_m + 1e-9);
  EXPECT_NEAR(record.final_states[0].velocity.x(), -0.8 * 0.97, 1e-9);
  EXPECT_NEAR(record.final_states[0].velocity.y(), -0.8 * 0.469, 1e-9);
}

// A ball that is hit at the cushion takes with it what the cushion gives back.
TEST(ContactTime, ABallHitAtTheCushionKeepsItsRebound) {
  Rig rig = Smooth(kStay_s);
  rig.AddBall({0.0, 0.0}, {1.5, 0.0});
  const double hit_s = (1.0 - kReach_m) / 1.5;
  // It comes along the cushion and meets the first one in the middle of its contact.
  const double speed = 0.4;
  rig.AddBall({1.0 - kReach_m, -2.0 * kReach_m - speed * (hit_s + kStay_s / 2.0)}, {0.0, speed});
  rig.settings.laws.ball_ball = ElasticBallBall{};
  rig.settings.environment.limits.max_time_s = hit_s + 2.0 * kStay_s;
  const Record record = rig.Play();
  EXPECT_NEAR(record.final_states[0].velocity.x(), -0.8 * 1.5, 1e-9);
  EXPECT_NEAR(record.final_states[0].velocity.y(), speed, 1e-9);
}

// A ball that comes over a hole while it is at a cushion falls with what the cushion gives back.
TEST(ContactTime, ABallThatDropsAtTheCushionKeepsItsRebound) {
  Rig rig = Smooth(kStay_s);
  rig.settings.environment.flight = Flight::kOn;
  rig.settings.environment.pocket_model = PocketModel::kDrop;
  rig.AddBall({0.0, 0.0}, {1.5, 0.5});
  const double hit_s = (1.0 - kReach_m) / 1.5;
  constexpr double kHole_m = 0.05;
  const double edge_m = 0.5 * (hit_s + kStay_s / 2.0);
  rig.table.pockets.push_back({{1.0 - kReach_m, edge_m + kHole_m}, kHole_m, "p"});
  const Record record = rig.Play();
  const auto drop = std::find_if(record.events.begin(), record.events.end(),
                                 [](const Event& e) { return e.kind == EventKind::kPocketDrop; });
  ASSERT_NE(drop, record.events.end());
  EXPECT_NEAR(drop->time_s, hit_s + kStay_s / 2.0, 1e-6);
  const auto place = static_cast<size_t>(drop - record.events.begin());
  EXPECT_NEAR(record.event_states[2 * place].after.velocity.x(), -0.8 * 1.5, 1e-9);
}

// Top spin presses the ball against the nose until friction with the cloth has used it up. The
// rule for collapse lets it stay for three contacts of 50 ms at most each time that it comes back,
// and it comes back a few times; were each hop of the press a contact, it would never end.
TEST(ContactTime, APressEndsAsWithout) {
  for (const double hop_s : {0.01, 0.001}) {
    double end_s[2];
    for (const bool stays : {false, true}) {
      Rig rig;
      testing::AddBox(1.0, 0.5, rig);
      rig.settings.environment.rest_hop_s = hop_s;
      rig.settings.laws.cushion = Han2005{{.restitution = 0.3}};
      rig.settings.laws.cushion_contact_s = stays ? 0.05 : 0.0;
      rig.AddBall({0.95, 0.0}, {0.3, 0.0}, {0.0, 300.0, 0.0});
      const Record record = rig.Play();
      EXPECT_EQ(record.stop_reason, StopReason::kAtRest) << hop_s;
      EXPECT_FALSE(record.presses.empty()) << hop_s;
      end_s[stays] = record.end_time_s;
    }
    EXPECT_NEAR(end_s[1], end_s[0], 0.5) << hop_s;
  }
}

// Random shots, in flight too: they end, play again from their logs to the bit, and no ball has
// more energy behind a cushion than before.
TEST(ContactTime, RandomShotsHoldTogether) {
  constexpr uint64_t kShots = 400;
  Detail detail;
  detail.events = detail.event_states = detail.hops = true;
  Workspace workspace;
  LogPlayer player;
  Record played;
  Record again;
  int contacts = 0;
  for (uint64_t index = 0; index < kShots; ++index) {
    const auto random = testing::WithContactTime(
        index % 2 == 0 ? testing::MakeRandomShot(1, index)
                       : testing::MakeRandomShot3D(testing::kFlightSeed, index),
        1, index);
    if (!random) continue;
    ASSERT_TRUE(Simulate(random->scene, random->shot, detail, {}, workspace, played).ok());
    ASSERT_TRUE(player.Play(random->scene.world(), random->shot, played, detail, again)) << index;
    EXPECT_EQ(again.hash, played.hash) << index;
    // What a ball had before it came to a cushion; unknown once another ball has met it there.
    std::vector<double> had(random->scene.balls().size(), kInfinity);
    std::vector<bool> stays(had.size(), false);
    for (size_t i = 0; i < played.events.size(); ++i) {
      const Event& event = played.events[i];
      const auto ball = static_cast<size_t>(event.ball);
      const BallSpec& spec = random->scene.balls()[ball];
      if (event.kind == EventKind::kBallCushion || event.kind == EventKind::kBallJaw) {
        if (!stays[ball]) had[ball] = KineticEnergy(played.event_states[2 * i].before, spec);
        stays[ball] = true;
      } else if (event.kind == EventKind::kCushionToCloth) {
        ++contacts;
        const double has = KineticEnergy(played.event_states[2 * i].after, spec);
        EXPECT_LE(has, had[ball] * (1.0 + 1e-12)) << index;
        stays[ball] = false;
      } else if (event.kind != EventKind::kPress) {
        stays[ball] = false;
        if (event.kind == EventKind::kBallBall) stays[static_cast<size_t>(event.other)] = false;
      }
    }
  }
  EXPECT_GT(contacts, 100);
}

}  // namespace
}  // namespace carom
