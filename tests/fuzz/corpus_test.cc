// Every request of the fuzzer's corpus, and requests a few bytes beside them, hold the invariants.
// What libFuzzer finds beyond that is the business of run.sh.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "tests/fuzz/mutate.h"
#include "tests/testing/service/request_case.h"

namespace carom::testing {
namespace {

std::vector<std::string> Seeds() {
  std::vector<std::string> paths;
  const std::filesystem::path corpus = CAROM_TEST_DATA_DIR "/../fuzz/corpus";
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
    paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST(Corpus, HoldsTheInvariants) {
  ASSERT_GE(Seeds().size(), 8u);
  for (const std::string& path : Seeds()) {
    SCOPED_TRACE(path);
    const RequestCase played = PlayRequest(ReadRequest(path));
    EXPECT_EQ(played.problem, "");
    EXPECT_GT(played.shots_played, 0);
    EXPECT_EQ(played.shots_refused, 0);
  }
}

TEST(Corpus, MutantsHoldTheInvariants) {
  int played = 0;
  int refused = 0;
  uint64_t stream = 0;
  for (const std::string& path : Seeds()) {
    const std::string seed = ReadRequest(path).SerializeAsString();
    CounterRandom random(20261121, stream++);
    for (uint64_t i = 0; i < kMutantsPerSeed; ++i) {
      SCOPED_TRACE(path + ", mutant " + std::to_string(i));
      const RequestCase result = PlayRequestBytes(Mutate(seed, random));
      EXPECT_EQ(result.problem, "");
      played += result.shots_played;
      refused += result.shots_refused;
    }
  }
  // Both ways out are taken.
  EXPECT_GT(played, 10);
  EXPECT_GT(refused, 10);
}

}  // namespace
}  // namespace carom::testing
