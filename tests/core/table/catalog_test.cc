#include "core/table/catalog.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/table/rack.h"
#include "core/table/validate.h"

namespace carom {
namespace {

// The same table from an independent simulator, as plain numbers in its own frame: origin in a
// corner, x across, y along the table.
Table ReadPeerTable(const std::string& name, double length_m, double width_m) {
  const auto to_world = [&](double across_m, double along_m) {
    return Vec2(along_m - 0.5 * length_m, 0.5 * width_m - across_m);
  };
  Table table;
  std::ifstream file(CAROM_TEST_DATA_DIR "/peer_tables.csv");
  std::string line;
  while (std::getline(file, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream fields(line);
    std::string table_name, kind;
    double x1 = 0, y1 = 0, x2 = 0, y2 = 0, radius = 0, height = 0;
    fields >> table_name >> kind >> x1 >> y1 >> x2 >> y2 >> radius >> height;
    if (table_name != name) continue;
    const Vec2 first = to_world(x1, y1);
    if (kind == "nose") table.noses.push_back({first, to_world(x2, y2), height});
    if (kind == "jaw") table.jaws.push_back({first, radius, height});
    if (kind == "pocket") table.pockets.push_back({first, radius, ""});
  }
  return table;
}

constexpr double kTolerance_m = 1e-12;

bool Same(const Vec2& a, const Vec2& b) { return (a - b).norm() <= kTolerance_m; }
bool Same(double a, double b) { return std::fabs(a - b) <= kTolerance_m; }

bool Same(const Nose& a, const Nose& b) {
  const bool forwards = Same(a.start_m, b.start_m) && Same(a.end_m, b.end_m);
  const bool backwards = Same(a.start_m, b.end_m) && Same(a.end_m, b.start_m);
  return (forwards || backwards) && Same(a.start_height_m, b.start_height_m);
}
bool Same(const Jaw& a, const Jaw& b) {
  return Same(a.centre_m, b.centre_m) && Same(a.radius_m, b.radius_m) &&
         Same(a.height_m, b.height_m);
}
bool Same(const Pocket& a, const Pocket& b) {
  return Same(a.centre_m, b.centre_m) && Same(a.radius_m, b.radius_m);
}

template <typename Feature>
void ExpectSameFeatures(const std::vector<Feature>& ours, const std::vector<Feature>& theirs) {
  ASSERT_EQ(ours.size(), theirs.size());
  for (size_t i = 0; i < theirs.size(); ++i) {
    const auto same = [&](const Feature& feature) { return Same(feature, theirs[i]); };
    EXPECT_EQ(std::count_if(ours.begin(), ours.end(), same), 1) << "feature " << i;
  }
}

void ExpectSameAsPeer(const char* name, const char* peer_name, size_t noses) {
  const Table& ours = FindTable(name)->table;
  const Table theirs = ReadPeerTable(peer_name, ours.length_m, ours.width_m);
  ASSERT_EQ(theirs.noses.size(), noses);
  ExpectSameFeatures(ours.noses, theirs.noses);
  ExpectSameFeatures(ours.jaws, theirs.jaws);
  ExpectSameFeatures(ours.pockets, theirs.pockets);
}

TEST(TableCatalog, Pool7ftIsThePeers) { ExpectSameAsPeer("pool_7ft", "seven_foot_showood", 18); }
TEST(TableCatalog, SnookerIsThePeers) { ExpectSameAsPeer("snooker_12ft", "snooker_generic", 18); }
TEST(TableCatalog, CaromIsThePeers) { ExpectSameAsPeer("carom_10ft", "billiard", 4); }

TEST(TableCatalog, NamesInOrderAndFound) {
  std::vector<std::string> names;
  for (const TablePreset& preset : TableCatalog()) {
    names.push_back(preset.table.name);
    EXPECT_EQ(FindTable(preset.table.name), &preset);
    EXPECT_FALSE(preset.description.empty());
  }
  EXPECT_EQ(names, (std::vector<std::string>{"carom_10ft", "open", "pool_7ft", "pool_8ft",
                                             "pool_9ft", "pool_9ft_prisms", "snooker_12ft"}));
  EXPECT_EQ(FindTable("pool_10ft"), nullptr);
}

TEST(TableCatalog, SizesBetweenNoses) {
  const auto expect_size = [](const char* name, double length_m, double width_m) {
    EXPECT_DOUBLE_EQ(FindTable(name)->table.length_m, length_m);
    EXPECT_DOUBLE_EQ(FindTable(name)->table.width_m, width_m);
  };
  expect_size("pool_7ft", 1.9812, 0.9906);
  expect_size("pool_8ft", 2.2352, 1.1176);
  expect_size("pool_9ft", 2.54, 1.27);
  expect_size("snooker_12ft", 3.569, 1.778);
  expect_size("carom_10ft", 2.84, 1.42);
}

// Where the lines through two noses cross.
Vec2 Crossing(const Nose& a, const Nose& b) {
  const Vec2 u = a.end_m - a.start_m;
  const Vec2 v = b.end_m - b.start_m;
  const Vec2 w = b.start_m - a.start_m;
  const double s = (w.x() * v.y() - w.y() * v.x()) / (u.x() * v.y() - u.y() * v.x());
  return a.start_m + s * u;
}

double AngleBetween_deg(const Nose& a, const Nose& b) {
  const Vec2 u = (a.end_m - a.start_m).normalized();
  const Vec2 v = (b.end_m - b.start_m).normalized();
  return std::acos(std::fabs(u.dot(v))) * 180.0 / M_PI;
}

class WpaTable : public ::testing::TestWithParam<const char*> {
 protected:
  const Table& table_ = FindTable(GetParam())->table;
};

TEST_P(WpaTable, NoseHeightIsWithin62To64PercentOfTheBall) {
  for (const Nose& nose : table_.noses) {
    EXPECT_GE(nose.start_height_m, 0.625 * 0.05715);
    EXPECT_LE(nose.start_height_m, 0.645 * 0.05715);
  }
}

// Measured from the finished geometry: mouth between the crossings of nose lines and facings.
TEST_P(WpaTable, CornerMouthAndAngle) {
  const Nose& end = table_.noses[1];             // head
  const Nose& side = table_.noses[2];            // left, head part
  const Nose& facing_at_side = table_.noses[6];  // head left corner
  const Nose& facing_at_end = table_.noses[7];
  const double mouth_m = (Crossing(side, facing_at_side) - Crossing(end, facing_at_end)).norm();
  EXPECT_GE(mouth_m, 0.114);
  EXPECT_LE(mouth_m, 0.117);
  EXPECT_NEAR(180.0 - AngleBetween_deg(side, facing_at_side), 142.0, 1.0);
  EXPECT_NEAR(180.0 - AngleBetween_deg(end, facing_at_end), 142.0, 1.0);
}

TEST_P(WpaTable, SideMouthAndAngle) {
  const Nose& head_part = table_.noses[2];
  const Nose& foot_part = table_.noses[3];
  const Nose& facing_at_head = table_.noses[14];
  const Nose& facing_at_foot = table_.noses[15];
  const double mouth_m =
      (Crossing(head_part, facing_at_head) - Crossing(foot_part, facing_at_foot)).norm();
  EXPECT_GE(mouth_m, 0.127);
  EXPECT_LE(mouth_m, 0.130);
  EXPECT_NEAR(180.0 - AngleBetween_deg(head_part, facing_at_head), 104.0, 1.0);
}

INSTANTIATE_TEST_SUITE_P(Presets, WpaTable,
                         ::testing::Values("pool_8ft", "pool_9ft", "pool_9ft_prisms"),
                         [](const auto& preset) { return std::string(preset.param); });

TEST(TableCatalog, PocketNamesSayWhereTheyAre) {
  for (const char* name : {"pool_7ft", "pool_8ft", "pool_9ft", "pool_9ft_prisms", "snooker_12ft"}) {
    const std::vector<Pocket>& pockets = FindTable(name)->table.pockets;
    ASSERT_EQ(pockets.size(), 6u);
    for (const Pocket& pocket : pockets) {
      const bool left = pocket.name.find("left") != std::string::npos;
      const bool head = pocket.name.find("head") == 0;
      const bool foot = pocket.name.find("foot") == 0;
      EXPECT_EQ(pocket.centre_m.y() > 0.0, left) << pocket.name;
      EXPECT_EQ(pocket.centre_m.x() < 0.0, head) << pocket.name;
      EXPECT_EQ(pocket.centre_m.x() > 0.0, foot) << pocket.name;
    }
  }
}

TEST(TableCatalog, EveryPresetIsValidForItsBallsAndRacks) {
  for (const TablePreset& preset : TableCatalog()) {
    SCOPED_TRACE(preset.table.name);
    EXPECT_TRUE(ValidateTable(preset.table).ok());
    const BallSet* const set = FindBallSet(preset.ball_set);
    ASSERT_NE(set, nullptr);
    EXPECT_TRUE(ValidateBallsOnTable(preset.table, set->balls).ok());
    EXPECT_FALSE(preset.racks.empty());
    for (const std::string& rack : preset.racks) {
      const absl::StatusOr<Layout> layout = MakeRack(rack, preset.table, *set, {});
      ASSERT_TRUE(layout.ok()) << layout.status();
      const absl::Status placed =
          ValidatePlacement(preset.table, {}, layout->balls, layout->states);
      EXPECT_TRUE(placed.ok()) << rack << ": " << placed;
    }
  }
}

TEST(TableCatalog, OpenHasNothingToMeet) {
  const Table& open = FindTable("open")->table;
  EXPECT_TRUE(open.noses.empty() && open.jaws.empty() && open.pockets.empty());
  EXPECT_TRUE(open.bed_outline_m.empty());
}

TEST(BallSets, MassesAndRadii) {
  const auto expect_ball = [](const char* name, size_t count, double mass_kg, double radius_m) {
    const BallSet& set = *FindBallSet(name);
    ASSERT_EQ(set.balls.size(), count);
    ASSERT_EQ(set.ball_names.size(), count);
    for (const BallSpec& ball : set.balls) {
      EXPECT_EQ(ball.mass_kg, mass_kg);
      EXPECT_EQ(ball.radius_m, radius_m);
    }
    EXPECT_TRUE(ValidateBalls(set.balls).ok());
  };
  expect_ball("pool", 16, 0.170097, 0.028575);
  expect_ball("snooker", 22, 0.140, 0.02619375);
  expect_ball("carom", 3, 0.210, 0.03075);
  EXPECT_EQ(BallSets().size(), 3u);
  EXPECT_EQ(FindBallSet("marbles"), nullptr);
}

TEST(BallSets, NamesByIndex) {
  EXPECT_EQ(FindBallSet("pool")->ball_names[8], "8");
  EXPECT_EQ(FindBallSet("snooker")->ball_names[15], "red_15");
  EXPECT_EQ(FindBallSet("snooker")->ball_names[21], "black");
  EXPECT_EQ(FindBallSet("carom")->ball_names[2], "red");
}

}  // namespace
}  // namespace carom
