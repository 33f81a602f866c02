#ifndef CAROM_TESTS_SERVER_FILTERED_BATCH_H_
#define CAROM_TESTS_SERVER_FILTERED_BATCH_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <vector>

#include "carom/client/shot_outcome.h"
#include "carom/client/shot_range.h"
#include "tests/server/test_service.h"

namespace carom {

/// All that a batch has told, shot by shot.
struct ToldShots {
  std::map<uint64_t, ShotOutcome> shots;
  std::map<uint64_t, uint64_t>
      covered;  ///< Of each chunk the first shot and the one after its last.
  std::map<uint64_t, v1::ShotFailure> failures;
  uint64_t events = 0;  ///< Of selections.
  size_t bytes = 0;     ///< Of all messages.
  uint32_t most_told = 0;
  uint64_t most_played = 0;
  grpc::Status status;
};

inline void Take(const v1::SimulateBatchResponse& chunk, ToldShots& told) {
  const v1::ShotResults& results = chunk.results();
  const ShotRange covered = CoveredShots(results);
  told.bytes += chunk.ByteSizeLong();
  told.events += results.selection().event_count();
  told.most_told = std::max(told.most_told, results.shot_count());
  told.most_played = std::max(told.most_played, covered.count);
  EXPECT_TRUE(told.covered.emplace(covered.first, covered.end()).second);
  const auto outcomes = ReadOutcomes(results);
  ASSERT_TRUE(outcomes.ok()) << outcomes.status();
  for (const ShotOutcome& outcome : *outcomes) {
    EXPECT_TRUE(told.shots.emplace(outcome.shot, outcome).second) << outcome.shot << " came twice";
  }
  for (const v1::ShotFailure& failure : results.failures()) {
    EXPECT_TRUE(told.failures.emplace(failure.shot(), failure).second);
  }
}

inline ToldShots Tell(v1::SimulationService::Stub& stub, const v1::SimulateBatchRequest& request) {
  grpc::ClientContext context;
  const auto reader = stub.SimulateBatch(&context, request);
  ToldShots told;
  v1::SimulateBatchResponse chunk;
  while (reader->Read(&chunk)) Take(chunk, told);
  told.status = reader->Finish();
  return told;
}

/// That the chunks cover the shots [first, first + count), each once.
inline void ExpectCovered(const ToldShots& told, uint64_t first, uint64_t count) {
  uint64_t next = first;
  for (const auto& [begin, end] : told.covered) {
    EXPECT_EQ(begin, next);
    next = end;
  }
  EXPECT_EQ(next, first + count);
}

}  // namespace carom

#endif  // CAROM_TESTS_SERVER_FILTERED_BATCH_H_
