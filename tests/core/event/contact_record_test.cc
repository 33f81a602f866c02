#include "core/event/contact_record.h"

#include <gtest/gtest.h>

#include <memory>

#include "tests/core/event/rig.h"

namespace carom {
namespace {

using testing::kHop_s;

class Contacts : public ::testing::Test {
 protected:
  Contacts() { record_->Begin(kMaxBalls, kHop_s); }

  Recurrence Count(double time_s, int ball, int other, EventKind kind = EventKind::kBallBall) {
    return record_->Classify(
        record_->Count({time_s, kind, static_cast<int16_t>(ball), static_cast<int16_t>(other)}));
  }

  std::unique_ptr<ContactRecord> record_ = std::make_unique<ContactRecord>();
};

TEST_F(Contacts, PileUpFromTheFourthOn) {
  EXPECT_EQ(Count(1.0, 2, 5), Recurrence::kIsolated);
  EXPECT_EQ(Count(1.02, 2, 5), Recurrence::kIsolated);
  EXPECT_EQ(Count(1.02, 2, 5), Recurrence::kIsolated);
  EXPECT_EQ(Count(1.045, 2, 5), Recurrence::kCollapsed);
  EXPECT_EQ(Count(1.07, 2, 5), Recurrence::kCollapsed);
}

TEST_F(Contacts, PartForSeveralHops) {
  for (int i = 0; i < 10; ++i) Count(1.0, 2, 5);
  EXPECT_EQ(Count(1.0 + 2.9 * kHop_s, 2, 5), Recurrence::kCollapsed);
  EXPECT_EQ(Count(1.0 + 6.0 * kHop_s, 2, 5), Recurrence::kIsolated);
}

TEST_F(Contacts, OfEachPairCountAlone) {
  for (int i = 0; i < 10; ++i) Count(1.0, 2, 5);
  EXPECT_EQ(Count(1.0, 2, 4), Recurrence::kIsolated);
  EXPECT_EQ(Count(1.0, 5, 7), Recurrence::kIsolated);
  EXPECT_EQ(Count(1.0, 2, 5, EventKind::kBallCushion), Recurrence::kIsolated);
  EXPECT_EQ(Count(1.0, 2, 5, EventKind::kBallJaw), Recurrence::kIsolated);
  EXPECT_EQ(Count(1.0, 2, 5), Recurrence::kCollapsed);
}

// Every pair of balls has its own place.
TEST_F(Contacts, OfAllPairsAreKept) {
  for (int meeting = 1; meeting <= 4; ++meeting) {
    for (int other = 1; other < kMaxBalls; ++other) {
      for (int ball = 0; ball < other; ++ball) {
        EXPECT_EQ(Count(1.0, ball, other),
                  meeting < 4 ? Recurrence::kIsolated : Recurrence::kCollapsed);
      }
    }
  }
}

TEST_F(Contacts, WithTheSlateAreTheSettlingSpeeds) {
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(Count(1.0, 2, -1, EventKind::kBallSlate), Recurrence::kIsolated);
}

TEST_F(Contacts, ThatHopsDoNotAllowRattleAndJam) {
  for (int i = 0; i < 60; ++i) EXPECT_NE(Count(1.0, 2, 5), Recurrence::kChatters);
  for (int i = 0; i < 100; ++i) Count(1.0, 2, 5);
  EXPECT_EQ(Count(1.0, 2, 5), Recurrence::kChatters);
  for (int i = 0; i < 1000; ++i) Count(1.0, 2, 5);
  EXPECT_EQ(Count(1.0, 2, 5), Recurrence::kJammed);
}

TEST_F(Contacts, OnePerHopForEverDoNotChatter) {
  Recurrence recurrence = Recurrence::kIsolated;
  for (int i = 0; i < 10000; ++i) recurrence = Count(kHop_s * i, 3, 1, EventKind::kBallCushion);
  EXPECT_EQ(recurrence, Recurrence::kCollapsed);
}

// Chords of 0.2 rad along the inside of a pocket, 31 mm from its axis at 10 m/s: 0.62 ms each, 16
// of them in a hop of 10 ms.
TEST_F(Contacts, OfTheFastestBallInAPocketDoNotChatter) {
  const auto after_200_hops = [&](double chord_s, int nose) {
    Recurrence recurrence = Recurrence::kIsolated;
    for (int i = 0; i * chord_s < 200.0 * kHop_s; ++i) {
      recurrence = Count(i * chord_s, 3, nose, EventKind::kBallCushion);
    }
    return recurrence;
  };
  EXPECT_EQ(after_200_hops(0.2 * 0.031 / 10.0 / 0.01 * kHop_s, 1), Recurrence::kCollapsed);
  EXPECT_EQ(after_200_hops(0.5 * 0.2 * 0.031 / 10.0 / 0.01 * kHop_s, 2), Recurrence::kJammed);
}

// What a ball left longest ago is forgotten, should it meet very many bodies.
TEST_F(Contacts, WithFixedBodiesForgetTheOldest) {
  for (int i = 0; i < 3; ++i) {
    for (int nose = 0; nose < 8; ++nose) Count(1.0 + 1e-3 * nose, 3, nose, EventKind::kBallCushion);
  }
  EXPECT_EQ(Count(1.02, 3, 7, EventKind::kBallCushion), Recurrence::kCollapsed);
  Count(1.02, 3, 8, EventKind::kBallCushion);
  EXPECT_EQ(Count(1.02, 3, 6, EventKind::kBallCushion), Recurrence::kCollapsed);
  EXPECT_EQ(Count(1.02, 3, 0, EventKind::kBallCushion), Recurrence::kIsolated);
}

TEST_F(Contacts, OfAStayEndWithDistanceTimeOrTheSlate) {
  const auto remain = [&](double time_s, double x_m) {
    return record_->ExtendDwell(4, time_s, Vec3(x_m, 0.0, 0.0), 5e-4);
  };
  EXPECT_EQ(remain(1.0, 0.1).sequence.count, 1);
  const ContactRecord::Dwell stay = remain(1.02, 0.1 + 2e-4);
  EXPECT_EQ(stay.sequence.count, 2);
  EXPECT_EQ(stay.sequence.since_s, 1.0);
  EXPECT_EQ(remain(1.021, 0.1006).sequence.count, 1);
  EXPECT_EQ(remain(1.022, 0.1006).sequence.count, 2);
  EXPECT_EQ(remain(1.06, 0.1006).sequence.count, 1);
  record_->Leave(4);
  EXPECT_EQ(remain(1.061, 0.1006).sequence.count, 1);
}

TEST_F(Contacts, AreForgottenWithTheShot) {
  for (int i = 0; i < 10; ++i) Count(1.0, 2, 5);
  record_->SetSupport(3, {6u});
  record_->Begin(6, kHop_s);
  EXPECT_EQ(Count(1.0, 2, 5), Recurrence::kIsolated);
  EXPECT_EQ(record_->SupportOf(3).balls, 0u);
}

}  // namespace
}  // namespace carom
