#ifndef CAROM_TESTS_CORE_INVARIANTS_FUZZ_SHARD_H_
#define CAROM_TESTS_CORE_INVARIANTS_FUZZ_SHARD_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

#include "core/shot/simulate.h"
#include "tests/testing/shots/clearance.h"
#include "tests/testing/shots/invariants.h"
#include "tests/testing/shots/random_shot.h"
#include "tests/testing/shots/trace.h"

namespace carom::testing {

/// Plays random shots and expects every invariant of each; remembers the worst figures.
class FuzzShard {
 public:
  using Maker = std::optional<RandomShot> (*)(uint64_t seed, uint64_t index);

  FuzzShard() {
    detail_.events = detail_.event_states = detail_.hops = detail_.samples = true;
    detail_.sample_period_s = 0.1;
  }

  /// `shots` shots that could be made, from stream number shard 2^32 on; of the first `cleared` the
  /// clearances are checked in extended precision.
  void Play(Maker make, uint64_t seed, uint64_t shard, uint64_t shots, uint64_t cleared) {
    for (uint64_t index = 0; played_ < shots; ++index) {
      const uint64_t stream = shard << 32 | index;
      const auto random = make(seed, stream);
      if (!random) continue;
      PlayOne(*random, "shot " + std::to_string(stream), played_ < cleared);
      ++played_;
      ASSERT_FALSE(::testing::Test::HasFatalFailure());
    }
    cleared_ = std::min(cleared, played_);
  }

  /// Shots that ended at a limit of events or time.
  uint64_t at_limit() const { return at_limit_; }

  void Print() const {
    std::printf(
        "%d shots: energy gain %.1e, drift in flight %.1e, overlap at samples %.1e m, clearance "
        "checked to %.1e m on %d, rebuilt path off by %.1e m, at most %d events, %d at a limit\n",
        static_cast<int>(played_), energy_gain_, flight_drift_, overlap_m_, depth_m_,
        static_cast<int>(cleared_), seam_m_, events_, static_cast<int>(at_limit_));
  }

 private:
  void PlayOne(const RandomShot& random, const std::string& label, bool clear) {
    SCOPED_TRACE(label + ": " + random.what);
    const auto status =
        Simulate(random.scene, random.shot, detail_, StopToken(), workspace_, record_);
    ASSERT_TRUE(status.ok()) << status;
    const Invariants found = CheckInvariants(random.scene, random.shot, record_);
    EXPECT_LE(found.worst_energy_gain, 1e-9) << found.worst;
    EXPECT_LE(found.worst_flight_drift, 1e-9);
    EXPECT_LE(found.worst_overlap_m, 1e-9) << found.worst;
    EXPECT_TRUE(found.all_finite);
    EXPECT_TRUE(found.in_order);
    EXPECT_TRUE(found.on_its_cloth) << found.worst;
    EXPECT_TRUE(found.by_state_machine) << found.worst;
    EXPECT_TRUE(found.left_properly) << found.worst;
    EXPECT_TRUE(record_.outcome.left_table.empty() || MayLeave(random.scene));
    EXPECT_TRUE(found.ended_properly) << "reason " << static_cast<int>(record_.stop_reason);
    EXPECT_TRUE(record_.stop_reason == StopReason::kAtRest || AtLimit(record_.stop_reason));
    energy_gain_ = std::max(energy_gain_, found.worst_energy_gain);
    flight_drift_ = std::max(flight_drift_, found.worst_flight_drift);
    overlap_m_ = std::max(overlap_m_, found.worst_overlap_m);
    events_ = std::max(events_, record_.event_count);
    if (AtLimit(record_.stop_reason)) ++at_limit_;
    if (clear) Clear(random);
  }

  // In the plane, noses keep the balls in.
  static bool MayLeave(const Scene& scene) {
    return scene.table().noses.empty() || scene.settings().environment.flight == Flight::kOn;
  }

  void Clear(const RandomShot& random) {
    const Trace trace = MakeTrace(random.scene, random.shot.start, record_);
    EXPECT_LE(trace.worst_seam_m, 1e-9);
    const Overlap overlap = DeepestOverlap(random.scene, trace);
    EXPECT_LE(overlap.depth_m, 1e-9) << overlap.where;
    depth_m_ = std::max(depth_m_, overlap.depth_m);
    seam_m_ = std::max(seam_m_, trace.worst_seam_m);
  }

  Detail detail_;
  Workspace workspace_;
  Record record_;
  uint64_t played_ = 0;
  uint64_t cleared_ = 0;
  uint64_t at_limit_ = 0;
  double energy_gain_ = 0.0;
  double flight_drift_ = 0.0;
  double overlap_m_ = 0.0;
  double depth_m_ = -1.0;
  double seam_m_ = 0.0;
  int events_ = 0;
};

}  // namespace carom::testing

#endif  // CAROM_TESTS_CORE_INVARIANTS_FUZZ_SHARD_H_
