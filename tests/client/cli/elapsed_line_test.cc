#include "client/cli/elapsed_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <sstream>
#include <thread>

namespace carom {
namespace {

using std::chrono::milliseconds;

// Text whose flushes another thread may count.
class CountingBuffer : public std::stringbuf {
 public:
  int flushes() const { return flushes_; }

 private:
  int sync() override {
    ++flushes_;
    return 0;
  }

  std::atomic<int> flushes_ = 0;
};

TEST(ElapsedLineTest, TellsSecondsAndWipesThem) {
  CountingBuffer buffer;
  std::ostream out(&buffer);
  {
    const ElapsedLine line(out, true, milliseconds(1));
    while (buffer.flushes() < 2) std::this_thread::sleep_for(milliseconds(1));
  }
  EXPECT_THAT(buffer.str(), ::testing::MatchesRegex("(\r[0-9]+ s ...\033\\[K)+\r\033\\[K"));
}

TEST(ElapsedLineTest, AShortCallShowsNothingAndEndsAtOnce) {
  std::ostringstream out;
  const auto start = ElapsedLine::Clock::now();
  { const ElapsedLine line(out, true, std::chrono::hours(1)); }
  EXPECT_EQ(out.str(), "");
  EXPECT_LT(ElapsedLine::Clock::now() - start, std::chrono::minutes(1));
}

TEST(ElapsedLineTest, IsForTerminalsOnly) {
  std::ostringstream out;
  {
    const ElapsedLine line(out, false, milliseconds(1));
    std::this_thread::sleep_for(milliseconds(20));
  }
  EXPECT_EQ(out.str(), "");
}

TEST(ElapsedLineTest, HandsOnWhatTheCallReturns) {
  std::istringstream in;
  std::ostringstream out;
  EXPECT_EQ(WithElapsedLine(Console{in, out, out, true}, [] { return 7; }), 7);
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace carom
