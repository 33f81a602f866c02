// Rail tops, jaws and pocket circles of every preset cover what lies behind the noses, each place
// once, and nothing of what lies before them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/solid/plane_geometry.h"
#include "core/table/catalog.h"
#include "core/table/validate.h"
#include "tests/core/table/flood.h"

namespace carom {
namespace {

class RailTops : public ::testing::TestWithParam<std::string> {
 protected:
  const Table& table_ = FindTable(GetParam())->table;

  int PlatesAt(const Vec2& point_m) const {
    return static_cast<int>(
        std::count_if(table_.rail_tops.begin(), table_.rail_tops.end(),
                      [&](const RailTop& top) { return InsidePolygon(point_m, top.corners_m); }));
  }

  bool OnJawOrPocket(const Vec2& point_m) const {
    const auto holds = [&](const auto& disc) {
      return (point_m - disc.centre_m).norm() <= disc.radius_m + 1e-9;
    };
    return std::any_of(table_.jaws.begin(), table_.jaws.end(), holds) ||
           std::any_of(table_.pockets.begin(), table_.pockets.end(), holds);
  }

  // The same table with noses that a marble of 1.5 mm meets at its equator.
  static constexpr double kMarble_m = 0.0015;
  Table WithLowNoses() const {
    Table low = table_;
    for (Nose& nose : low.noses) nose.start_height_m = kMarble_m;
    for (Jaw& jaw : low.jaws) jaw.height_m = kMarble_m;
    return low;
  }
};

// A marble rolls from the middle of the table as far as the noses let it: wherever it gets there is
// no plate, and wherever it does not there is one.
TEST_P(RailTops, CoverWhatAMarbleCannotReach) {
  const Table low = WithLowNoses();
  constexpr double kCell_m = 0.002;
  const Flood flood(low, {.ball_radius_m = kMarble_m, .cell_m = kCell_m});
  ASSERT_FALSE(flood.Leaked());
  int before = 0;
  int behind = 0;
  for (int row = 0; row < flood.rows(); ++row) {
    for (int column = 0; column < flood.columns(); ++column) {
      // A little off the grid, which the seams between plates may follow.
      const Vec2 point = flood.Centre(column, row) + Vec2(1e-5, 2e-5);
      const int plates = PlatesAt(point);
      ASSERT_LE(plates, 1) << point.transpose();
      if (flood.Reached(column, row)) {
        ASSERT_EQ(plates, 0) << point.transpose();
        ++before;
      } else if (flood.Clearance(point) > 2.0 * kCell_m) {  // not a cranny before the noses
        ASSERT_EQ(plates, 1) << point.transpose();
        ++behind;
      }
    }
  }
  EXPECT_GT(before, 100000);
  EXPECT_GT(behind, 10000);
}

// Closer to the noses than the marble's radius: a tenth of a micrometre to both sides.
TEST_P(RailTops, BeginAtTheNoses) {
  constexpr double kStep_m = 1e-7;
  int seen = 0;
  for (const Nose& nose : table_.noses) {
    const Vec2 along = (nose.end_m - nose.start_m).normalized();
    const Vec2 across(-along.y(), along.x());
    for (const double part : {1e-6, 0.01, 0.3, 0.5, 0.7, 0.99, 1.0 - 1e-6}) {
      const Vec2 point = nose.start_m + part * (nose.end_m - nose.start_m);
      const Vec2 sides[] = {point + kStep_m * across, point - kStep_m * across};
      if (OnJawOrPocket(sides[0]) || OnJawOrPocket(sides[1])) continue;
      EXPECT_EQ(PlatesAt(sides[0]) + PlatesAt(sides[1]), 1) << point.transpose();
      ++seen;
    }
  }
  EXPECT_GE(seen, table_.pockets.empty() ? 28 : 30);
}

TEST_P(RailTops, AreAsHighAsTheNoses) {
  ASSERT_EQ(table_.rail_tops.size(), table_.pockets.empty() ? 4u : 6u);
  for (const RailTop& top : table_.rail_tops) {
    EXPECT_EQ(top.height_m, table_.noses[0].start_height_m);
  }
}

TEST_P(RailTops, PocketsOpenTowardsTheTable) {
  for (const Pocket& pocket : table_.pockets) {
    EXPECT_NEAR(pocket.opening.norm(), 1.0, 1e-15) << pocket.name;
    EXPECT_EQ(pocket.back_height_m, table_.noses[0].start_height_m);
    // 15 degrees: tan is 2 - sqrt(3).
    EXPECT_NEAR(pocket.overhang_m, (2.0 - std::sqrt(3.0)) * pocket.back_height_m, 1e-15);
    const bool side = pocket.name.find("side") != std::string::npos;
    // Along the diagonal, or straight across; and away from the pocket's own corner or side.
    EXPECT_NEAR(std::fabs(pocket.opening.x()), side ? 0.0 : std::sqrt(0.5), 1e-15) << pocket.name;
    EXPECT_LE(pocket.opening.x() * pocket.centre_m.x(), 0.0) << pocket.name;
    EXPECT_LT(pocket.opening.y() * pocket.centre_m.y(), 0.0) << pocket.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, RailTops,
                         ::testing::Values("carom_10ft", "pool_7ft", "pool_8ft", "pool_9ft",
                                           "pool_9ft_prisms", "snooker_12ft"),
                         [](const auto& preset) { return preset.param; });

TEST(OpenTable, HasNoRails) { EXPECT_TRUE(FindTable("open")->table.rail_tops.empty()); }

}  // namespace
}  // namespace carom
