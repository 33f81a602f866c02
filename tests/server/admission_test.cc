#include "server/admission.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "absl/time/clock.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using Ticket = Admission::Ticket;

const absl::Time kNever = absl::InfiniteFuture();

AdmissionLimits SmallLimits() {
  AdmissionLimits limits;
  limits.memory_budget_bytes = 1 << 20;
  limits.max_calls = 3;
  limits.max_long_calls = 2;
  limits.max_batches = 2;
  return limits;
}

std::unique_ptr<Ticket> Taken(Admission::Answer answer) {
  auto* const ticket = std::get_if<std::unique_ptr<Ticket>>(&answer);
  return ticket == nullptr ? nullptr : std::move(*ticket);
}

std::string Refused(const Admission::Answer& answer) {
  const auto* const refusal = std::get_if<Refusal>(&answer);
  if (refusal == nullptr) return "taken";
  EXPECT_TRUE(absl::IsResourceExhausted(refusal->status));
  EXPECT_GT(refusal->pushback.count(), 0);
  return std::string(refusal->status.message());
}

// A call that took so long.
void AnswerCall(Admission& admission, std::chrono::nanoseconds worked) {
  const auto ticket = Taken(admission.TakeCall(10, kNever));
  ticket->Worked(worked);
  ticket->Answered();
}

TEST(Admission, BoundsCallsAndBatches) {
  Admission admission(SmallLimits(), 2);
  std::vector<std::unique_ptr<Ticket>> tickets;
  for (int i = 0; i < 3; ++i) tickets.push_back(Taken(admission.TakeCall(10, kNever)));
  EXPECT_THAT(Refused(admission.TakeCall(10, kNever)), HasSubstr("--max-calls"));
  // Long calls have places of their own.
  for (int i = 0; i < 2; ++i) tickets.push_back(Taken(admission.TakeLongCall(10)));
  EXPECT_THAT(Refused(admission.TakeLongCall(10)), HasSubstr("--max-long-calls"));
  for (int i = 0; i < 2; ++i) tickets.push_back(Taken(admission.TakeBatch(10)));
  EXPECT_THAT(Refused(admission.TakeBatch(10)), HasSubstr("--max-batches"));
  EXPECT_EQ(admission.refused(Shortage::kCalls), 1);
  EXPECT_EQ(admission.refused(Shortage::kLongCalls), 1);
  EXPECT_EQ(admission.refused(Shortage::kBatches), 1);
  tickets.clear();
  EXPECT_EQ(admission.calls(), 0);
  EXPECT_EQ(admission.batches(), 0);
  EXPECT_EQ(admission.budget().reserved(), 0);
  EXPECT_EQ(Refused(admission.TakeCall(10, kNever)), "taken");
}

TEST(Admission, BoundsBytes) {
  Admission admission(SmallLimits(), 2);
  EXPECT_THAT(Refused(admission.TakeCall(2 << 20, kNever)), HasSubstr("--memory-budget-bytes"));
  EXPECT_EQ(admission.calls(), 0);
  EXPECT_EQ(admission.budget().reserved(), 0);
  const auto ticket = Taken(admission.TakeCall(1 << 19, kNever));
  ASSERT_NE(ticket, nullptr);
  EXPECT_TRUE(ticket->Grow(1 << 18).ok());
  const auto other = Taken(admission.TakeCall(10, kNever));
  EXPECT_TRUE(absl::IsResourceExhausted(other->Grow(1 << 18))) << "later there may be room";
  EXPECT_TRUE(absl::IsOutOfRange(other->Grow(1 << 20))) << "never";
  other->bytes.Resize(0);
  ticket->bytes.Resize(100);
  EXPECT_EQ(admission.budget().reserved(), 100);
}

// After calls of 100 ms each, one worker answers the third after 300, which must fit into half of
// the time that it has.
TEST(Admission, RefusesWhatWouldWaitTooLong) {
  AdmissionLimits limits = SmallLimits();
  limits.max_calls = 1000;
  limits.max_wait = std::chrono::milliseconds(1000);
  Admission admission(limits, 1);
  for (int i = 0; i < 1000; ++i) {
    AnswerCall(admission, std::chrono::milliseconds(100));
  }
  const auto first = Taken(admission.TakeCall(10, kNever));
  const auto second = Taken(admission.TakeCall(10, kNever));
  ASSERT_NE(second, nullptr);
  EXPECT_THAT(Refused(admission.TakeCall(10, absl::Now() + absl::Milliseconds(500))),
              HasSubstr("wait too long"));
  EXPECT_EQ(Refused(admission.TakeCall(10, absl::Now() + absl::Milliseconds(700))), "taken");
  std::vector<std::unique_ptr<Ticket>> queue;
  while (auto ticket = Taken(admission.TakeCall(10, kNever))) queue.push_back(std::move(ticket));
  EXPECT_EQ(queue.size(), 8u) << "ten calls before it give the next its answer after 1.1 s";
}

// Half of the calls take 50 ms and half 150: a mean of 100 and a deviation of 50. The answer to a
// fourth call is expected after 4 x 100 + 4 x 2 x 50 = 800 ms, give or take what the moving means
// sway by.
TEST(Admission, LeavesRoomForCallsThatTakeLonger) {
  AdmissionLimits limits = SmallLimits();
  limits.max_calls = 1000;
  Admission admission(limits, 1);
  for (int i = 0; i < 1000; ++i) {
    AnswerCall(admission, std::chrono::milliseconds(50 + 100 * (i % 2)));
  }
  std::vector<std::unique_ptr<Ticket>> before;
  for (int i = 0; i < 3; ++i) before.push_back(Taken(admission.TakeCall(10, kNever)));
  EXPECT_THAT(Refused(admission.TakeCall(10, absl::Now() + absl::Milliseconds(1400))),
              HasSubstr("wait too long"));
  EXPECT_EQ(Refused(admission.TakeCall(10, absl::Now() + absl::Milliseconds(1800))), "taken");
}

// A call that is given up half-way looks short. Once these drew the mean down, so that more calls
// were taken up than could be answered, more were given up, and so on.
TEST(Admission, LearnsNothingFromCallsThatAreGivenUp) {
  AdmissionLimits limits = SmallLimits();
  limits.max_calls = 1000;
  Admission admission(limits, 1);
  AnswerCall(admission, std::chrono::milliseconds(100));
  for (int i = 0; i < 1000; ++i) {
    Taken(admission.TakeCall(10, kNever))->Worked(std::chrono::milliseconds(1));
  }
  const auto before = Taken(admission.TakeCall(10, kNever));
  EXPECT_THAT(Refused(admission.TakeCall(10, absl::Now() + absl::Milliseconds(300))),
              HasSubstr("wait too long"));
}

// A planner's one shot goes before large calls, and is not refused for them.
TEST(Admission, SmallCallsDoNotWaitForLargeOnes) {
  AdmissionLimits limits = SmallLimits();
  limits.max_calls = 1000;
  Admission admission(limits, 1);
  const auto answer = [&admission](int64_t bytes, std::chrono::microseconds worked) {
    const auto ticket = Taken(admission.TakeCall(bytes, kNever));
    ticket->Worked(worked);
    ticket->Answered();
  };
  answer(20'000, std::chrono::seconds(1));
  answer(100, std::chrono::microseconds(300));
  const auto large = Taken(admission.TakeCall(20'000, kNever));
  const absl::Time soon = absl::Now() + absl::Milliseconds(500);
  EXPECT_THAT(Refused(admission.TakeCall(20'000, soon)), HasSubstr("wait too long"));
  EXPECT_EQ(Refused(admission.TakeCall(100, soon)), "taken");
}

// Whatever calls took lately: who need not wait is taken up.
TEST(Admission, TakesACallThatNeedNotWait) {
  Admission admission(SmallLimits(), 2);
  AnswerCall(admission, std::chrono::hours(1));
  const absl::Time soon = absl::Now() + absl::Milliseconds(100);
  const auto first = Taken(admission.TakeCall(10, soon));
  const auto second = Taken(admission.TakeCall(10, soon));
  ASSERT_NE(second, nullptr);
  EXPECT_THAT(Refused(admission.TakeCall(10, soon)), HasSubstr("wait too long"));
}

// Batches have 2 of 14 shares beside calls, so ten calls of 100 ms take 1.17 s.
TEST(Admission, CountsTheShareOfBatches) {
  AdmissionLimits limits = SmallLimits();
  limits.max_calls = 1000;
  Admission admission(limits, 1);
  AnswerCall(admission, std::chrono::milliseconds(100));
  std::vector<std::unique_ptr<Ticket>> before;
  for (int i = 0; i < 9; ++i) before.push_back(Taken(admission.TakeCall(10, kNever)));
  const auto soon = [] { return absl::Now() + absl::Milliseconds(2200); };
  EXPECT_EQ(Refused(admission.TakeCall(10, soon())), "taken");
  const auto batch = Taken(admission.TakeBatch(10));
  EXPECT_THAT(Refused(admission.TakeCall(10, soon())), HasSubstr("wait too long"));
}

// Mechanisms run for minutes; nobody waits for them.
TEST(Admission, LongCallsMakeNobodyWait) {
  Admission admission(SmallLimits(), 1);
  Taken(admission.TakeLongCall(10))->Worked(std::chrono::hours(1));
  const auto found_out = Taken(admission.TakeCall(10, kNever));
  EXPECT_TRUE(found_out->BecomesLong().ok());
  found_out->Worked(std::chrono::hours(1));
  EXPECT_EQ(Refused(admission.TakeCall(10, absl::Now() + absl::Seconds(1))), "taken");
}

// Once such a call left its place among the short ones and was counted nowhere: any number ran.
TEST(Admission, ACallThatBecomesLongTakesAPlaceOfLongCalls) {
  Admission admission(SmallLimits(), 1);
  const auto first = Taken(admission.TakeLongCall(10));
  const auto second = Taken(admission.TakeCall(10, kNever));
  EXPECT_TRUE(second->BecomesLong().ok());
  EXPECT_TRUE(second->BecomesLong().ok());  // As every worker of the call may say.
  const auto third = Taken(admission.TakeCall(10, kNever));
  const absl::Status refused = third->BecomesLong();
  EXPECT_TRUE(absl::IsResourceExhausted(refused));
  EXPECT_THAT(std::string(refused.message()), HasSubstr("--max-long-calls"));
  EXPECT_EQ(admission.refused(Shortage::kLongCalls), 1);
  EXPECT_THAT(Refused(admission.TakeLongCall(10)), HasSubstr("--max-long-calls"));
}

}  // namespace
}  // namespace carom
