#include "server/heap_trimmer.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <vector>

#include "tests/server/eventually.h"

namespace carom {
namespace {

int64_t ResidentBytes() {
  std::ifstream file("/proc/self/statm");
  int64_t pages = 0;
  file >> pages >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

// Small blocks below one that is in use: the allocator keeps them.
TEST(HeapTrimmer, GivesBackWhatIsFree) {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "a sanitizer's allocator keeps what is free";
#endif
  constexpr int kBlocks = 100'000;
  constexpr size_t kBytes = 1000;
  std::vector<std::unique_ptr<char[]>> blocks;
  for (int i = 0; i < kBlocks; ++i) blocks.push_back(std::make_unique<char[]>(kBytes));
  const auto last = std::move(blocks.back());
  const int64_t full = ResidentBytes();
  blocks.clear();
  if (ResidentBytes() < full - kBlocks * static_cast<int64_t>(kBytes) / 4) {
    GTEST_SKIP() << "this allocator gives memory back by itself";
  }
  HeapTrimmer trimmer;
  trimmer.TrimSoon();
  EXPECT_TRUE(Eventually(
      [&] { return ResidentBytes() < full - kBlocks * static_cast<int64_t>(kBytes) / 2; }));
}

TEST(HeapTrimmer, EndsWithoutHavingBeenAsked) {
  { const HeapTrimmer unused; }
  HeapTrimmer asked;
  asked.TrimSoon();
}

}  // namespace
}  // namespace carom
