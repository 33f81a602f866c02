#include "client/cli/progress_bar.h"

#include <gtest/gtest.h>

#include <sstream>

namespace carom {
namespace {

BatchProgress Progress(uint64_t shots, uint64_t total) {
  BatchProgress progress;
  progress.shots = shots;
  progress.shots_total = total;
  return progress;
}

TEST(ProgressLineTest, ShowsShareRateAndTimeLeft) {
  EXPECT_EQ(ProgressLine(Progress(250, 1000), 0.5),
            "[#######                       ]  25%  250/1000 shots  500 shots/s  2 s left");
}

TEST(ProgressLineTest, HoldsAtBothEnds) {
  EXPECT_EQ(ProgressLine(Progress(0, 1000), 0.0),
            "[                              ]   0%  0/1000 shots  0 shots/s");
  EXPECT_EQ(ProgressLine(Progress(1000, 1000), 2.0),
            "[##############################] 100%  1000/1000 shots  500 shots/s  0 s left");
}

TEST(ProgressBarTest, WritesNothingUnlessEnabled) {
  std::ostringstream out;
  { ProgressBar(out, false).Update(Progress(1, 2)); }
  EXPECT_EQ(out.str(), "");
  { ProgressBar(out, true).Update(Progress(1, 2)); }
  EXPECT_NE(out.str(), "");
}

}  // namespace
}  // namespace carom
