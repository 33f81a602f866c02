// 32 states of a pool ball on the default cloth and where they lead (tests/data/peer_motion.csv),
// as computed by pooltool 0.6.0+ (main, 2026-06-28). The peer's other eight are airborne.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/motion/motion.h"
#include "tests/core/motion/near.h"
#include "tests/testing/csv.h"
#include "tests/testing/phases.h"

namespace carom {
namespace {

using testing::CsvRow;
using testing::ExpectNear;

constexpr double kPeerTolerance = 1e-9;
const BallSpec kBall;
const Environment kCloth;

BallState StateOf(const CsvRow& row, const std::string& when) {
  BallState state;
  state.position = row.Vector(when + "_position_");
  state.velocity = row.Vector(when + "_velocity_");
  state.spin = row.Vector(when + "_spin_");
  return state;
}

MotionState MotionOf(const std::string& name) {
  if (name == "sliding") return MotionState::kSliding;
  if (name == "rolling") return MotionState::kRolling;
  return name == "spinning" ? MotionState::kSpinning : MotionState::kStationary;
}

Trajectory PhaseAt(double time_s, Trajectory phase) {
  while (phase.EndTime() < time_s) phase = NextPhase(phase, kBall, kCloth);
  return phase;
}

TEST(MotionPeer, EvolvesThroughThePhases) {
  const std::vector<CsvRow> rows = testing::ReadCsv("peer_motion.csv");
  EXPECT_EQ(rows.size(), 32u);
  for (const CsvRow& row : rows) {
    const Trajectory first = BeginPhase(StateOf(row, "before"), 0.0, kBall, kCloth);
    EXPECT_EQ(first.motion, MotionOf(row.Text("from")));
    const double time_s = row.Number("t_s");
    const Trajectory last = PhaseAt(time_s, first);
    EXPECT_EQ(last.motion, MotionOf(row.Text("to")));
    const BallState expected = StateOf(row, "after");
    const BallState actual = StateAt(last, time_s);
    ExpectNear(actual.position, expected.position, kPeerTolerance);
    ExpectNear(actual.velocity, expected.velocity, kPeerTolerance);
    ExpectNear(actual.spin, expected.spin, kPeerTolerance);
  }
}

// The peer states all three times for every motion: its roll_s is that of the present speed.
TEST(MotionPeer, TakesTheSameTimes) {
  for (const CsvRow& row : testing::ReadCsv("peer_motion.csv")) {
    const BallState before = StateOf(row, "before");
    const Trajectory phase = BeginPhase(before, 0.0, kBall, kCloth);
    EXPECT_NEAR(phase.spin_z_duration_s, row.Number("spin_s"), kPeerTolerance);
    if (phase.motion == MotionState::kSliding) {
      EXPECT_NEAR(phase.duration_s, row.Number("slide_s"), kPeerTolerance);
    } else if (phase.motion == MotionState::kRolling) {
      EXPECT_NEAR(phase.duration_s, row.Number("roll_s"), kPeerTolerance);
    }
  }
}

}  // namespace
}  // namespace carom
