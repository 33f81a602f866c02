// A ball that the cloth's friction presses against rails: contacts that would accumulate in time.

#include <gtest/gtest.h>

#include <vector>

#include "tests/core/event/rig.h"

namespace carom {
namespace {

using testing::AddBox;
using testing::ExpectEnergyNeverGrows;
using testing::kHop_s;
using testing::kNoseReach_m;
using testing::Rig;

constexpr double kRail_m = 0.5 - kNoseReach_m;  // where the centre touches

// How long the cloth takes to use up a spin on the spot.
double PressedFor(double spin_rad_s) { return spin_rad_s * 0.028575 / (2.5 * 0.2 * 9.81); }

// The rule's fastest separation is w = (7/5) mu_s g hop / 2. When the follow is gone, a ball that
// leaves the rail with it slides 12/49 w^2 / (mu_s g) and rolls (5/7 w)^2 / (2 mu_r g): 0.5 mm at
// 10 ms.
double RollOff(double hop_s) {
  const double separation = 0.7 * 0.2 * 9.81 * hop_s;
  return separation * separation * (12.0 / 49.0 / (0.2 * 9.81) + 25.0 / 98.0 / (0.01 * 9.81));
}

std::vector<CushionLaw> Laws() {
  return {RestitutionCushion{0.0}, RestitutionCushion{0.85},
          RestitutionCushion{1.0}, Han2005{},
          Han2005{0.85, 0.0},      Mathavan2010{}};
}

void ExpectSoberEnd(const Rig& rig, const Record& record, double spin_rad_s) {
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  EXPECT_LT(record.event_count, 2.0 * PressedFor(spin_rad_s) / kHop_s + 50.0);
  ExpectEnergyNeverGrows(rig, record);
}

class Pressed : public ::testing::TestWithParam<int> {
 protected:
  CushionLaw Law() const { return Laws()[static_cast<size_t>(GetParam())]; }
};

TEST_P(Pressed, ByFollowFromRest) {
  for (const double spin : {1.0, 10.0, 100.0, 300.0}) {
    Rig rig;
    rig.settings.laws.cushion = Law();
    rig.AddNose({0.5, -1.0}, {0.5, 1.0});
    rig.AddBall({kRail_m, 0.0}, Vec2::Zero(), {0.0, spin, 0.0});
    const Record record = rig.Play();
    ExpectSoberEnd(rig, record, spin);
    EXPECT_NEAR(record.final_states[0].position.x(), kRail_m, RollOff(kHop_s)) << spin;
    EXPECT_EQ(record.final_states[0].position.y(), 0.0);
  }
}

TEST_P(Pressed, ByFollowWithSideAndSpeedAlongTheRail) {
  for (const double along : {0.0, 0.05, 1.0}) {
    Rig rig;
    rig.settings.laws.cushion = Law();
    rig.AddNose({0.5, -5.0}, {0.5, 20.0});
    rig.AddBall({kRail_m, 0.0}, {0.0, along}, {-20.0, 100.0, 30.0});
    const Record record = rig.Play();
    ExpectSoberEnd(rig, record, 100.0 + 100.0 * along);
    EXPECT_LE(record.final_states[0].position.x(), kRail_m + 1e-9);
  }
}

TEST_P(Pressed, IntoACorner) {
  Rig rig;
  rig.settings.laws.cushion = Law();
  AddBox(0.5, 0.5, rig);
  rig.AddBall({kRail_m, kRail_m}, Vec2::Zero(), {-60.0, 80.0, 10.0});
  const Record record = rig.Play();
  ExpectSoberEnd(rig, record, 2.0 * 100.0);
  EXPECT_LE(record.final_states[0].position.x(), kRail_m + 1e-9);
  EXPECT_LE(record.final_states[0].position.y(), kRail_m + 1e-9);
}

TEST_P(Pressed, AgainstAJaw) {
  Rig rig;
  rig.settings.laws.cushion = Law();
  rig.table.jaws.push_back({{0.5, 0.0}, 0.02, 0.036576});
  rig.AddBall({0.5 - 0.02 - kNoseReach_m, 0.0}, Vec2::Zero(), {0.0, 100.0, 0.0});
  const Record record = rig.Play();
  ExpectSoberEnd(rig, record, 100.0);
  EXPECT_EQ(record.final_states[0].position.y(), 0.0);
}

TEST_P(Pressed, BetweenTheRailAndAnotherBall) {
  Rig rig;
  rig.settings.laws.cushion = Law();
  rig.AddNose({0.5, -1.0}, {0.5, 1.0});
  rig.AddBall({kRail_m, 0.0}, Vec2::Zero(), {0.0, 50.0, 0.0});
  rig.AddBall({kRail_m - 0.05715, 0.0}, Vec2::Zero(), {0.0, 100.0, 0.0});
  const Record record = rig.Play();
  ExpectSoberEnd(rig, record, 4.0 * 100.0);
  const Vec3 apart = record.final_states[0].position - record.final_states[1].position;
  EXPECT_GE(apart.norm(), 0.05715 - 1e-9);
  EXPECT_LE(record.final_states[0].position.x(), kRail_m + 1e-9);
}

// A fast follow shot: bounces, comes back, and ends near the rail after ever smaller bounces.
TEST_P(Pressed, AfterBouncesOfItsOwn) {
  Rig rig;
  rig.settings.laws.cushion = Law();
  rig.AddNose({0.5, -1.0}, {0.5, 1.0});
  rig.AddBall({0.0, 0.0}, {1.0, 0.0}, {0.0, 250.0, 0.0});
  const Record record = rig.Play();
  ExpectSoberEnd(rig, record, 250.0);
  EXPECT_LE(record.final_states[0].position.x(), kRail_m + 1e-9);
}

INSTANTIATE_TEST_SUITE_P(EveryLaw, Pressed, ::testing::Range(0, 6));

// The hop is a parameter: the shorter, the nearer the ball stays to the rail.
TEST(PressedHop, ShorterHopsMoreContacts) {
  int contacts_before = 0;
  for (const double hop_s : {0.02, 0.01, 0.005}) {
    Rig rig;
    rig.settings.environment.rest_hop_s = hop_s;
    rig.AddNose({0.5, -1.0}, {0.5, 1.0});
    rig.AddBall({kRail_m, 0.0}, Vec2::Zero(), {0.0, 100.0, 0.0});
    const Record record = rig.Play();
    EXPECT_GT(record.presses[0].contacts, contacts_before);
    contacts_before = record.presses[0].contacts;
    // However many hops: one cushion was hit, once.
    EXPECT_EQ(record.outcome.cushions_total, 1);
    EXPECT_NEAR(record.final_states[0].position.x(), kRail_m, RollOff(hop_s));
  }
}

}  // namespace
}  // namespace carom
