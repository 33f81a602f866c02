#include "client/internal/retry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <thread>
#include <vector>

#include "carom/client/field_error.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::Ge;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::Not;
using ::testing::SizeIs;

// Time passes in waits alone.
class RetryPolicyTest : public ::testing::Test {
 protected:
  RetryPolicyTest() {
    options_.initial_backoff = absl::Seconds(1);
    options_.max_backoff = absl::Seconds(3);
    options_.backoff_growth = 2.0;
    time_.sleep = [this](absl::Duration wait, std::stop_token) {
      waits_.push_back(wait);
      now_ += wait;
    };
    time_.now = [this] { return now_; };
    call_.retry_for = absl::Seconds(20);
  }

  const AttemptEnd unavailable_{absl::UnavailableError("gone"), std::nullopt};
  RetryOptions options_;
  CallOptions call_;
  RetryTime time_;
  SteadyTime now_;
  std::vector<absl::Duration> waits_;
};

TEST_F(RetryPolicyTest, WaitsLongerEachTimeAndGivesUpAfterAWhile) {
  RetryPolicy policy(options_, call_, time_);
  while (policy.WaitForRetry(unavailable_)) {
  }
  ASSERT_THAT(waits_, SizeIs(Ge(6u)));
  EXPECT_THAT(waits_[0], AllOf(Ge(absl::Milliseconds(500)), Le(absl::Seconds(1))));
  EXPECT_THAT(waits_[1], AllOf(Ge(absl::Seconds(1)), Le(absl::Seconds(2))));
  EXPECT_THAT(waits_[2], AllOf(Ge(absl::Milliseconds(1500)), Le(absl::Seconds(3))));
  EXPECT_LE(now_, call_.retry_for);
  EXPECT_GT(now_, call_.retry_for - absl::Seconds(3));
}

// A call that had run for long when its server went away once had no second attempt.
TEST_F(RetryPolicyTest, PatienceBeginsWithTheFirstFailure) {
  RetryPolicy policy(options_, call_, time_);
  now_ += 10 * call_.retry_for;
  EXPECT_TRUE(policy.WaitForRetry(unavailable_));
  now_ += call_.retry_for;
  EXPECT_FALSE(policy.WaitForRetry(unavailable_));
}

TEST_F(RetryPolicyTest, TellsOfEachWait) {
  std::vector<absl::Duration> told;
  options_.on_wait = [&](const absl::Status& failure, absl::Duration failing_for) {
    EXPECT_EQ(failure, unavailable_.status);
    told.push_back(failing_for);
  };
  RetryPolicy policy(options_, call_, time_);
  while (policy.WaitForRetry(unavailable_)) {
  }
  ASSERT_EQ(told.size(), waits_.size());
  absl::Duration failing_for;
  for (size_t i = 0; i < told.size(); ++i) {
    EXPECT_EQ(told[i], failing_for);
    failing_for += waits_[i];
  }
}

TEST_F(RetryPolicyTest, StartsAfreshAfterProgress) {
  RetryPolicy policy(options_, call_, time_);
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(policy.WaitForRetry(unavailable_));
    policy.NoteProgress();
  }
  EXPECT_THAT(waits_, Each(Le(absl::Seconds(1))));
}

// What remains of a deadline that a wait would use up helps nobody.
TEST_F(RetryPolicyTest, DoesNotWaitBeyondTheDeadline) {
  call_.timeout = absl::Seconds(5);
  RetryPolicy policy(options_, call_, time_);
  EXPECT_EQ(policy.deadline(), now_ + call_.timeout);
  while (policy.WaitForRetry(unavailable_)) {
  }
  EXPECT_THAT(waits_, Not(IsEmpty()));
  EXPECT_LT(now_, policy.deadline());
}

TEST_F(RetryPolicyTest, ComesBackWhenABusyServerWantsIt) {
  RetryPolicy policy(options_, call_, time_);
  const absl::Status busy = absl::ResourceExhaustedError("busy");
  EXPECT_TRUE(policy.WaitForRetry({busy, absl::Seconds(7)}));
  EXPECT_THAT(waits_[0], AllOf(Ge(absl::Milliseconds(7500)), Le(absl::Seconds(8))));
  EXPECT_FALSE(policy.WaitForRetry({busy, absl::Milliseconds(-1)})) << "it asks not to";
}

TEST_F(RetryPolicyTest, DoesNotRetryWhatTheServerMeant) {
  RetryPolicy policy(options_, call_, time_);
  EXPECT_FALSE(policy.WaitForRetry({absl::InvalidArgumentError("speed_m_s: 51"), std::nullopt}));
  EXPECT_THAT(waits_, IsEmpty());
}

TEST_F(RetryPolicyTest, DoesNotRetryWithoutPatience) {
  call_.retry_for = absl::ZeroDuration();
  EXPECT_FALSE(RetryPolicy(options_, call_, time_).WaitForRetry(unavailable_));
  EXPECT_THAT(waits_, IsEmpty());
}

TEST_F(RetryPolicyTest, DoesNotRetryAfterAStop) {
  std::stop_source stop;
  call_.stop = stop.get_token();
  RetryPolicy policy(options_, call_, time_);
  stop.request_stop();
  EXPECT_FALSE(policy.WaitForRetry(unavailable_));
  EXPECT_THAT(waits_, IsEmpty());
}

TEST_F(RetryPolicyTest, AStopEndsTheRealSleep) {
  time_.sleep = nullptr;
  options_.initial_backoff = absl::Hours(1);
  options_.max_backoff = absl::Hours(1);
  call_.retry_for = absl::Hours(10);
  std::stop_source stop;
  call_.stop = stop.get_token();
  RetryPolicy policy(options_, call_, time_);
  std::jthread stopper([&stop] { stop.request_stop(); });
  EXPECT_FALSE(policy.WaitForRetry(unavailable_));
}

TEST(IsTransientTest, TellsABrokenTransportFromAnAnswer) {
  EXPECT_TRUE(IsTransient(absl::UnavailableError("")));
  EXPECT_TRUE(IsTransient(absl::CancelledError("")));
  EXPECT_TRUE(IsTransient(absl::ResourceExhaustedError("the server is busy")));
  carom::v1::ShotFailure other_version;
  other_version.set_code(google::rpc::FAILED_PRECONDITION);
  EXPECT_FALSE(IsTransient(ToStatus(other_version)));
  other_version.mutable_field()->set_path("engine_version");
  EXPECT_TRUE(IsTransient(ToStatus(other_version)));
  EXPECT_FALSE(
      IsTransient(absl::ResourceExhaustedError("Received message larger than max (2 vs. 1)")));
  EXPECT_FALSE(IsTransient(absl::FailedPreconditionError("")));
  EXPECT_TRUE(IsTransient(absl::UnknownError("Stream removed")));
  EXPECT_TRUE(IsTransient(absl::InternalError("Received RST_STREAM with error code 2")));
  EXPECT_FALSE(IsTransient(absl::UnknownError("")));
  EXPECT_FALSE(IsTransient(absl::InternalError("")));
  EXPECT_FALSE(IsTransient(absl::DeadlineExceededError("")));
  EXPECT_FALSE(IsTransient(absl::InvalidArgumentError("")));
}

}  // namespace
}  // namespace carom
