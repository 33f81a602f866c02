// What a referee that judges events from first principles found in single requests. Each test is
// named for the request that it plays.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "tests/testing/paper_stepping_2014.h"
#include "tests/testing/service/request_case.h"

namespace carom::testing {
namespace {

constexpr double kRadius_m = 0.028575;
constexpr double kExact = 1e-12;

// One event of a log, with the states of its balls.
struct Entry {
  Event event;
  EventStates ball;
  EventStates other;
};

std::vector<Entry> PlayNamed(const std::string& name) {
  const std::string path = CAROM_TEST_DATA_DIR "/../regressions/" + name + ".txtpb";
  const RequestCase played = PlayRequest(ReadRequest(path));
  EXPECT_EQ(played.problem, "");
  EXPECT_EQ(played.shots_played, 1);
  std::vector<Entry> log;
  for (size_t i = 0; i < played.last.events.size(); ++i) {
    log.push_back({played.last.events[i], played.last.event_states[2 * i],
                   played.last.event_states[2 * i + 1]});
  }
  return log;
}

std::vector<Entry> Select(const std::vector<Entry>& log, EventKind kind) {
  std::vector<Entry> selected;
  std::copy_if(log.begin(), log.end(), std::back_inserter(selected),
               [&](const Entry& entry) { return entry.event.kind == kind; });
  return selected;
}

// From `other` to `ball`.
Vec3 LineOfCentres(const Entry& entry) {
  return (entry.ball.before.position - entry.other.before.position).normalized();
}

double ClosingSpeed(const Entry& entry) {
  return -LineOfCentres(entry).dot(entry.ball.before.velocity - entry.other.before.velocity);
}

double PartingSpeed(const Entry& entry) {
  return LineOfCentres(entry).dot(entry.ball.after.velocity - entry.other.after.velocity);
}

// A touch is no event. The ball is on the edge of the slate, a circle at height 0.
TEST(FirstPrinciples, RimTouchedWhileParting) {
  const std::vector<Entry> log = PlayNamed("rim_touched_while_parting");
  ASSERT_FALSE(log.empty());
  ASSERT_EQ(log[0].event.kind, EventKind::kPocketDrop);
  const Vec2 rim_m = log[0].ball.before.position.head<2>();
  int contacts = 0;
  for (const Entry& entry : Select(log, EventKind::kPocketRim)) {
    const Vec3& centre_m = entry.ball.before.position;
    if ((centre_m.head<2>() - rim_m).norm() > 1e-8) break;
    // Right above the edge the normal is vertical.
    EXPECT_LT(entry.ball.before.velocity.z(), 0.0) << "at " << entry.event.time_s << " s";
    ++contacts;
  }
  EXPECT_GE(contacts, 1);
}

TEST(FirstPrinciples, DropsFourTimes) {
  const std::vector<Entry> log = PlayNamed("drops_four_times");
  EXPECT_EQ(Select(log, EventKind::kPocketDrop).size(), 1u);
  EXPECT_TRUE(Select(log, EventKind::kBallSlate).empty());
}

TEST(FirstPrinciples, LidTakesRisingBall) {
  const std::vector<Entry> log = PlayNamed("lid_takes_rising_ball");
  const std::vector<Entry> pocketed = Select(log, EventKind::kBallPocket);
  ASSERT_EQ(pocketed.size(), 1u);
  EXPECT_LE(pocketed[0].ball.before.velocity.z(), 0.0);
}

// The default cushion gives back 0.85 of the speed along its normal.
TEST(FirstPrinciples, PlaneStopsRisingBall) {
  const std::vector<Entry> bounces =
      Select(PlayNamed("plane_stops_rising_ball"), EventKind::kBallCushion);
  ASSERT_FALSE(bounces.empty());
  EXPECT_NEAR(bounces[0].ball.after.velocity.y(), -0.85 * bounces[0].ball.before.velocity.y(),
              kExact);
}

// Without friction the impulse is along the line of centres, and the balls part at e times their
// closing speed.
TEST(FirstPrinciples, SupportedBallPartsLevel) {
  const std::vector<Entry> impacts =
      Select(PlayNamed("supported_ball_parts_level"), EventKind::kBallBall);
  ASSERT_FALSE(impacts.empty());
  const Entry& impact = impacts[0];
  EXPECT_NEAR(PartingSpeed(impact), 0.5 * ClosingSpeed(impact), kExact);
  const Vec3 gained = impact.other.after.velocity - impact.other.before.velocity;
  EXPECT_NEAR(gained.cross(LineOfCentres(impact)).norm(), 0.0, kExact);
}

// Nothing but the other ball acts in the impact. The slate answers with an impact of its own.
TEST(FirstPrinciples, RoundingDropsVerticalSpeed) {
  const std::vector<Entry> log = PlayNamed("rounding_drops_vertical_speed");
  const std::vector<Entry> impacts = Select(log, EventKind::kBallBall);
  ASSERT_FALSE(impacts.empty());
  const double up = impacts[0].ball.after.velocity.z();
  EXPECT_GT(up, 0.1);
  EXPECT_NEAR(impacts[0].other.after.velocity.z(), -up, kExact);
  const std::vector<Entry> slate = Select(log, EventKind::kBallSlate);
  ASSERT_FALSE(slate.empty());
  EXPECT_EQ(slate[0].event.time_s, impacts[0].event.time_s);
  EXPECT_EQ(slate[0].event.ball, impacts[0].event.other);
}

// Two of the three balls that carry it leave at 5 m/s. The third alone does not hold it.
TEST(FirstPrinciples, KnockedSupportHovers) {
  const std::vector<Entry> log = PlayNamed("knocked_support_hovers");
  const std::vector<Entry> released = Select(log, EventKind::kSupportedToAirborne);
  ASSERT_FALSE(released.empty());
  for (const Entry& held : Select(log, EventKind::kAirborneToSupported)) {
    EXPECT_GT(held.event.time_s, released[0].event.time_s + 0.02);
  }
}

// The first three contacts of a pair follow the law.
TEST(FirstPrinciples, TiedCountsAContactThatItDoesNotLog) {
  constexpr double kRestitution = 0.95;
  int contacts = 0;
  for (const Entry& entry :
       Select(PlayNamed("tied_counts_a_contact_that_it_does_not_log"), EventKind::kBallBall)) {
    if (entry.event.ball != 2 || entry.event.other != 8 || ++contacts != 3) continue;
    EXPECT_NEAR(PartingSpeed(entry), kRestitution * ClosingSpeed(entry), kExact);
  }
  EXPECT_GE(contacts, 3);
}

// The slate pushes one of the balls, by no more than friction times the load that the other presses
// it down with. The paper's own stepping says by how much.
TEST(FirstPrinciples, Mathavan2014SlateCone) {
  constexpr double kBallRadius_m = 0.03075;
  constexpr double kFriction = 1.0;
  const std::vector<Entry> impacts =
      Select(PlayNamed("mathavan2014_slate_cone"), EventKind::kBallBall);
  ASSERT_FALSE(impacts.empty());
  const EventStates& a = impacts[0].ball;
  const EventStates& b = impacts[0].other;
  const Vec3 slate = a.after.velocity - a.before.velocity + b.after.velocity - b.before.velocity;
  const Vec3 n = -LineOfCentres(impacts[0]);
  const Vec3 across = n.cross(Vec3::UnitZ());
  // The surface that moves up presses its ball down; the other ball has no friction but this.
  const bool a_pressed = across.dot(a.before.spin + b.before.spin) >= 0.0;
  const EventStates& free = a_pressed ? b : a;
  const double load =
      std::abs(0.4 * kBallRadius_m * across.dot(free.after.spin - free.before.spin));
  EXPECT_LE(slate.norm(), kFriction * load * (1.0 + 1e-6));

  const Mathavan2014 law{0.3, ConstantFriction{kFriction}, kFriction};
  const BallSpec ball{0.21, kBallRadius_m};
  const BallPair exact = PaperStepping(law, {ball, ball, n, kFriction, true}, {a.before, b.before},
                                       1 << 23, SlateSlip::kAtSlate);
  EXPECT_LE((a.after.velocity - exact.a.velocity).norm(), 1e-5);
  EXPECT_LE((b.after.velocity - exact.b.velocity).norm(), 1e-5);
}

}  // namespace
}  // namespace carom::testing
