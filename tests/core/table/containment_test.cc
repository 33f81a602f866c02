// No ball gets past the cushions of a preset but into a pocket, and ValidatePlacement accepts
// exactly the places that a ball can reach.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/table/catalog.h"
#include "core/table/validate.h"
#include "tests/core/table/flood.h"

namespace carom {
namespace {

class Containment : public ::testing::TestWithParam<std::string> {
 protected:
  const TablePreset& preset_ = *FindTable(GetParam());
  const BallSpec ball_ = FindBallSet(preset_.ball_set)->balls[0];

  bool Leaks(const Table& table, double cell_m) const {
    // Obstacles smaller by more than half a cell's diagonal: a proof for continuous paths.
    const Flood::Options options = {
        .ball_radius_m = ball_.radius_m, .cell_m = cell_m, .shrink_m = 0.75 * cell_m};
    return Flood(table, options).Leaked();
  }
};

TEST_P(Containment, NoPathLeadsToTheOutline) { EXPECT_FALSE(Leaks(preset_.table, 0.005)); }

// The flood does find a leak where there is one.
TEST_P(Containment, EveryStraightNoseIsNeeded) {
  const size_t straight_noses = preset_.table.pockets.empty() ? 4 : 6;
  for (size_t i = 0; i < straight_noses; ++i) {
    Table table = preset_.table;
    table.noses.erase(table.noses.begin() + static_cast<ptrdiff_t>(i));
    EXPECT_TRUE(Leaks(table, 0.01)) << "without nose " << i;
  }
}

TEST_P(Containment, EveryPocketIsNeeded) {
  for (size_t i = 0; i < preset_.table.pockets.size(); ++i) {
    Table table = preset_.table;
    table.pockets.erase(table.pockets.begin() + static_cast<ptrdiff_t>(i));
    EXPECT_TRUE(Leaks(table, 0.01)) << "without pocket " << i;
  }
}

// With flight and without: rail tops take the place of what is behind a cushion.
TEST_P(Containment, PlacementIsValidWhereABallCanGet) {
  Environment in_flight;
  in_flight.flight = Flight::kOn;
  Environment with_holes = in_flight;
  with_holes.pocket_model = PocketModel::kDrop;
  const Flood flood(preset_.table, {.ball_radius_m = ball_.radius_m, .cell_m = 0.008});
  std::vector<std::pair<Environment, TableSolids>> ways;
  for (const Environment& environment : {Environment(), in_flight, with_holes}) {
    ways.emplace_back(environment, MakeSolids(preset_.table, environment, {ball_}));
  }
  int reached = 0;
  for (int row = 0; row < flood.rows(); ++row) {
    for (int column = 0; column < flood.columns(); ++column) {
      const Vec2 centre = flood.Centre(column, row);
      BallState state;
      state.position = Vec3(centre.x(), centre.y(), ball_.radius_m);
      for (const auto& [environment, solids] : ways) {
        // Over a hole a ball falls, wherever the walls let it.
        const bool falls = environment.pocket_model == PocketModel::kDrop;
        if (falls && IsOverOne(preset_.table.pockets, centre)) continue;
        const absl::Status status =
            ValidatePlacement(preset_.table, environment, solids, {ball_}, {state});
        ASSERT_EQ(status.ok(), flood.Reached(column, row)) << centre.transpose() << ": " << status;
      }
      if (flood.Reached(column, row)) ++reached;
    }
  }
  // The playing surface less the strip along the noses, in cells.
  EXPECT_GT(reached * 0.008 * 0.008, 0.9 * (preset_.table.length_m - 2.0 * ball_.radius_m) *
                                         (preset_.table.width_m - 2.0 * ball_.radius_m));
}

INSTANTIATE_TEST_SUITE_P(Presets, Containment,
                         ::testing::Values("carom_10ft", "pool_7ft", "pool_8ft", "pool_9ft",
                                           "pool_9ft_prisms", "snooker_12ft"),
                         [](const auto& preset) { return preset.param; });

}  // namespace
}  // namespace carom
