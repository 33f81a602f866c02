#include "core/models/bearing/ball_bearing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "tests/testing/channels.h"

namespace carom {
namespace {

using testing::FigureOf;

std::size_t Column(const MechanismRecord& record, const Channel& channel) {
  const auto& channels = record.samples.channels;
  const auto found = std::find(channels.begin(), channels.end(), channel);
  EXPECT_NE(found, channels.end()) << channel.body << " " << channel.quantity;
  return static_cast<std::size_t>(found - channels.begin());
}

MechanismRecord Turned(const BallBearing& bearing, const MechanismDetail& detail = {}) {
  MechanismRecord record;
  EXPECT_TRUE(Simulate(bearing, detail, StopToken(), record).ok());
  return record;
}

MechanismDetail SampledEvery(double period_s) {
  MechanismDetail detail;
  detail.sample_period_s = period_s;
  return detail;
}

// Short, since the cage follows within milliseconds.
BallBearing ShortRun(RaceShape races) {
  BallBearing bearing;
  bearing.races = races;
  bearing.duration_s = 0.04;
  return bearing;
}

// catalogue D-23
TEST(BallBearing, MultipliersOfThePapersDimensions) {
  const BearingMultipliers shaft = InnerRaceTurns(8, 7.938, 31.438);
  EXPECT_NEAR(shaft.cage, .373751510910, 1e-10);
  EXPECT_NEAR(shaft.ball_pass_outer, 2.990012087283, 1e-10);
  EXPECT_NEAR(shaft.ball_pass_inner, 5.009987912717, 1e-10);
  EXPECT_NEAR(shaft.ball_spin, 1.853973229227, 1e-10);
  const BearingMultipliers driven = OuterRaceTurns(8, 7.938, 31.438);
  EXPECT_NEAR(driven.cage, .626248489090, 1e-10);
  EXPECT_NEAR(driven.ball_pass_inner, 5.009987912717, 1e-10);
  EXPECT_NEAR(driven.ball_pass_outer, 2.990012087283, 1e-10);
}

// catalogue D-24
TEST(BallBearing, MultipliersOfTheTruePitch) {
  const BearingMultipliers shaft = InnerRaceTurns(8, 0.3125, 1.319);
  EXPECT_NEAR(shaft.cage, .381539044731, 1e-10);
  EXPECT_NEAR(shaft.ball_pass_outer, 3.052312357847, 1e-10);
  EXPECT_NEAR(shaft.ball_pass_inner, 4.947687642153, 1e-10);
  EXPECT_NEAR(shaft.ball_spin, 1.991939044731, 1e-10);
  EXPECT_NEAR(OuterRaceTurns(8, 0.3125, 1.319).cage, .618460955269, 1e-10);
}

// catalogue D-23
TEST(BallBearing, CageFollowsTheOuterRaceWithoutSlip) {
  for (const RaceShape races : {RaceShape::kSpheres, RaceShape::kCylinders}) {
    const MechanismRecord record = Turned(ShortRun(races));
    EXPECT_EQ(record.stop_reason, StopReason::kTimeLimit);
    EXPECT_NEAR(FigureOf(record, "cage_to_outer_speed") / .626248489090, 1.0, 0.01);
    EXPECT_TRUE(record.events.empty());  // all balls stay loaded
    EXPECT_EQ(record.bodies.size(), 10U);
  }
}

TEST(BallBearing, AnotherPitchAnotherCageSpeed) {
  BallBearing bearing = ShortRun(RaceShape::kSpheres);
  bearing.ball_diameter_m = 0.3125 * 0.0254;
  bearing.pitch_diameter_m = 1.319 * 0.0254;
  EXPECT_NEAR(FigureOf(Turned(bearing), "cage_to_outer_speed") / .618460955269, 1.0, 0.005);
}

TEST(BallBearing, TheCageTurnsBackWithTheOuterRace) {
  BallBearing bearing = ShortRun(RaceShape::kSpheres);
  bearing.outer_speed_rad_s = -bearing.outer_speed_rad_s;
  EXPECT_NEAR(FigureOf(Turned(bearing), "cage_to_outer_speed") / .626248489090, 1.0, 0.01);
}

TEST(BallBearing, ShouldersCarryTheAxialLoad) {
  BallBearing bearing = ShortRun(RaceShape::kCylinders);
  bearing.axial_load_N = 20.0;
  const MechanismRecord record = Turned(bearing);
  EXPECT_NEAR(FigureOf(record, "cage_to_outer_speed") / .626248489090, 1.0, 0.01);
  EXPECT_NEAR(FigureOf(record, "greatest_axial_force_N"), 20.0 / 8.0, 0.25);
}

TEST(BallBearing, ItsEnergyBalances) {
  for (const RaceShape races : {RaceShape::kSpheres, RaceShape::kCylinders}) {
    BallBearing bearing = ShortRun(races);
    bearing.duration_s = 0.02;
    if (races == RaceShape::kCylinders) bearing.axial_load_N = 20.0;
    // Of 1.8 kJ in the drive.
    EXPECT_LT(FigureOf(Turned(bearing), "greatest_balance_residual_J"), 1e-5);
  }
}

// In the upper half of its way a ball carries what presses the outer race down.
TEST(BallBearing, TheRadialLoadRunsThroughTheUpperBalls) {
  BallBearing bearing = ShortRun(RaceShape::kSpheres);
  const MechanismRecord record = Turned(bearing, SampledEvery(1e-4));
  const std::size_t y = Column(record, {"ball_1", "position_y_m"});
  const std::size_t force = Column(record, {"ball_1", "force_of_outer_race_N"});
  double above = 0.0;
  double below = std::numeric_limits<double>::infinity();
  for (int i = 100; i < static_cast<int>(record.samples.times_s.size()); ++i) {
    const auto row = record.samples.Row(i);
    if (row[y] > 0.0) above = std::max(above, row[force]);
    if (row[y] < 0.0) below = std::min(below, row[force]);
  }
  EXPECT_GT(above, 1.5 * below);
  EXPECT_GT(below, 0.0);
}

TEST(BallBearing, SamplesDoNotChangeTheRun) {
  BallBearing bearing = ShortRun(RaceShape::kCylinders);
  bearing.duration_s = 0.005;
  const MechanismRecord plain = Turned(bearing);
  const MechanismRecord sampled = Turned(bearing, SampledEvery(1e-4));
  EXPECT_EQ(plain.hash, sampled.hash);
  EXPECT_EQ(sampled.samples.times_s.size(), 51U);
}

TEST(BallBearing, RefusesWhatCannotBe) {
  const auto message = [](const auto& change) {
    BallBearing bearing;
    change(bearing);
    return std::string(Validate(bearing, MechanismDetail()).message());
  };
  EXPECT_EQ(message([](BallBearing&) {}), "");
  EXPECT_EQ(message([](BallBearing& b) { b.ball_count = 2; }), "ball_count: 2 must be in [3, 30]");
  EXPECT_EQ(message([](BallBearing& b) { b.ball_count = 13; }),
            "pitch_diameter_m: 0.031438 must be large enough for the balls");
  EXPECT_EQ(message([](BallBearing& b) { b.axial_load_N = 1.0; }),
            "axial_load_N: 1 must be 0 between spheres, which cannot carry it");
  EXPECT_EQ(message([](BallBearing& b) { b.material.poisson = 0.7; }),
            "material.poisson: 0.7 must be in (-1, 0.5]");
  EXPECT_EQ(message([](BallBearing& b) { b.normal = FloresLaw{{.restitution = 0.0}}; }),
            "normal.flores.restitution: 0 must be in (0, 1]");
  EXPECT_EQ(message([](BallBearing& b) { b.friction = Threlfall{.friction = -1.0}; }),
            "friction.threlfall.friction: -1 must be in [0, 10]");
  EXPECT_EQ(message([](BallBearing& b) { b.cage_damping_N_s_m = -1.0; }),
            "cage_damping_N_s_m: -1 must be in [0, 1e+06]");
  EXPECT_NE(message([](BallBearing& b) { b.drive_inertia_kg_m2 = std::nan(""); }), "");
}

TEST(BallBearing, ARunThatNeedsTooMuchIsCutOff) {
  BallBearing bearing = ShortRun(RaceShape::kSpheres);
  bearing.integration.max_evaluations = 1000;
  const MechanismRecord record = Turned(bearing);
  EXPECT_EQ(record.stop_reason, StopReason::kEvaluationLimit);
  EXPECT_LT(record.end_time_s, bearing.duration_s);
}

// Without interference and load all balls touch both races by nothing at all, which rounding alone
// would make and break contacts of for ever.
TEST(BallBearing, ContactsOfNoDepthDoNotStall) {
  BallBearing bearing;
  bearing.interference_m = 0.0;
  bearing.radial_load_N = 0.0;
  bearing.duration_s = 0.01;
  bearing.integration.max_evaluations = 1'000'000;
  const MechanismRecord record = Turned(bearing);
  EXPECT_EQ(record.stop_reason, StopReason::kTimeLimit);
  EXPECT_EQ(record.end_time_s, bearing.duration_s);
}

}  // namespace
}  // namespace carom
