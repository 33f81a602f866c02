#include "core/event/event_queue.h"

#include <gtest/gtest.h>

#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "core/math/first_crossing.h"

namespace carom {
namespace {

Event BallBall(double time_s, int16_t a, int16_t b) { return {time_s, EventKind::kBallBall, a, b}; }
Event Cushion(double time_s, int16_t ball, int16_t nose) {
  return {time_s, EventKind::kBallCushion, ball, nose};
}

// Answers an event queue from a list, and notes who was asked.
struct Oracle {
  std::map<std::pair<int, int>, double> meetings;
  std::map<int, Event> own;
  std::vector<std::pair<int, int>> asked;

  Event Next(EventQueue& queue) {
    const auto search = [this](int ball) {
      asked.emplace_back(ball, ball);
      return own.at(ball);
    };
    const auto meet = [this](int ball, int partner) -> OptionalTime {
      asked.emplace_back(ball, partner);
      const auto found = meetings.find({ball, partner});
      if (found == meetings.end()) return std::nullopt;
      return found->second;
    };
    return queue.Next(search, meet);
  }
};

void SetPartners(EventQueue& queue, int ball, const std::map<int, double>& earliest_s) {
  uint32_t partners = 0;
  for (const auto& [partner, time_s] : earliest_s) {
    queue.EarliestOf(ball)[partner] = time_s;
    partners |= 1u << partner;
  }
  queue.SetPartners(ball, partners);
}

TEST(EventQueue, EmptyHasNothing) {
  EventQueue queue;
  queue.Reset(3);
  Oracle oracle;
  EXPECT_EQ(oracle.Next(queue), EventQueue::kNothing);
}

TEST(EventQueue, TheEarliestOfAllComesFirst) {
  EventQueue queue;
  queue.Reset(3);
  Oracle oracle;
  queue.SetSingleBallEvent(0, Cushion(2.0, 0, 0));
  queue.SetSingleBallEvent(1, Cushion(1.0, 1, 5));
  EXPECT_EQ(oracle.Next(queue), Cushion(1.0, 1, 5));
  queue.Forget(1u << 1);
  EXPECT_EQ(oracle.Next(queue), Cushion(2.0, 0, 0));
  EXPECT_TRUE(oracle.asked.empty());
}

// A meeting is asked for once its bound has come up, and not before.
TEST(EventQueue, AsksOnlyWhatIsDue) {
  EventQueue queue;
  queue.Reset(4);
  Oracle oracle;
  oracle.meetings = {{{2, 0}, 1.5}};
  queue.SetSingleBallEvent(2, Cushion(3.0, 2, 1));
  SetPartners(queue, 2, {{0, 1.0}, {1, 1.2}, {3, 1.8}});
  EXPECT_EQ(oracle.Next(queue), BallBall(1.5, 0, 2));
  const std::vector<std::pair<int, int>> expected = {{2, 0}, {2, 1}};
  EXPECT_EQ(oracle.asked, expected);
  // Once known, it is not asked for again.
  EXPECT_EQ(oracle.Next(queue), BallBall(1.5, 0, 2));
  EXPECT_EQ(oracle.asked, expected);
}

TEST(EventQueue, AMeetingAfterAnEventOfTheBallsOwnNeverHappens) {
  EventQueue queue;
  queue.Reset(2);
  Oracle oracle;
  oracle.meetings = {{{0, 1}, 2.5}};
  queue.SetSingleBallEvent(0, Cushion(2.0, 0, 1));
  SetPartners(queue, 0, {{1, 1.0}});
  EXPECT_EQ(oracle.Next(queue), Cushion(2.0, 0, 1));
}

TEST(EventQueue, SearchesABallOnceItsBoundIsDue) {
  EventQueue queue;
  queue.Reset(2);
  Oracle oracle;
  oracle.own = {{0, Cushion(1.5, 0, 3)}};
  const Event end{4.0, EventKind::kSlidingToRolling, 0, -1};
  queue.SetSingleBallEvent(0, end, 1.0);
  queue.SetSingleBallEvent(1, Cushion(0.5, 1, 2));
  EXPECT_EQ(oracle.Next(queue), Cushion(0.5, 1, 2));
  EXPECT_TRUE(oracle.asked.empty());
  queue.Forget(1u << 1);
  EXPECT_EQ(oracle.Next(queue), Cushion(1.5, 0, 3));
}

// What others expect of a ball goes with it; what they expect beside it stays.
TEST(EventQueue, ForgetsABallInAllRows) {
  EventQueue queue;
  queue.Reset(4);
  Oracle oracle;
  oracle.meetings = {{{2, 0}, 1.5}, {{2, 1}, 1.7}};
  SetPartners(queue, 2, {{0, 1.0}, {1, 1.1}});
  EXPECT_EQ(oracle.Next(queue), BallBall(1.5, 0, 2));
  queue.Forget(1u << 0);
  EXPECT_EQ(oracle.Next(queue), BallBall(1.7, 1, 2));
  queue.Forget(1u << 2);
  EXPECT_EQ(oracle.Next(queue), EventQueue::kNothing);
}

// Events of one time come in the order of Earlier(), wherever they are noted.
TEST(EventQueue, TiesComeInTheirOrder) {
  EventQueue queue;
  queue.Reset(4);
  Oracle oracle;
  oracle.meetings = {{{3, 1}, 1.0}, {{2, 0}, 1.0}, {{3, 0}, 1.0}};
  SetPartners(queue, 3, {{1, 0.9}, {0, 0.8}});
  SetPartners(queue, 2, {{0, 1.0}});
  queue.SetSingleBallEvent(3, Cushion(1.0, 3, 7));
  EXPECT_EQ(oracle.Next(queue), BallBall(1.0, 0, 2));
  queue.Forget(1u << 2);
  EXPECT_EQ(oracle.Next(queue), BallBall(1.0, 0, 3));
  queue.Forget(1u << 0);
  EXPECT_EQ(oracle.Next(queue), BallBall(1.0, 1, 3));
  queue.Forget(1u << 1);
  EXPECT_EQ(oracle.Next(queue), Cushion(1.0, 3, 7));
}

// Simultaneous events have one order: transitions before contacts, then by kind and ids.
TEST(EventQueue, TiesHaveOneOrder) {
  const Event order[] = {
      {1.0, EventKind::kSlidingToRolling, 1, -1},
      BallBall(1.0, 0, 1),
      BallBall(1.0, 0, 2),
      Cushion(1.0, 0, 7),
      Cushion(1.0, 2, 0),
      {1.0 + 1e-15, EventKind::kBallBall, 0, 1},
  };
  for (size_t i = 0; i < std::size(order); ++i) {
    for (size_t j = 0; j < std::size(order); ++j) {
      EXPECT_EQ(Earlier(order[i], order[j]), i < j) << i << " " << j;
    }
  }
}

TEST(EventQueue, ResetForgets) {
  EventQueue queue;
  queue.Reset(2);
  queue.SetSingleBallEvent(0, Cushion(1.0, 0, 1));
  queue.Reset(2);
  Oracle oracle;
  EXPECT_EQ(oracle.Next(queue), EventQueue::kNothing);
}

}  // namespace
}  // namespace carom
