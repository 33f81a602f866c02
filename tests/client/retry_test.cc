#include "client/retry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::Ge;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::SizeIs;

class RetryPolicyTest : public ::testing::Test {
 protected:
  RetryPolicyTest() {
    options_.max_attempts = 4;
    options_.initial_backoff = absl::Seconds(1);
    options_.max_backoff = absl::Seconds(3);
    options_.backoff_growth = 2.0;
    options_.sleeper = [this](absl::Duration wait, std::stop_token) { waits_.push_back(wait); };
  }

  const absl::Status unavailable_ = absl::UnavailableError("gone");
  RetryOptions options_;
  std::vector<absl::Duration> waits_;
};

TEST_F(RetryPolicyTest, WaitsLongerEachTimeAndThenGivesUp) {
  RetryPolicy policy(options_, {});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(policy.WaitForRetry(unavailable_));
  EXPECT_FALSE(policy.WaitForRetry(unavailable_));
  ASSERT_THAT(waits_, SizeIs(3));
  EXPECT_THAT(waits_[0], AllOf(Ge(absl::Milliseconds(500)), Le(absl::Seconds(1))));
  EXPECT_THAT(waits_[1], AllOf(Ge(absl::Seconds(1)), Le(absl::Seconds(2))));
  EXPECT_THAT(waits_[2], AllOf(Ge(absl::Milliseconds(1500)), Le(absl::Seconds(3))));
}

TEST_F(RetryPolicyTest, StartsAfreshAfterProgress) {
  RetryPolicy policy(options_, {});
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(policy.WaitForRetry(unavailable_));
    policy.NoteProgress();
  }
  EXPECT_THAT(waits_, Each(Le(absl::Seconds(1))));
}

TEST_F(RetryPolicyTest, DoesNotRetryWhatTheServerMeant) {
  RetryPolicy policy(options_, {});
  EXPECT_FALSE(policy.WaitForRetry(absl::InvalidArgumentError("speed_m_s: 51")));
  EXPECT_THAT(waits_, IsEmpty());
}

TEST_F(RetryPolicyTest, DoesNotRetryAfterAStop) {
  std::stop_source stop;
  RetryPolicy policy(options_, stop.get_token());
  stop.request_stop();
  EXPECT_FALSE(policy.WaitForRetry(unavailable_));
  EXPECT_THAT(waits_, IsEmpty());
}

TEST_F(RetryPolicyTest, AStopEndsTheRealSleep) {
  options_.sleeper = nullptr;
  options_.initial_backoff = absl::Hours(1);
  options_.max_backoff = absl::Hours(1);
  std::stop_source stop;
  RetryPolicy policy(options_, stop.get_token());
  std::jthread stopper([&stop] { stop.request_stop(); });
  EXPECT_FALSE(policy.WaitForRetry(unavailable_));
}

TEST(IsTransientTest, TellsABrokenTransportFromAnAnswer) {
  EXPECT_TRUE(IsTransient(absl::UnavailableError("")));
  EXPECT_TRUE(IsTransient(absl::CancelledError("")));
  EXPECT_TRUE(IsTransient(absl::UnknownError("Stream removed")));
  EXPECT_TRUE(IsTransient(absl::InternalError("Received RST_STREAM with error code 2")));
  EXPECT_FALSE(IsTransient(absl::UnknownError("")));
  EXPECT_FALSE(IsTransient(absl::InternalError("")));
  EXPECT_FALSE(IsTransient(absl::DeadlineExceededError("")));
  EXPECT_FALSE(IsTransient(absl::InvalidArgumentError("")));
}

}  // namespace
}  // namespace carom
