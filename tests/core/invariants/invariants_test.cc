// The invariants that every shot must hold, on random shots: energy never grows, no ball overlaps
// another, a nose, a jaw or a pocket by more than a nanometre, nothing leaves but through a pocket
// or over the outline, and every shot ends for a reason.

#include "tests/testing/invariants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "core/shot/simulate.h"
#include "tests/testing/clearance.h"
#include "tests/testing/random_shot.h"
#include "tests/testing/trace.h"

namespace carom::testing {
namespace {

#ifndef CAROM_FUZZ_DIVISOR
#define CAROM_FUZZ_DIVISOR 1  // Sanitizer builds play a part of the shots.
#endif

constexpr int kShards = 10;
constexpr uint64_t kShotsPerShard = 10'000 / CAROM_FUZZ_DIVISOR;
constexpr uint64_t kClearedPerShard = 1'000 / CAROM_FUZZ_DIVISOR;
constexpr uint64_t kSeed = 20261121;

// Worst figures of one shard, printed for the record.
struct Worst {
  double energy_gain = 0.0;
  double overlap_m = 0.0;
  double depth_m = -1.0;
  double seam_m = 0.0;
  int events = 0;
};

class RandomShots : public ::testing::TestWithParam<int> {
 protected:
  RandomShots() {
    detail_.events = detail_.event_states = detail_.samples = true;
    detail_.sample_period_s = 0.1;
  }

  void Play(const RandomShot& random, const std::string& label, bool clear) {
    SCOPED_TRACE(label + ": " + random.what);
    const auto status =
        Simulate(random.scene, random.shot, detail_, StopToken(), workspace_, record_);
    ASSERT_TRUE(status.ok()) << status;
    const Invariants found = CheckInvariants(random.scene, random.shot, record_);
    EXPECT_LE(found.worst_energy_gain, 1e-9) << found.worst;
    EXPECT_LE(found.worst_overlap_m, 1e-9) << found.worst;
    EXPECT_TRUE(found.all_finite);
    EXPECT_TRUE(found.in_order);
    EXPECT_TRUE(found.stayed_inside);
    EXPECT_TRUE(found.ended_properly) << "reason " << static_cast<int>(record_.stop_reason);
    worst_.energy_gain = std::max(worst_.energy_gain, found.worst_energy_gain);
    worst_.overlap_m = std::max(worst_.overlap_m, found.worst_overlap_m);
    worst_.events = std::max(worst_.events, record_.event_count);
    if (clear) Clear(random);
  }

  void Clear(const RandomShot& random) {
    const Trace trace = MakeTrace(random.scene, random.shot.start, record_);
    EXPECT_LE(trace.worst_seam_m, 1e-9);
    const Overlap overlap = DeepestOverlap(random.scene, trace);
    EXPECT_LE(overlap.depth_m, 1e-9) << overlap.where;
    worst_.depth_m = std::max(worst_.depth_m, overlap.depth_m);
    worst_.seam_m = std::max(worst_.seam_m, trace.worst_seam_m);
  }

  Detail detail_;
  Workspace workspace_;
  Record record_;
  Worst worst_;
};

TEST_P(RandomShots, HoldTheInvariants) {
  uint64_t played = 0;
  for (uint64_t index = 0; played < kShotsPerShard; ++index) {
    const uint64_t stream = static_cast<uint64_t>(GetParam()) << 32 | index;
    const auto random = MakeRandomShot(kSeed, stream);
    if (!random) continue;
    Play(*random, "shot " + std::to_string(stream), played < kClearedPerShard);
    ++played;
    ASSERT_FALSE(HasFatalFailure());
  }
  std::printf(
      "%d shots: energy gain %.1e, overlap at samples %.1e m, clearance checked to %.1e m on %d, "
      "rebuilt path "
      "off by %.1e m, at most %d events\n",
      static_cast<int>(played), worst_.energy_gain, worst_.overlap_m, worst_.depth_m,
      static_cast<int>(std::min(played, kClearedPerShard)), worst_.seam_m, worst_.events);
}

INSTANTIATE_TEST_SUITE_P(Shard, RandomShots, ::testing::Range(0, kShards));

// The checker itself must see what it is there for: a ball that rolls through another, through a
// nose, into a jaw, over a pocket.
class PlantedOverlap : public ::testing::Test {
 protected:
  PlantedOverlap() {
    Nose nose;
    nose.start_m = Vec2(1.0, -0.2);
    nose.end_m = Vec2(1.0, 0.2);
    table_.noses.push_back(nose);
    table_.jaws.push_back({Vec2(2.0, 0.0), 0.05, 0.036});
    table_.pockets.push_back({Vec2(3.0, 0.0), 0.06, "far"});
  }

  // One ball from `from_x` at 1 m/s along x for `duration_s`, another at rest at `other`.
  double Depth(double from_x, double duration_s, const Vec2& other) {
    auto scene = Scene::Make(std::make_shared<Table>(table_), std::make_shared<Settings>(),
                             std::vector<BallSpec>(2));
    EXPECT_TRUE(scene.ok()) << scene.status();
    Trace trace;
    trace.balls = {{Span{0.0, duration_s, {from_x, 1.0L, 0.0L}, {0.0L, 0.0L, 0.0L}, true}},
                   {Span{0.0, duration_s, {other.x(), 0.0L, 0.0L}, {other.y(), 0.0L, 0.0L}, true}}};
    return DeepestOverlap(*scene, trace).depth_m;
  }

  Table table_;
};

TEST_F(PlantedOverlap, ClearPathHasNone) { EXPECT_LT(Depth(0.0, 0.9, Vec2(0.0, 1.0)), 0.0); }

TEST_F(PlantedOverlap, BallThroughBall) {
  EXPECT_NEAR(Depth(0.0, 0.9, Vec2(0.5, 0.05)), 0.05715 - 0.05, 1e-12);
}

TEST_F(PlantedOverlap, BallThroughNose) {
  // At the line contact the centre keeps sqrt(R^2 - (h - R)^2) from the nose.
  EXPECT_NEAR(Depth(0.5, 0.6, Vec2(0.0, 1.0)), 0.027432, 1e-6);
}

TEST_F(PlantedOverlap, BallIntoJaw) {
  EXPECT_NEAR(Depth(1.5, 0.46, Vec2(0.0, 1.0)), 0.05 + 0.027595 - 0.04, 1e-5);
}

TEST_F(PlantedOverlap, BallOverPocket) {
  EXPECT_NEAR(Depth(2.5, 0.47, Vec2(0.0, 1.0)), 0.03, 1e-9);
}

}  // namespace
}  // namespace carom::testing
