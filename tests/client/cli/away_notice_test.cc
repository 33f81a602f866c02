#include "client/cli/away_notice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace carom {
namespace {

// A silence of 25 s in steps of 0.1 s: a line after 1 s, 11 s and 21 s.
TEST(AwayNotice, TellsAfterASecondAndThenEveryTenSeconds) {
  std::ostringstream err;
  AwayNotice notice(err, "farm:50051");
  for (int tenths = 0; tenths <= 250; ++tenths) {
    const absl::Duration failing_for = absl::Milliseconds(100) * tenths;
    notice.Report(absl::UnavailableError("refused"), failing_for, failing_for);
  }
  EXPECT_EQ(err.str(),
            "\rcarom: farm:50051 has not answered for 1 s, asking again: refused\n"
            "\rcarom: farm:50051 has not answered for 11 s, asking again: refused\n"
            "\rcarom: farm:50051 has not answered for 21 s, asking again: refused\n");
}

}  // namespace
}  // namespace carom
