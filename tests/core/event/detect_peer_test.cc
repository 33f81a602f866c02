// The peer's times of contact along one phase of motion, on its 7-ft table (tests/data/
// peer_detect*.csv), as computed by pooltool 0.6.0+ (main, 2026-06-28). "inf" is never. Its
// cushions are vertical planes.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/event/predict/predict.h"
#include "core/math/first_crossing.h"
#include "core/motion/motion.h"
#include "tests/core/event/rig.h"
#include "tests/core/solid/asking.h"
#include "tests/testing/csv.h"
#include "tests/testing/phases.h"

namespace carom {
namespace {

using testing::CsvRow;
using Time = OptionalTime;

constexpr double kTolerance_s = 1e-9;

BallState StateOf(const CsvRow& row, const std::string& who) {
  BallState state;
  state.position = row.Vector(who + "_position_");
  state.velocity = row.Vector(who + "_velocity_");
  state.spin = row.Vector(who + "_spin_");
  return state;
}

Trajectory PhaseOf(const CsvRow& row, const std::string& who) {
  return BeginPhase(StateOf(row, who), 0.0, BallSpec{}, Environment{});
}

// What a ball on the cloth asks in its phase.
Approach AskedIn(const Trajectory& phase, double window_s) {
  const auto along = [&](int axis) {
    return Motion1D{phase.position[axis], phase.velocity[axis], phase.half_acceleration[axis]};
  };
  return testing::OnTheCloth(along(0), along(1), BallSpec{}.radius_m, window_s);
}

// The peer follows a phase's polynomial beyond the phase's end.
Trajectory Endless(Trajectory phase) {
  phase.duration_s = kInfinity;
  return phase;
}

SolidSet PeerTable() {
  Table table;
  for (const CsvRow& row : testing::ReadCsv("peer_tables.csv")) {
    if (row.Text("table") != "seven_foot_showood") continue;
    const Vec2 first(row.Number("x1_m"), row.Number("y1_m"));
    const Vec2 second(row.Number("x2_m"), row.Number("y2_m"));
    const double radius_m = row.Number("radius_m");
    const double height_m = row.Number("height_m");
    if (row.Text("kind") == "nose") table.noses.push_back({first, second, height_m});
    if (row.Text("kind") == "jaw") table.jaws.push_back({first, radius_m, height_m});
    if (row.Text("kind") == "pocket") table.pockets.push_back({first, radius_m, ""});
  }
  Environment environment;
  environment.nose_contact = NoseContact::kPlane;
  return MakeSolids(table, environment, {BallSpec{}}).sets[0];
}

std::vector<CsvRow> RowsOf(const std::string& feature) {
  std::vector<CsvRow> rows;
  for (const CsvRow& row : testing::ReadCsv("peer_detect.csv")) {
    if (row.Text("feature") == feature) rows.push_back(row);
  }
  return rows;
}

// Rows for which both name a time.
template <class ShapeAt>
int CountAgreement(const std::vector<CsvRow>& rows, const ShapeAt& shape_at) {
  int contacts = 0;
  for (const CsvRow& row : rows) {
    const Approach approach = AskedIn(PhaseOf(row, "ball"), kInfinity);
    const Time time = shape_at(static_cast<size_t>(row.Number("index"))).Crossing(approach);
    const double expected_s = row.Number("t_s");
    EXPECT_EQ(time.has_value(), expected_s < kInfinity);
    if (!time) continue;
    EXPECT_NEAR(*time, expected_s, kTolerance_s);
    ++contacts;
  }
  return contacts;
}

TEST(DetectPeer, Jaws) {
  const std::vector<CsvRow> rows = RowsOf("jaw");
  EXPECT_EQ(rows.size(), 222u);
  const SolidSet table = PeerTable();
  const auto jaw = [&](size_t i) { return table.Find<JawSolid>(static_cast<int>(i)); };
  EXPECT_EQ(CountAgreement(rows, jaw), 7);
}

TEST(DetectPeer, Pockets) {
  const std::vector<CsvRow> rows = RowsOf("pocket");
  EXPECT_EQ(rows.size(), 111u);
  const SolidSet table = PeerTable();
  const auto mouth = [&](size_t i) { return std::get<PocketMouth>(table.sensors.items[i].shape); };
  EXPECT_EQ(CountAgreement(rows, mouth), 4);
}

TEST(DetectPeer, Balls) {
  const std::vector<CsvRow> rows = testing::ReadCsv("peer_detect_ball_ball.csv");
  EXPECT_EQ(rows.size(), 65u);
  testing::Rig rig;
  rig.AddBall({0.0, 0.0});
  rig.AddBall({1.0, 0.0});
  const Scene scene = rig.MakeScene();
  int contacts = 0;
  for (const CsvRow& row : rows) {
    TrajectoryTable table;
    table.Set(0, Endless(PhaseOf(row, "a")), Event{});
    table.Set(1, Endless(PhaseOf(row, "b")), Event{});
    const auto impact = NextBallBall(scene.world(), table, 0, 1, Event{kInfinity});
    const double expected_s = row.Number("t_s");
    ASSERT_EQ(impact.has_value(), expected_s < kInfinity);
    if (!impact) continue;
    EXPECT_NEAR(impact->time_s, expected_s, kTolerance_s);
    ++contacts;
  }
  EXPECT_EQ(contacts, 9);
}

bool BeyondTheEnds(const StraightEdge& nose, const Trajectory& phase, double time_s) {
  const Vec3 centre = StateAt(phase, time_s).position;
  const double along_m = nose.along.dot(Vec2(centre.x(), centre.y()) - nose.start_m);
  return along_m < 0.0 || along_m > nose.length_m;
}

// Compared within the phase only: beyond its end the peer takes the time from the extrapolated
// polynomial, but the place along the nose from the true motion. Its noses have no end points (on
// its tables jaws stand there), so three of our contacts are news to it.
TEST(DetectPeer, Noses) {
  const std::vector<CsvRow> rows = RowsOf("nose");
  EXPECT_EQ(rows.size(), 333u);
  const SolidSet table = PeerTable();
  int contacts = 0;
  int ends = 0;
  for (const CsvRow& row : rows) {
    const Trajectory phase = PhaseOf(row, "ball");
    const NoseSolid& solid = table.Find<NoseSolid>(static_cast<int>(row.Number("index")));
    const StraightEdge& nose = solid.edge();
    const Time time = solid.Crossing(AskedIn(phase, phase.duration_s));
    const double expected_s = row.Number("t_s");
    const bool expected = expected_s <= phase.duration_s;
    if (time && expected && std::abs(*time - expected_s) <= kTolerance_s) {
      ++contacts;
    } else if (time) {
      EXPECT_TRUE(BeyondTheEnds(nose, phase, *time)) << *time;
      ++ends;
    } else {
      EXPECT_FALSE(expected) << expected_s;
    }
  }
  EXPECT_EQ(contacts, 15);
  EXPECT_EQ(ends, 3);
}

}  // namespace
}  // namespace carom
