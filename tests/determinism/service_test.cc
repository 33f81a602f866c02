// One batch, one hash: whatever the threads, the chunks, the detail, the split, and the way to the
// service. Each test computes its batch once and then has it answered in every way.

#include "tests/determinism/service.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "carom/client/client.h"
#include "carom/client/shot_range.h"
#include "core/base/hash.h"
#include "tests/determinism/free_tables.h"
#include "tests/determinism/mixed_batch.h"
#include "tests/determinism/ways.h"
#include "tests/testing/fuzz_share.h"

namespace carom {
namespace {

constexpr uint64_t kShots = testing::FuzzShare(10'000);
constexpr int kAzimuths = static_cast<int>(testing::FuzzShare(20));

/// What came back of a batch: the hash of each shot, and the client's own sum.
struct Answer {
  std::vector<uint64_t> hashes;
  BatchSummary summary;

  bool operator==(const Answer& other) const {
    return hashes == other.hashes && summary.hash == other.summary.hash &&
           summary.shots == other.summary.shots && summary.failed == other.summary.failed &&
           summary.events == other.summary.events;
  }
};

uint64_t Fold(const std::vector<uint64_t>& hashes) {
  BitHash fold;
  for (const uint64_t hash : hashes) fold.Add(hash);
  return fold.Value();
}

Answer RunBatch(const Way& way, v1::SimulateBatchRequest request) {
  *request.mutable_detail() = DetailOf(way.telling);
  const ShotRange all = AllShots(request);
  Answer answer;
  answer.hashes.resize(all.count);
  const auto keep = [&](const v1::ShotResults& chunk) {
    std::copy(chunk.hashes().begin(), chunk.hashes().end(),
              answer.hashes.begin() + static_cast<std::ptrdiff_t>(chunk.first_shot() - all.first));
    return absl::OkStatus();
  };
  Service service(ServerOf(way));
  const auto summary = service.client.SimulateBatch(request, {.on_chunk = keep}, SplitOf(way));
  EXPECT_TRUE(summary.ok()) << summary.status();
  if (summary.ok()) answer.summary = *summary;
  EXPECT_TRUE(answer.summary.complete);
  EXPECT_EQ(answer.summary.shots, all.count);
  return answer;
}

/// The hashes of all shots of a listed batch, asked for by Simulate in pieces.
std::vector<uint64_t> RunSimulate(const Way& way, const v1::SimulateBatchRequest& batch,
                                  int shots_per_call) {
  v1::SimulateRequest request;
  *request.mutable_tables() = batch.tables();
  *request.mutable_settings() = batch.settings();
  *request.mutable_layouts() = batch.layouts();
  *request.mutable_detail() = DetailOf(way.telling);
  const auto& shots = batch.shots().shots();
  Service service(ServerOf(way));
  std::vector<uint64_t> hashes;
  for (int first = 0; first < shots.size(); first += shots_per_call) {
    const int end = std::min(first + shots_per_call, shots.size());
    request.mutable_shots()->mutable_shots()->Assign(shots.begin() + first, shots.begin() + end);
    const auto response = service.client.Simulate(request);
    EXPECT_TRUE(response.ok()) << response.status();
    if (!response.ok()) return hashes;
    const auto& piece = response->results().hashes();
    hashes.insert(hashes.end(), piece.begin(), piece.end());
  }
  return hashes;
}

TEST(Service, AnswersAMixedBatchAsTheCoreDoesInEveryWay) {
  const MixedBatch batch = MakeMixedBatch(kShots);
  ASSERT_EQ(std::count(batch.hashes.begin(), batch.hashes.end(), 0u), 0);
  for (const Way& way : kWays) {
    SCOPED_TRACE(::testing::PrintToString(way));
    const Answer answer = RunBatch(way, batch.request);
    EXPECT_EQ(answer.summary.failed, 0u);
    EXPECT_EQ(answer.summary.hash, Fold(batch.hashes));
    ASSERT_TRUE(answer.hashes == batch.hashes);
  }
}

TEST(Service, AnswersSimulateAsItAnswersABatch) {
  const MixedBatch batch = MakeMixedBatch(kShots);
  const Way embedded{4, false, Telling::kFinal, 256, 256 << 10, 65536, 1};
  const Way served{2, true, Telling::kEvents, 256, 256 << 10, 65536, 1};
  EXPECT_TRUE(RunSimulate(embedded, batch.request, 4096) == batch.hashes);
  EXPECT_TRUE(RunSimulate(served, batch.request, 1000) == batch.hashes);
}

/// The first `count` shots of a named scene, asked for by name.
v1::SimulateBatchRequest DrawnRequest(const NamedScene& named, uint32_t count) {
  v1::SimulateBatchRequest request;
  request.mutable_generator()->set_scene(named.name);
  request.mutable_generator()->set_seed(kMixedSeed);
  request.mutable_generator()->set_shot_count(count);
  return request;
}

TEST(Service, DrawsTheShotsOfAScene) {
  const std::vector<const NamedScene*> scenes = MixedScenes();
  const auto shots_of_a_scene = static_cast<uint32_t>(kShots / scenes.size());
  const MixedBatch batch = MakeMixedBatch(shots_of_a_scene * scenes.size());
  for (size_t scene = 0; scene < scenes.size(); ++scene) {
    SCOPED_TRACE(scenes[scene]->name);
    std::vector<uint64_t> expected;
    for (size_t i = scene; i < batch.hashes.size(); i += scenes.size()) {
      expected.push_back(batch.hashes[i]);
    }
    v1::SimulateBatchRequest request = DrawnRequest(*scenes[scene], shots_of_a_scene);
    EXPECT_TRUE(RunBatch({2, false, Telling::kFinal, 100, 256 << 10, 700, 3}, request).hashes ==
                expected);
    // A part of it, from the middle.
    const uint32_t skipped = shots_of_a_scene / 3;
    request.mutable_generator()->set_first_shot(skipped);
    request.mutable_generator()->set_shot_count(shots_of_a_scene - skipped);
    expected.erase(expected.begin(), expected.begin() + skipped);
    EXPECT_TRUE(RunBatch({4, true, Telling::kEvents, 256, 256 << 10, 65536, 1}, request).hashes ==
                expected);
  }
}

TEST(Service, DrawsTheShotsOfFrozenScenes) {
  for (const char* name : {"nine_ball_break_frozen", "eight_ball_break_frozen"}) {
    SCOPED_TRACE(name);
    const NamedScene& named = *FindNamedScene(name);
    const Scene scene = named.MakeScene();
    Workspace workspace;
    Record record;
    Shot shot;
    std::vector<uint64_t> expected;
    for (uint64_t i = 0; i < 5; ++i) {
      named.Generate(kMixedSeed, i, shot);
      ASSERT_TRUE(Simulate(scene, shot, {}, {}, workspace, record).ok());
      expected.push_back(record.hash);
    }
    EXPECT_TRUE(RunBatch(kWays[0], DrawnRequest(named, 5)).hashes == expected);
  }
}

TEST(Service, AnswersFreeTablesInEveryWay) {
  const v1::SimulateBatchRequest request = MakeFreeTables(kAzimuths);
  ASSERT_GT(request.shots().shots_size(), 0);
  const Answer expected = RunBatch(kWays[0], request);
  // Some fail, by their overlap; most do not.
  EXPECT_GT(expected.summary.failed, 0u);
  EXPECT_LT(expected.summary.failed, expected.summary.shots / 3);
  EXPECT_EQ(expected.summary.hash, Fold(expected.hashes));
  for (const Way& way : kWays) {
    SCOPED_TRACE(::testing::PrintToString(way));
    EXPECT_TRUE(RunBatch(way, request) == expected);
    EXPECT_TRUE(RunSimulate(way, request, static_cast<int>(way.shots_per_call) % 4097) ==
                expected.hashes);
  }
}

}  // namespace
}  // namespace carom
