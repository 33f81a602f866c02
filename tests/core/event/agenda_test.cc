#include "core/event/agenda.h"

#include <gtest/gtest.h>

#include <iterator>

namespace carom {
namespace {

Event Impact(double time_s, int16_t a, int16_t b) { return {time_s, EventKind::kBallBall, a, b}; }
Event Cushion(double time_s, int16_t ball, int16_t nose) {
  return {time_s, EventKind::kBallCushion, ball, nose};
}

TEST(Agenda, EmptyHasNothing) {
  Agenda agenda;
  agenda.Reset(3);
  EXPECT_EQ(agenda.Next(), Agenda::kNothing);
  EXPECT_EQ(agenda.Best(2), Agenda::kNothing);
}

TEST(Agenda, AnImpactIsTheBusinessOfBothBalls) {
  Agenda agenda;
  agenda.Reset(4);
  agenda.Offer(Impact(2.0, 1, 3));
  EXPECT_EQ(agenda.Best(1), Impact(2.0, 1, 3));
  EXPECT_EQ(agenda.Best(3), Impact(2.0, 1, 3));
  EXPECT_EQ(agenda.Best(0), Agenda::kNothing);
  // A nose's index is no ball's.
  agenda.Offer(Cushion(1.0, 1, 2));
  EXPECT_EQ(agenda.Best(1), Cushion(1.0, 1, 2));
  EXPECT_EQ(agenda.Best(2), Agenda::kNothing);
  EXPECT_EQ(agenda.Best(3), Impact(2.0, 1, 3));
}

TEST(Agenda, KeepsTheEarliest) {
  Agenda agenda;
  agenda.Reset(2);
  agenda.Offer(Cushion(2.0, 0, 0));
  agenda.Offer(Cushion(3.0, 0, 1));
  EXPECT_EQ(agenda.Next(), Cushion(2.0, 0, 0));
  agenda.Offer(Cushion(1.0, 1, 5));
  EXPECT_EQ(agenda.Next(), Cushion(1.0, 1, 5));
  agenda.Clear(1);
  EXPECT_EQ(agenda.Next(), Cushion(2.0, 0, 0));
}

// Simultaneous events have one order: transitions before contacts, then by kind and ids.
TEST(Agenda, TiesHaveOneOrder) {
  const Event order[] = {
      {1.0, EventKind::kSlidingToRolling, 1, -1},
      Impact(1.0, 0, 1),
      Impact(1.0, 0, 2),
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

TEST(Agenda, ResetForgets) {
  Agenda agenda;
  agenda.Reset(2);
  agenda.Offer(Impact(1.0, 0, 1));
  agenda.Reset(2);
  EXPECT_EQ(agenda.Next(), Agenda::kNothing);
}

}  // namespace
}  // namespace carom
