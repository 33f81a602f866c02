#include "server/heap_trimmer.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <vector>

#include "server/program.h"
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

// Of blocks like the columns of an estimate, made between small ones that stay. By default glibc
// keeps those that are no larger than one that was freed before: hence the second turn.
double ShareKeptOfLargeBlocks() {
  constexpr int kBlocks = 32;
  constexpr size_t kBytes = 3 << 19;
  constexpr size_t kSmallBytes = 64 << 10;  // More than any hole has that was there before.
  std::vector<std::unique_ptr<char[]>> small;
  int64_t freed = 0;
  for (int turn = 0; turn < 2; ++turn) {
    std::vector<std::unique_ptr<char[]>> blocks;
    for (int i = 0; i < kBlocks; ++i) {
      blocks.push_back(std::make_unique<char[]>(kBytes));
      small.push_back(std::make_unique<char[]>(kSmallBytes));
    }
    const int64_t full = ResidentBytes();
    blocks.clear();
    freed = full - ResidentBytes();
  }
  return 1.0 - static_cast<double>(freed) / (kBlocks * kBytes);
}

TEST(HeapTrimmerDeathTest, TheProgramKeepsNoLargeBlocks) {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "a sanitizer's allocator keeps what is free";
#endif
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        RunServerProgram({"--version"});
        exit(ShareKeptOfLargeBlocks() < 0.1 ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(HeapTrimmer, EndsWithoutHavingBeenAsked) {
  { const HeapTrimmer unused; }
  HeapTrimmer asked;
  asked.TrimSoon();
}

}  // namespace
}  // namespace carom
