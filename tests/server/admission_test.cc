#include "server/admission.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "absl/time/clock.h"
#include "carom/v1/simulation.pb.h"
#include "server/wire_message.h"
#include "tests/server/test_service.h"

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

CallShape Shape(int64_t bytes, CallKind kind = CallKind::kShort) {
  CallShape shape;
  shape.bytes = bytes;
  shape.kind = kind;
  return shape;
}

// Of nobody in particular.
Admission::Answer TakeCall(Admission& admission, int64_t bytes, absl::Time deadline) {
  return admission.Take(Shape(bytes), 0, deadline);
}
Admission::Answer TakeLongCall(Admission& admission, int64_t bytes) {
  return admission.Take(Shape(bytes, CallKind::kLong), 0);
}
Admission::Answer TakeBatch(Admission& admission, int64_t bytes) {
  return admission.Take(Shape(bytes, CallKind::kBulk), 0);
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
  const auto ticket = Taken(TakeCall(admission, 10, kNever));
  ticket->Worked(worked);
  ticket->Answered();
}

TEST(Admission, BoundsCallsAndBatches) {
  Admission admission(SmallLimits(), 2);
  std::vector<std::unique_ptr<Ticket>> tickets;
  for (int i = 0; i < 3; ++i) tickets.push_back(Taken(TakeCall(admission, 10, kNever)));
  EXPECT_THAT(Refused(TakeCall(admission, 10, kNever)), HasSubstr("--max-calls"));
  // Long calls have places of their own.
  for (int i = 0; i < 2; ++i) tickets.push_back(Taken(TakeLongCall(admission, 10)));
  EXPECT_THAT(Refused(TakeLongCall(admission, 10)), HasSubstr("--max-long-calls"));
  for (int i = 0; i < 2; ++i) tickets.push_back(Taken(TakeBatch(admission, 10)));
  EXPECT_THAT(Refused(TakeBatch(admission, 10)), HasSubstr("--max-batches"));
  EXPECT_EQ(admission.refused(Shortage::kCalls), 1);
  EXPECT_EQ(admission.refused(Shortage::kLongCalls), 1);
  EXPECT_EQ(admission.refused(Shortage::kBatches), 1);
  tickets.clear();
  EXPECT_EQ(admission.calls(), 0);
  EXPECT_EQ(admission.batches(), 0);
  EXPECT_EQ(admission.budget().reserved(), 0);
  EXPECT_EQ(Refused(TakeCall(admission, 10, kNever)), "taken");
}

TEST(Admission, BoundsBytes) {
  Admission admission(SmallLimits(), 2);
  EXPECT_THAT(Refused(TakeCall(admission, 2 << 20, kNever)), HasSubstr("--memory-budget-bytes"));
  EXPECT_EQ(admission.calls(), 0);
  EXPECT_EQ(admission.budget().reserved(), 0);
  const auto ticket = Taken(TakeCall(admission, 1 << 19, kNever));
  ASSERT_NE(ticket, nullptr);
  EXPECT_TRUE(ticket->Grow(1 << 18).ok());
  const auto other = Taken(TakeCall(admission, 10, kNever));
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
  const auto first = Taken(TakeCall(admission, 10, kNever));
  const auto second = Taken(TakeCall(admission, 10, kNever));
  ASSERT_NE(second, nullptr);
  EXPECT_THAT(Refused(TakeCall(admission, 10, absl::Now() + absl::Milliseconds(500))),
              HasSubstr("wait too long"));
  EXPECT_EQ(Refused(TakeCall(admission, 10, absl::Now() + absl::Milliseconds(700))), "taken");
  std::vector<std::unique_ptr<Ticket>> queue;
  while (auto ticket = Taken(TakeCall(admission, 10, kNever))) queue.push_back(std::move(ticket));
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
  for (int i = 0; i < 3; ++i) before.push_back(Taken(TakeCall(admission, 10, kNever)));
  EXPECT_THAT(Refused(TakeCall(admission, 10, absl::Now() + absl::Milliseconds(1400))),
              HasSubstr("wait too long"));
  EXPECT_EQ(Refused(TakeCall(admission, 10, absl::Now() + absl::Milliseconds(1800))), "taken");
}

// A call that is given up half-way looks short. Once these drew the mean down, so that more calls
// were taken up than could be answered, more were given up, and so on.
TEST(Admission, LearnsNothingFromCallsThatAreGivenUp) {
  AdmissionLimits limits = SmallLimits();
  limits.max_calls = 1000;
  Admission admission(limits, 1);
  AnswerCall(admission, std::chrono::milliseconds(100));
  for (int i = 0; i < 1000; ++i) {
    Taken(TakeCall(admission, 10, kNever))->Worked(std::chrono::milliseconds(1));
  }
  const auto before = Taken(TakeCall(admission, 10, kNever));
  EXPECT_THAT(Refused(TakeCall(admission, 10, absl::Now() + absl::Milliseconds(300))),
              HasSubstr("wait too long"));
}

// A planner's one shot goes before large calls, and is not refused for them.
TEST(Admission, SmallCallsDoNotWaitForLargeOnes) {
  AdmissionLimits limits = SmallLimits();
  limits.max_calls = 1000;
  Admission admission(limits, 1);
  const auto answer = [&admission](int64_t bytes, std::chrono::microseconds worked) {
    const auto ticket = Taken(TakeCall(admission, bytes, kNever));
    ticket->Worked(worked);
    ticket->Answered();
  };
  answer(20'000, std::chrono::seconds(1));
  answer(100, std::chrono::microseconds(300));
  const auto large = Taken(TakeCall(admission, 20'000, kNever));
  const absl::Time soon = absl::Now() + absl::Milliseconds(500);
  EXPECT_THAT(Refused(TakeCall(admission, 20'000, soon)), HasSubstr("wait too long"));
  EXPECT_EQ(Refused(TakeCall(admission, 100, soon)), "taken");
}

// Whatever calls took lately: who need not wait is taken up.
TEST(Admission, TakesACallThatNeedNotWait) {
  Admission admission(SmallLimits(), 2);
  AnswerCall(admission, std::chrono::hours(1));
  const absl::Time soon = absl::Now() + absl::Milliseconds(100);
  const auto first = Taken(TakeCall(admission, 10, soon));
  const auto second = Taken(TakeCall(admission, 10, soon));
  ASSERT_NE(second, nullptr);
  EXPECT_THAT(Refused(TakeCall(admission, 10, soon)), HasSubstr("wait too long"));
}

// Batches have 2 of 14 shares beside calls, so ten calls of 100 ms take 1.17 s.
TEST(Admission, CountsTheShareOfBatches) {
  AdmissionLimits limits = SmallLimits();
  limits.max_calls = 1000;
  Admission admission(limits, 1);
  AnswerCall(admission, std::chrono::milliseconds(100));
  std::vector<std::unique_ptr<Ticket>> before;
  for (int i = 0; i < 9; ++i) before.push_back(Taken(TakeCall(admission, 10, kNever)));
  const auto soon = [] { return absl::Now() + absl::Milliseconds(2200); };
  EXPECT_EQ(Refused(TakeCall(admission, 10, soon())), "taken");
  const auto batch = Taken(TakeBatch(admission, 10));
  EXPECT_THAT(Refused(TakeCall(admission, 10, soon())), HasSubstr("wait too long"));
}

// Mechanisms run for minutes; nobody waits for them.
TEST(Admission, LongCallsMakeNobodyWait) {
  Admission admission(SmallLimits(), 1);
  Taken(TakeLongCall(admission, 10))->Worked(std::chrono::hours(1));
  const auto found_out = Taken(TakeCall(admission, 10, kNever));
  EXPECT_TRUE(found_out->BecomesLong().ok());
  found_out->Worked(std::chrono::hours(1));
  EXPECT_EQ(Refused(TakeCall(admission, 10, absl::Now() + absl::Seconds(1))), "taken");
}

// Once such a call left its place among the short ones and was counted nowhere: any number ran.
TEST(Admission, ACallThatBecomesLongTakesAPlaceOfLongCalls) {
  Admission admission(SmallLimits(), 1);
  const auto first = Taken(TakeLongCall(admission, 10));
  const auto second = Taken(TakeCall(admission, 10, kNever));
  EXPECT_TRUE(second->BecomesLong().ok());
  EXPECT_TRUE(second->BecomesLong().ok());  // As every worker of the call may say.
  const auto third = Taken(TakeCall(admission, 10, kNever));
  const absl::Status refused = third->BecomesLong();
  EXPECT_TRUE(absl::IsResourceExhausted(refused));
  EXPECT_THAT(std::string(refused.message()), HasSubstr("--max-long-calls"));
  EXPECT_EQ(admission.refused(Shortage::kLongCalls), 1);
  EXPECT_THAT(Refused(TakeLongCall(admission, 10)), HasSubstr("--max-long-calls"));
}

// Two calls that rest in turns keep a log each, though there is one worker.
TEST(Admission, ACallThatBecomesLongTakesItsLogsForItself) {
  Admission admission(SmallLimits(), 1);
  const auto first = Taken(TakeCall(admission, 10, kNever));
  const auto second = Taken(TakeCall(admission, 10, kNever));
  const int64_t without_logs = admission.budget().reserved();
  constexpr int64_t kLog = 1000;
  ASSERT_TRUE(first->GrowForWorkers(kLog, 1).ok());
  ASSERT_TRUE(second->GrowForWorkers(kLog, 1).ok());
  EXPECT_EQ(admission.budget().reserved(), without_logs + kLog);
  ASSERT_TRUE(first->BecomesLong().ok());
  ASSERT_TRUE(first->BecomesLong().ok());
  EXPECT_EQ(admission.budget().reserved(), without_logs + 2 * kLog);
  ASSERT_TRUE(second->BecomesLong().ok());
  EXPECT_EQ(admission.budget().reserved(), without_logs + 3 * kLog);
}

// No more bytes than one shot takes: they were of one class, and made one shot look slow.
TEST(Admission, ManyShotsInFewBytesAreNotTakenForOne) {
  v1::SimulateRequest many;
  many.add_layouts()->mutable_rack()->set_name("nine_ball");
  many.mutable_columns()->set_shot_count(4096);
  const CallShape large = ShapeOf<v1::SimulateRequest>(ToBytes(many));
  const CallShape small = ShapeOf<v1::SimulateRequest>(ToBytes(Breaks(1)));
  EXPECT_LE(large.bytes, small.bytes);
  AdmissionLimits limits = SmallLimits();
  limits.memory_budget_bytes = 1 << 30;
  limits.max_calls = 1000;
  Admission admission(limits, 1);
  constexpr int kFlood = 100;
  std::vector<std::unique_ptr<Ticket>> tickets;
  for (int i = 0; i < kFlood; ++i) {
    const auto before = Taken(admission.Take(large, 1));
    const auto single = Taken(admission.Take(small, 2));
    ASSERT_NE(single, nullptr);
    before->Worked(std::chrono::milliseconds(170));
    before->Answered();
    single->Worked(std::chrono::microseconds(100));
    single->Answered();
  }
  while (auto ticket = Taken(admission.Take(large, 1))) tickets.push_back(std::move(ticket));
  EXPECT_LT(tickets.size(), 14u) << "as many as are answered within max_wait";
  const absl::Time soon = absl::Now() + absl::Milliseconds(100);
  for (int i = 0; i < 4; ++i) {
    tickets.push_back(Taken(admission.Take(small, 2, soon)));
    EXPECT_NE(tickets.back(), nullptr) << i;
  }
}

// Answers that a thousand callers do not read kept others out for a minute.
TEST(Admission, WhatIsDoneIsNotWaiting) {
  AdmissionLimits limits = SmallLimits();
  limits.max_calls = 100;
  Admission admission(limits, 1);
  std::vector<std::unique_ptr<Ticket>> unread;
  for (int i = 0; i < 20; ++i) {
    unread.push_back(Taken(TakeCall(admission, 10, kNever)));
    ASSERT_NE(unread.back(), nullptr);
    unread.back()->Worked(std::chrono::seconds(1));
    unread.back()->Answered();
    unread.back()->WorkIsOver();
    unread.back()->bytes.Resize(1000);
  }
  EXPECT_EQ(admission.calls(), 0);
  EXPECT_EQ(admission.budget().reserved(), 20 * 1000) << "but its bytes are there";
  EXPECT_EQ(Refused(TakeCall(admission, 10, kNever)), "taken");
  unread.clear();
  EXPECT_EQ(admission.calls(), 0);
  EXPECT_EQ(admission.budget().reserved(), 0);
}

// Once, calls that had been slow were refused beside any work that takes longer, and nothing showed
// that they are quick again.
TEST(Admission, AClassThatWasSlowIsTriedAgain) {
  AdmissionLimits limits = SmallLimits();
  limits.max_calls = 1000;
  limits.max_wait = std::chrono::milliseconds(1000);
  Admission admission(limits, 1);
  for (int i = 0; i < 100; ++i) AnswerCall(admission, std::chrono::milliseconds(100));
  const auto large = [&admission] { return admission.Take(Shape(20'000), 0); };
  {
    const auto known = Taken(large());
    known->Worked(std::chrono::seconds(1));
    known->Answered();
  }
  const auto other = Taken(large());  // A second of work, so that others would wait too long.
  const auto two_at_once = [&] {
    const auto one = Taken(TakeCall(admission, 10, kNever));
    return Taken(TakeCall(admission, 10, kNever)) != nullptr;
  };
  EXPECT_FALSE(two_at_once()) << "slow";
  // The mean follows the last 32 calls: after so many times five it has forgotten the others.
  for (int i = 0; i < 5 * 32; ++i) AnswerCall(admission, std::chrono::microseconds(50));
  EXPECT_TRUE(two_at_once());
}

// Of each bound a quarter is left to those who come.
TEST(Admission, OneCallerLeavesRoomToOthers) {
  AdmissionLimits limits;
  limits.memory_budget_bytes = 100 << 20;
  limits.max_calls = limits.max_long_calls = limits.max_batches = 8;
  for (const CallKind kind : {CallKind::kShort, CallKind::kLong, CallKind::kBulk}) {
    Admission admission(limits, 1);
    std::vector<std::unique_ptr<Ticket>> tickets;
    while (auto ticket = Taken(admission.Take(Shape(10, kind), 1))) {
      tickets.push_back(std::move(ticket));
    }
    EXPECT_EQ(tickets.size(), 6u);
    for (const uint64_t caller : {2, 3}) {
      tickets.push_back(Taken(admission.Take(Shape(10, kind), caller)));
      EXPECT_NE(tickets.back(), nullptr) << caller;
      EXPECT_NE(Refused(admission.Take(Shape(10, kind), caller)), "taken");
    }
    EXPECT_NE(Refused(admission.Take(Shape(10, kind), 4)), "taken") << "all are taken";
    tickets.pop_back();
    EXPECT_EQ(Refused(admission.Take(Shape(10, kind), 4)), "taken");
  }
}

// A worker works on one call at a time, whatever number of calls there is.
TEST(Admission, CallsShareTheMemoryOfWorkers) {
  AdmissionLimits limits;
  limits.memory_budget_bytes = 100 << 20;
  constexpr int64_t kEach = 10 << 20;
  Admission admission(limits, 4);
  const auto take = [&] { return Taken(admission.Take(Shape(0), 1)); };
  auto first = take();
  auto second = take();
  const int64_t calls = admission.budget().reserved();
  EXPECT_TRUE(first->GrowForWorkers(kEach, 3).ok());
  EXPECT_EQ(admission.budget().reserved() - calls, 3 * kEach);
  EXPECT_TRUE(second->GrowForWorkers(kEach, 3).ok());
  EXPECT_EQ(admission.budget().reserved() - calls, 4 * kEach);
  first.reset();
  EXPECT_GE(admission.budget().reserved(), 3 * kEach);
  second.reset();
  EXPECT_EQ(admission.budget().reserved(), 0);
  EXPECT_TRUE(absl::IsOutOfRange(take()->GrowForWorkers(30 << 20, 4))) << "never";
}

TEST(Admission, OneCallerLeavesMemoryToOthers) {
  AdmissionLimits limits;
  limits.memory_budget_bytes = 100 << 20;
  Admission admission(limits, 1);
  const auto first = Taken(admission.Take(Shape(10), 1));
  const auto second = Taken(admission.Take(Shape(10), 1));
  EXPECT_TRUE(first->Grow(60 << 20).ok());
  EXPECT_TRUE(absl::IsResourceExhausted(second->Grow(20 << 20)));
  EXPECT_TRUE(second->Grow(10 << 20).ok());
  EXPECT_TRUE(absl::IsResourceExhausted(second->Grow(10 << 20)));
  EXPECT_TRUE(second->Grow(1 << 16).ok()) << "small amounts are always free";
  const auto other = Taken(admission.Take(Shape(10), 2));
  ASSERT_NE(other, nullptr);
  EXPECT_TRUE(other->Grow(20 << 20).ok());
  first->bytes.Resize(0);
  second->bytes.Resize(0);
  EXPECT_TRUE(first->Grow(79 << 20).ok()) << "alone it may have all that is free";
}

// Who has much waiting waits for it; who has nothing waits for its turn.
TEST(Admission, ExpectsAnAnswerByTheCallersTurn) {
  AdmissionLimits limits = SmallLimits();
  limits.max_calls = 1000;
  limits.memory_budget_bytes = 1 << 30;
  Admission admission(limits, 1);
  AnswerCall(admission, std::chrono::milliseconds(100));
  std::vector<std::unique_ptr<Ticket>> queue;
  while (auto ticket = Taken(admission.Take(Shape(10), 1))) queue.push_back(std::move(ticket));
  EXPECT_EQ(queue.size(), 20u) << "two seconds";
  const auto soon = [] { return absl::Now() + absl::Milliseconds(500); };
  EXPECT_EQ(Refused(admission.Take(Shape(10), 2, soon())), "taken")
      << "after one call of the other: 200 ms";
  EXPECT_THAT(Refused(admission.Take(Shape(10), 1, soon())), HasSubstr("wait too long"));
}

}  // namespace
}  // namespace carom
