#include "core/table/rack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "core/table/catalog.h"
#include "core/table/validate.h"
#include "tests/testing/pool_ball.h"

namespace carom {
namespace {

using testing::kRadius_m;

const double kSqrt3 = std::sqrt(3.0);

Layout MustMake(const char* rack, const char* table, const RackOptions& options) {
  const TablePreset& preset = *FindTable(table);
  absl::StatusOr<Layout> layout =
      MakeRack(rack, preset.table, *FindBallSet(preset.ball_set), options);
  EXPECT_TRUE(layout.ok()) << layout.status();
  return *std::move(layout);
}

void ExpectAt(const Layout& layout, size_t ball, double x_m, double y_m) {
  EXPECT_NEAR(layout.states[ball].position.x(), x_m, 1e-15) << "ball " << ball;
  EXPECT_NEAR(layout.states[ball].position.y(), y_m, 1e-15) << "ball " << ball;
}

// The ball that stands at a place, or -1.
int BallAt(const Layout& layout, double x_m, double y_m) {
  for (size_t i = 0; i < layout.states.size(); ++i) {
    const Vec3& p = layout.states[i].position;
    if (std::hypot(p.x() - x_m, p.y() - y_m) < 1e-9) return static_cast<int>(i);
  }
  return -1;
}

// Catalogue C-25: apex at (0.635, 0), the two balls behind it.
TEST(MakeRack, SecondRowAsInTheCatalogue) {
  const auto expect_second_row = [](double gap_m, double x_m, double y_m) {
    const Layout layout = MustMake("nine_ball", "pool_9ft", {.gap_m = gap_m});
    EXPECT_EQ(BallAt(layout, 0.635, 0.0), 1);
    ExpectAt(layout, 2, x_m, -y_m);
    ExpectAt(layout, 3, x_m, y_m);
  };
  expect_second_row(0.0, 0.6844933518262807, 0.028575);
  expect_second_row(1e-7, 0.684493438428821, 0.02857505);
  expect_second_row(2.1325735e-4, 0.6846780381089244, 0.028681628675);
}

TEST(MakeRack, CueBallOnTheHeadSpotEverythingAtRestOnTheCloth) {
  for (const char* rack : {"eight_ball", "nine_ball", "ten_ball"}) {
    const Layout layout = MustMake(rack, "pool_9ft", {.seed = 5});
    ExpectAt(layout, 0, -0.635, 0.0);
    EXPECT_EQ(layout.names[0], "cue");
    for (const BallState& state : layout.states) {
      EXPECT_EQ(state.position.z(), kRadius_m);
      EXPECT_EQ(state.velocity, Vec3(0, 0, 0));
      EXPECT_EQ(state.motion, MotionState::kStationary);
    }
  }
}

TEST(MakeRack, EightBallByTheRules) {
  const double d = 2 * kRadius_m + 1e-4;
  std::set<std::string> orders;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const Layout layout = MustMake("eight_ball", "pool_9ft", {.gap_m = 1e-4, .seed = seed});
    ASSERT_EQ(layout.states.size(), 16u);
    EXPECT_EQ(BallAt(layout, 0.635 + d * kSqrt3, 0.0), 8);
    const int right = BallAt(layout, 0.635 + 2 * d * kSqrt3, -2 * d);
    const int left = BallAt(layout, 0.635 + 2 * d * kSqrt3, 2 * d);
    ASSERT_TRUE(right >= 1 && left >= 1);
    EXPECT_NE(right < 8, left < 8) << right << " and " << left;
    orders.insert(std::to_string(right) + "," + std::to_string(left));
  }
  EXPECT_GT(orders.size(), 20u);
}

TEST(MakeRack, NineBallByTheRules) {
  const double d = 2 * kRadius_m + 1e-4;
  std::set<int> tails;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const Layout layout = MustMake("nine_ball", "pool_9ft", {.gap_m = 1e-4, .seed = seed});
    ASSERT_EQ(layout.states.size(), 10u);
    EXPECT_EQ(BallAt(layout, 0.635, 0.0), 1);
    EXPECT_EQ(BallAt(layout, 0.635 + d * kSqrt3, 0.0), 9);
    tails.insert(BallAt(layout, 0.635 + 2 * d * kSqrt3, 0.0));
  }
  EXPECT_EQ(tails, (std::set<int>{2, 3, 4, 5, 6, 7, 8}));
}

TEST(MakeRack, TenBallByTheRules) {
  const double d = 2 * kRadius_m + 1e-4;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Layout layout = MustMake("ten_ball", "pool_9ft", {.gap_m = 1e-4, .seed = seed});
    ASSERT_EQ(layout.states.size(), 11u);
    EXPECT_EQ(BallAt(layout, 0.635, 0.0), 1);
    EXPECT_EQ(BallAt(layout, 0.635 + d * kSqrt3, 0.0), 10);
    EXPECT_GE(BallAt(layout, 0.635 + 1.5 * d * kSqrt3, 1.5 * d), 2);
  }
}

// [WPBSA] distances from the cushions of a full-size table, at x = +-1.7845.
TEST(MakeRack, SnookerSpots) {
  const double r = 0.02619375;
  const Layout layout = MustMake("snooker", "snooker_12ft", {.gap_m = 0.0});
  ASSERT_EQ(layout.states.size(), 22u);
  const double baulk = -1.7845 + 0.737;
  ExpectAt(layout, 16, baulk, -0.292);  // yellow, right of the brown from the baulk end
  ExpectAt(layout, 17, baulk, 0.292);   // green
  ExpectAt(layout, 18, baulk, 0.0);     // brown
  ExpectAt(layout, 19, 0.0, 0.0);       // blue
  ExpectAt(layout, 20, 0.89225, 0.0);   // pink
  ExpectAt(layout, 21, 1.7845 - 0.324, 0.0);
  ExpectAt(layout, 1, 0.89225 + 2 * r, 0.0);  // the apex red touches the pink
  EXPECT_EQ(layout.names[21], "black");
  // In the D: on or behind the baulk line, within 292 mm of its middle.
  const Vec3& cue = layout.states[0].position;
  EXPECT_LE(cue.x(), baulk + 1e-15);
  EXPECT_LE(std::hypot(cue.x() - baulk, cue.y()), 0.292);
}

TEST(MakeRack, ThreeCushionOpening) {
  const Layout layout = MustMake("three_cushion", "carom_10ft", {});
  ASSERT_EQ(layout.states.size(), 3u);
  ExpectAt(layout, 0, -0.71, -0.1825);
  ExpectAt(layout, 1, -0.71, 0.0);
  ExpectAt(layout, 2, 0.71, 0.0);
  bool seen_left = false;
  for (uint64_t seed = 1; seed < 20; ++seed) {
    const Layout other = MustMake("three_cushion", "carom_10ft", {.seed = seed});
    seen_left = seen_left || other.states[0].position.y() > 0.0;
  }
  EXPECT_TRUE(seen_left);
}

double SmallestGap(const Layout& layout) {
  double smallest_m = 1.0;
  for (size_t i = 0; i < layout.states.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const double distance_m = (layout.states[i].position - layout.states[j].position).norm();
      smallest_m =
          std::min(smallest_m, distance_m - layout.balls[i].radius_m - layout.balls[j].radius_m);
    }
  }
  return smallest_m;
}

TEST(MakeRack, GapIsThatOfTheNearestNeighbours) {
  for (const TablePreset& preset : TableCatalog()) {
    for (const std::string& rack : preset.racks) {
      if (rack == "three_cushion") continue;
      const double gap_m =
          SmallestGap(MustMake(rack.c_str(), preset.table.name.c_str(), {.gap_m = 2e-4}));
      EXPECT_NEAR(gap_m, 2e-4, 1e-14) << rack << " on " << preset.table.name;
    }
  }
}

TEST(MakeRack, JitterStaysWithinItsBoundAndNeverOverlaps) {
  const Layout still = MustMake("eight_ball", "pool_9ft", {.gap_m = 1e-3, .seed = 0});
  double farthest_m = 0.0;
  for (int trial = 0; trial < 200; ++trial) {
    const RackOptions options = {.gap_m = 1e-3, .seed = 0, .jitter_m = 0.5e-3};
    RackOptions shuffled = options;
    shuffled.seed = static_cast<uint64_t>(trial);
    EXPECT_GE(SmallestGap(MustMake("eight_ball", "pool_9ft", shuffled)), -1e-15);
  }
  const Layout moved = MustMake("eight_ball", "pool_9ft", {.gap_m = 1e-3, .jitter_m = 0.5e-3});
  EXPECT_EQ(moved.states[0].position, still.states[0].position);
  for (size_t i = 1; i < 16; ++i) {
    const double move_m = (moved.states[i].position - still.states[i].position).norm();
    EXPECT_LE(move_m, 0.5e-3 + 1e-15);
    EXPECT_GT(move_m, 0.0);
    farthest_m = std::max(farthest_m, move_m);
  }
  EXPECT_GT(farthest_m, 0.35e-3);
}

TEST(MakeRack, SameSeedSameBits) {
  const RackOptions options = {.gap_m = 1e-4, .seed = 42, .jitter_m = 5e-5};
  const Layout a = MustMake("ten_ball", "pool_8ft", options);
  const Layout b = MustMake("ten_ball", "pool_8ft", options);
  for (size_t i = 0; i < a.states.size(); ++i) {
    EXPECT_EQ(a.states[i].position, b.states[i].position);
  }
}

TEST(MakeRack, PitchFollowsTheLargestRackedBall) {
  BallSet set = *FindBallSet("pool");
  set.balls[0].radius_m = 0.1;  // a giant cue ball is not racked
  set.balls[5].radius_m = 0.03;
  const Layout layout =
      *MakeRack("nine_ball", FindTable("open")->table, set, {.gap_m = 0.0, .seed = 0});
  EXPECT_NEAR(layout.states[3].position.y() - layout.states[2].position.y(), 0.06, 1e-15);
}

TEST(MakeRack, NamesWhatIsWrong) {
  const Table& table = FindTable("pool_9ft")->table;
  const BallSet& pool = *FindBallSet("pool");
  const auto error = [&](const char* rack, const BallSet& set, const RackOptions& options) {
    return std::string(MakeRack(rack, table, set, options).status().message());
  };
  EXPECT_EQ(error("six_ball", pool, {}),
            "name: \"six_ball\" must be eight_ball, nine_ball, snooker, ten_ball or three_cushion");
  EXPECT_EQ(error("nine_ball", pool, {.gap_m = -1e-4}), "gap_m: -0.0001 must be in [0, 0.01]");
  EXPECT_EQ(error("nine_ball", pool, {.gap_m = 1e-4, .jitter_m = 1e-4}),
            "jitter_m: 0.0001 must be in [0, 5e-05], half the gap");
  EXPECT_EQ(error("snooker", pool, {}), "ball_set: pool must be a set of at least 22 balls");
  EXPECT_EQ(
      MakeRack("snooker", FindTable("open")->table, *FindBallSet("snooker"), {}).status().message(),
      "table.length_m: 0 must be known");
  EXPECT_EQ(RackNames(), (std::vector<std::string>{"eight_ball", "nine_ball", "snooker", "ten_ball",
                                                   "three_cushion"}));
}

}  // namespace
}  // namespace carom
