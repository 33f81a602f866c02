// The edge of a rail at a pocket: its top ends at the circle, and beside the opening the rails
// reach farther round that than the pocket's back does.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/table/catalog.h"
#include "core/table/table_solids.h"
#include "core/table/validate.h"
#include "tests/core/event/rig.h"
#include "tests/testing/pool_ball.h"
#include "tests/testing/shots/invariants.h"

namespace carom {
namespace {

using testing::kRadius_m;
using testing::Rig;

constexpr size_t kCorner = 0;
constexpr size_t kSide = 4;

Rig TableInTheAir() {
  Rig rig;
  rig.table = FindTable("pool_9ft")->table;
  rig.settings.environment.flight = Flight::kOn;
  rig.settings.environment.pocket_model = PocketModel::kDrop;
  rig.detail.samples = true;
  rig.detail.sample_period_s = 5e-4;
  return rig;
}

Vec2 Outwards(const Pocket& pocket, double angle_rad) {
  const Vec2 aside(-pocket.opening.y(), pocket.opening.x());
  return Cos(angle_rad) * pocket.opening + Sin(angle_rad) * aside;
}

// Of the edge in this direction: behind the middle the top of the leaning liner ends the rail.
double EdgeRadius(const Pocket& pocket, const Vec2& offset) {
  return pocket.opening.dot(offset) <= 0.0 ? pocket.TopRadius() : pocket.radius_m;
}

// By how much a ball above the rail's height reaches into the edge of a rail top, m; the part of
// the circle from `least_rad` off the opening on is such an edge.
double DepthInEdge(const Pocket& pocket, double least_rad, const BallState& state) {
  const Vec2 offset = state.position.head<2>() - pocket.centre_m;
  const double from_axis_m = offset.norm();
  const double above_m = state.position.z() - pocket.back_height_m;
  const bool over_edge = pocket.opening.dot(offset) <= Cos(least_rad) * from_axis_m;
  if (!InPlay(state.motion) || above_m < 0.0 || !over_edge) return -1.0;
  return kRadius_m - std::hypot(from_axis_m - EdgeRadius(pocket, offset), above_m);
}

// Plays a ball that starts `inside_m` within the edge (outside: on the rail), touching the rail.
void PlayOverEdge(size_t which, double angle_rad, double inside_m, double inwards_m_s) {
  Rig rig = TableInTheAir();
  const Pocket& pocket = rig.table.pockets[which];
  const Vec2 outwards = Outwards(pocket, angle_rad);
  const Vec2 place = pocket.centre_m + (EdgeRadius(pocket, outwards) - inside_m) * outwards;
  const double over_m = std::max(inside_m, 0.0);
  rig.AddBall(place, -inwards_m_s * outwards);
  BallState& start = rig.shot.start.back();
  start.position.z() =
      pocket.back_height_m + std::sqrt(kRadius_m * kRadius_m - over_m * over_m) + 1e-9;
  start.motion = MotionState::kAirborne;
  const Environment& environment = rig.settings.environment;
  ASSERT_TRUE(ValidatePlacement(rig.table, environment, rig.balls, rig.shot.start).ok());
  const Record record = rig.Play();
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  EXPECT_LT(record.event_count, 5000);
  EXPECT_TRUE(testing::CheckInvariants(rig.MakeScene(), rig.shot, record).by_state_machine);
  const double least_rad = DegreesToRadians(66.0);
  double deepest_m = -1.0;
  for (const BallState& state : record.samples) {
    deepest_m = std::max(deepest_m, DepthInEdge(pocket, least_rad, state));
  }
  EXPECT_LE(deepest_m, 1e-9);
}

class RailEdge : public ::testing::TestWithParam<int> {};

// Without the upper rim there, a ball sank up to 3.3 mm into the rail.
TEST_P(RailEdge, CarriesBallsThatRollOverIt) {
  for (const size_t pocket : {kCorner, kSide}) {
    for (const double speed_m_s : {0.01, 0.1, 0.4}) {
      SCOPED_TRACE(::testing::Message() << "pocket " << pocket << ", " << speed_m_s << " m/s");
      PlayOverEdge(pocket, DegreesToRadians(GetParam()), -0.005, speed_m_s);
    }
  }
}

TEST_P(RailEdge, CarriesBallsThatTipOverIt) {
  for (const size_t pocket : {kCorner, kSide}) {
    for (const double inside_m : {-0.002, 0.0005, 0.003}) {
      SCOPED_TRACE(::testing::Message() << "pocket " << pocket << ", " << inside_m << " m inside");
      PlayOverEdge(pocket, DegreesToRadians(GetParam()), inside_m, 0.0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(DegreesFromTheOpening, RailEdge,
                         ::testing::Values(70, 76, 78, 82, 86, 92, 130, 180, -70, -78, -85));

TEST(RimCosine, EndsWhereTheRailsDo) {
  const Table table = FindTable("pool_9ft")->table;
  const auto cosine = [](const Table& of, size_t pocket) {
    Environment environment;
    environment.flight = Flight::kOn;
    environment.pocket_model = PocketModel::kDrop;
    const TableSolids solids = MakeSolids(of, environment, {BallSpec{}});
    return solids.ForBall(0).Find<HoleSolid>(static_cast<int>(pocket)).rim_cosine();
  };
  EXPECT_NEAR(cosine(table, kCorner), Cos(DegreesToRadians(54.0)), 0.01);
  EXPECT_NEAR(cosine(table, kSide), Cos(DegreesToRadians(60.0)), 0.01);
  Table bare = table;
  bare.rail_tops.clear();
  EXPECT_EQ(cosine(bare, kCorner), 0.0);
}

}  // namespace
}  // namespace carom
