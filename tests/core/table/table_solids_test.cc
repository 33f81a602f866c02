#include "core/table/table_solids.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "core/table/catalog.h"

namespace carom {
namespace {

constexpr double kRounding_m = 1e-15;

Table OneOfEach() {
  Table table;
  table.noses.push_back({{1.0, -0.5}, {1.0, 1.5}, 0.036576});
  table.jaws.push_back({{0.5, 0.5}, 0.02, 0.036576});
  table.pockets.push_back({{-1.0, 0.0}, 0.06, "p"});
  table.bed_outline_m = {{-2.0, -2.0}, {2.0, -2.0}, {0.0, 2.0}};
  return table;
}

TableSolids Make(NoseContact contact, const std::vector<BallSpec>& balls = {BallSpec{}}) {
  Environment environment;
  environment.nose_contact = contact;
  return MakeSolids(OneOfEach(), environment, balls);
}

// catalogue E-16: sqrt(R^2 - (h - R)^2) = 0.027432 for the line, R for the plane.
TEST(TableSolids, GrowByTheContactDistance) {
  const TableSolids line = Make(NoseContact::kLine);
  EXPECT_NEAR(line.ForBall(0).Find<NoseSolid>(0).edge().reach_m, 0.027432, kRounding_m);
  EXPECT_NEAR(line.ForBall(0).Find<JawSolid>(0).reach_m(), 0.047432, kRounding_m);
  const TableSolids plane = Make(NoseContact::kPlane);
  EXPECT_EQ(plane.ForBall(0).Find<NoseSolid>(0).edge().reach_m, BallSpec{}.radius_m);
  EXPECT_EQ(plane.ForBall(0).Find<JawSolid>(0).reach_m(), 0.02 + BallSpec{}.radius_m);
}

// A ball drops, or leaves, when its centre crosses: these do not grow.
TEST(TableSolids, PocketsAndOutlineDoNotGrow) {
  const TableSolids solids = Make(NoseContact::kLine);
  const auto& sensors = solids.ForBall(0).sensors.items;
  ASSERT_EQ(sensors.size(), 4u);
  EXPECT_EQ(std::get<PocketMouth>(sensors[0].shape).circle().radius_m, 0.06);
  for (size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(std::get<OutlineEdge>(sensors[i].shape).edge().reach_m, 0.0);
    EXPECT_EQ(sensors[i].index, static_cast<int16_t>(i - 1));
  }
  EXPECT_EQ(std::get<OutlineEdge>(sensors[3].shape).edge().end_m(), Vec2(-2.0, -2.0));  // closed
}

TEST(TableSolids, OneSetForEachRadius) {
  const TableSolids solids = Make(NoseContact::kPlane, {{0.17, 0.028}, {0.2, 0.03}, {0.1, 0.028}});
  EXPECT_EQ(solids.sets.size(), 2u);
  EXPECT_EQ(&solids.ForBall(0), &solids.ForBall(2));
  EXPECT_EQ(solids.ForBall(1).Find<NoseSolid>(0).edge().reach_m, 0.03);
}

TEST(TableSolids, EdgeAxesAreRightHanded) {
  const StraightEdge nose = MakeEdge({1.0, -0.5}, {1.0, 1.5}, 0.0);
  EXPECT_EQ(nose.length_m, 2.0);
  EXPECT_EQ(nose.along, Vec2(0.0, 1.0));
  EXPECT_EQ(nose.normal, Vec2(-1.0, 0.0));
  EXPECT_EQ(nose.end_m(), Vec2(1.0, 1.5));
}

// A pocket that is hardly wider than a ball is no hole for it.
TEST(TableSolids, HolesAreForBallsThatFit) {
  Environment environment;
  environment.flight = Flight::kOn;
  environment.pocket_model = PocketModel::kDrop;
  const TableSolids solids = MakeSolids(OneOfEach(), environment, {{0.17, 0.028}, {0.17, 0.059}});
  EXPECT_EQ(solids.ForBall(0).Find<HoleSolid>(0).circle().radius_m, 0.06);
  EXPECT_TRUE(std::holds_alternative<DropEdge>(solids.ForBall(0).sensors.items[0].shape));
  EXPECT_TRUE(std::holds_alternative<PocketMouth>(solids.ForBall(1).sensors.items[0].shape));
}

// Side pockets stand a little way in from the noses beside them. The open rectangle gives way by
// that much, not by a half of the table.
TEST(TableSolids, TheOpenRectangleReachesFromCushionToCushion) {
  for (const char* const name : {"pool_9ft", "pool_7ft", "snooker_12ft", "carom_10ft"}) {
    const Table& table = FindTable(name)->table;
    for (const Flight flight : {Flight::kOff, Flight::kOn}) {
      Environment environment;
      environment.flight = flight;
      environment.pocket_model = PocketModel::kCircle;
      const TableSolids solids = MakeSolids(table, environment, {BallSpec{}});
      const Box& open = solids.ForBall(0).open;
      const double lost_m = 0.1;  // Of the reach of a contact and of what pockets take, twice.
      EXPECT_GT(open.x_high - open.x_low, table.length_m - 2.0 * lost_m) << name;
      EXPECT_GT(open.y_high - open.y_low, table.width_m - 2.0 * lost_m) << name;
      EXPECT_EQ(solids.ForBall(0).free.x_low, open.x_low) << name;
    }
  }
}

// Nothing sensors it on a table without bodies, and a bed somewhere else has no free place in it.
TEST(TableSolids, NoPlaceIsFreeBesideTheBed) {
  Table table;
  EXPECT_GT(MakeSolids(table, {}, {BallSpec{}}).ForBall(0).free.x_high, 1e3);
  table.bed_outline_m = {{2.0, 2.0}, {3.0, 2.0}, {3.0, 3.0}};
  const TableSolids solids = MakeSolids(table, {}, {BallSpec{}});
  EXPECT_TRUE(solids.ForBall(0).open.Holds({0.0, 0.0}));
  EXPECT_FALSE(solids.ForBall(0).free.Holds({0.0, 0.0}));
}

}  // namespace
}  // namespace carom
