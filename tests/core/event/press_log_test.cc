// How the log tells a contact in collapse: as one event, from the log hop by hop.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "core/record/shot_recorder.h"
#include "core/shot/simulate.h"
#include "tests/core/event/rig.h"
#include "tests/testing/shots/random_shot.h"
#include "tests/testing/state_machine.h"

namespace carom {
namespace {

using testing::kHop_s;
using testing::kNoseReach_m;
using testing::Rig;

bool SamePair(const Event& a, EventKind kind, const Event& b) {
  return a.kind == kind && a.ball == b.ball && a.other == b.other;
}

// Walks through a log and the same hop by hop.
class Logs {
 public:
  Logs(const testing::RandomShot& random, const Record& logged, const Record& hops)
      : random_(random), logged_(logged), hops_(hops) {}

  // Whether each press stands for the contacts of its pair until its end, and all other events are
  // as they were.
  void Compare() {
    ASSERT_EQ(logged_.presses.size(), hops_.presses.size());
    std::vector<bool> within(hops_.events.size());
    for (std::size_t p = 0; p < logged_.presses.size(); ++p) ComparePress(p, within);
    std::size_t at = 0;
    for (std::size_t i = 0; i < hops_.events.size(); ++i) {
      if (within[i]) continue;
      ASSERT_LT(at, logged_.events.size());
      const Event& event = logged_.events[at];
      if (event.kind != EventKind::kPress) {
        EXPECT_EQ(event, hops_.events[i]);
      }
      EXPECT_EQ(event.time_s, hops_.events[i].time_s);
      EXPECT_EQ(logged_.event_states[2 * at].before.velocity,
                hops_.event_states[2 * i].before.velocity);
      EXPECT_EQ(logged_.candidate_counts[at], hops_.candidate_counts[i]);
      ++at;
    }
    EXPECT_EQ(at, logged_.events.size());
    EXPECT_EQ(logged_.event_count, static_cast<int>(logged_.events.size()));
  }

  double worst_impulse_Ns() const { return worst_impulse_Ns_; }

 private:
  void ComparePress(std::size_t p, std::vector<bool>& within) {
    const Press& press = logged_.presses[p];
    const auto at = static_cast<std::size_t>(press.event);
    const Event& event = logged_.events[at];
    ASSERT_EQ(event.kind, EventKind::kPress);
    std::size_t first = 0;
    while (!(hops_.events[first].time_s == event.time_s &&
             SamePair(hops_.events[first], press.of, event))) {
      ASSERT_LT(++first, hops_.events.size());
    }
    std::size_t last = first;
    int contacts = 0;
    double impulse_Ns = 0.0;
    for (std::size_t i = first; contacts < press.contacts; ++i) {
      ASSERT_LT(i, hops_.events.size());
      if (!SamePair(hops_.events[i], press.of, event)) continue;
      within[i] = i != first;
      last = i;
      ++contacts;
      impulse_Ns += Impulse(i);
    }
    EXPECT_EQ(hops_.events[last].time_s, press.end_s);
    for (std::size_t side = 0; side < (press.of == EventKind::kBallBall ? 2u : 1u); ++side) {
      const EventStates& states = logged_.event_states[2 * at + side];
      EXPECT_EQ(states.before.position, hops_.event_states[2 * first + side].before.position);
      EXPECT_EQ(states.after.position, hops_.event_states[2 * last + side].after.position);
      EXPECT_EQ(states.after.velocity, hops_.event_states[2 * last + side].after.velocity);
      EXPECT_TRUE(Allowed(states.before.motion, EventKind::kPress, states.after.motion));
    }
    // The impulse acts along the line of centres.
    if (press.of != EventKind::kBallBall) return;
    worst_impulse_Ns_ = std::max(worst_impulse_Ns_, std::abs(impulse_Ns - press.impulse_Ns));
  }

  double Impulse(std::size_t i) const {
    const Event& event = hops_.events[i];
    if (event.kind != EventKind::kBallBall) return 0.0;
    const EventStates& ball = hops_.event_states[2 * i];
    const EventStates& other = hops_.event_states[2 * i + 1];
    const bool level = OnCloth(ball.before.motion) && OnCloth(other.before.motion);
    Vec3 line = ball.before.position - other.before.position;
    if (level) line.z() = 0.0;
    return random_.scene.balls()[static_cast<std::size_t>(event.ball)].mass_kg *
           std::abs(line.normalized().dot(ball.after.velocity - ball.before.velocity));
  }

  const testing::RandomShot& random_;
  const Record& logged_;
  const Record& hops_;
  double worst_impulse_Ns_ = 0.0;
};

// A ball of at most 0.3 kg that friction would stop within a picometre is at rest: of its speed, at
// most sqrt(2 mu g 1e-12 m) = 4 um/s, the states after a contact tell nothing.
constexpr double kImpulseNoise_Ns = 1.2e-6;

template <class Maker>
void CompareLogs(const Maker& make, uint64_t shots, int least_presses) {
  Detail by_press;
  by_press.events = by_press.event_states = by_press.candidates = by_press.touches = true;
  Detail by_hop = by_press;
  by_hop.hops = true;
  Workspace workspace;
  Record log;
  Record hops;
  int presses = 0;
  for (uint64_t index = 0; index < shots; ++index) {
    const auto random = make(20261125, index);
    if (!random) continue;
    SCOPED_TRACE("shot " + std::to_string(index) + ": " + random->what);
    ASSERT_TRUE(Simulate(random->scene, random->shot, by_press, {}, workspace, log).ok());
    ASSERT_TRUE(Simulate(random->scene, random->shot, by_hop, {}, workspace, hops).ok());
    EXPECT_EQ(log.hash, hops.hash);
    EXPECT_EQ(log.event_count, hops.event_count);
    EXPECT_EQ(log.touches, hops.touches);
    Logs logs(*random, log, hops);
    logs.Compare();
    if (random->scene.settings().environment.simultaneous == SimultaneousImpacts::kSequential) {
      EXPECT_LT(logs.worst_impulse_Ns(), kImpulseNoise_Ns);
    }
    presses += static_cast<int>(log.presses.size());
  }
  EXPECT_GT(presses, least_presses);
}

TEST(PressLog, StandsForTheHopsOfItsPair) { CompareLogs(testing::MakeRandomShot, 600, 100); }

TEST(PressLog, StandsForTheHopsOfItsPairInFlight) {
  CompareLogs(testing::MakeRandomShot3D, 400, 100);
}

// A ball at rest with follow: the rail returns what the friction of the cloth gives it, mu m g T,
// but for the last hop. The follow lasts T = 2/5 R w / (mu g).
TEST(PressLog, HasTheImpulseOfAPressedBall) {
  Rig rig;
  rig.detail.hops = false;
  rig.detail.touches = true;
  rig.settings.laws.cushion = RestitutionCushion{0.85};
  rig.AddNose({0.5, -1.0}, {0.5, 1.0});
  rig.AddBall({0.5 - kNoseReach_m, 0.0}, Vec2::Zero(), {0.0, 100.0, 0.0});
  const Record record = rig.Play();
  ASSERT_EQ(record.presses.size(), 1u);
  const Press& press = record.presses[0];
  EXPECT_EQ(press.of, EventKind::kBallCushion);
  EXPECT_EQ(record.events[static_cast<std::size_t>(press.event)],
            (Event{record.events[0].time_s, EventKind::kPress, 0, 0}));
  const double friction_m_s2 = 0.2 * 9.81;
  const double lasts_s = 0.4 * 0.028575 * 100.0 / friction_m_s2;
  const double hop_m_s = 0.7 * friction_m_s2 * kHop_s;  // 7/5 of half a hop's gain
  EXPECT_NEAR(press.end_s, lasts_s, 3.0 * kHop_s);
  const double mass_kg = rig.balls[0].mass_kg;
  EXPECT_NEAR(press.impulse_Ns, mass_kg * friction_m_s2 * lasts_s, 2.0 * mass_kg * hop_m_s);
  // One cushion, once.
  ASSERT_EQ(record.touches.size(), 1u);
  EXPECT_EQ(record.touches[0].kind, EventKind::kBallCushion);
  EXPECT_EQ(record.outcome.cushions_total, 1);
}

// Touches of a recorder that is told of contacts with nose 3.
class RecordedTouches : public ::testing::Test {
 protected:
  RecordedTouches() { Begin(true); }

  void Begin(bool kept) {
    detail_.touches = kept;
    const Shot shot{.start = std::vector<BallState>(2), .strike = CueStrike()};
    recorder_.Begin(detail_, shot, record_);
  }
  void Contact(double time_s, bool bounced = true, EventKind kind = EventKind::kBallCushion) {
    const auto other = static_cast<int16_t>(kind == EventKind::kBallBall ? 1 : 3);
    recorder_.Log({time_s, kind, 0, other}, BallPair(), BallPair(), bounced);
  }

  void Finish(double end_s) {
    recorder_.Finish(StopReason::kAtRest, end_s, [](int, double) { return BallState(); });
  }

  Detail detail_;
  Record record_;
  ShotRecorder recorder_;
};

TEST_F(RecordedTouches, AreBounces) {
  Contact(0.1, false);
  Contact(0.1);
  Contact(0.101);
  EXPECT_EQ(record_.touches.size(), 2u);
}

TEST_F(RecordedTouches, OfAPressAreOne) {
  Contact(0.1);
  ContactSequence sequence{0.2};
  sequence.first_event = 1;
  for (const double time_s : {0.2, 0.21, 0.22, 0.23, 0.26}) {
    Contact(time_s);
    ++sequence.count;
    if (sequence.count < 4) continue;
    recorder_.LogPress({time_s, EventKind::kBallCushion, 0, 3}, sequence);
    sequence.pressed = true;
  }
  Contact(0.4);
  ASSERT_EQ(record_.touches.size(), 3u);
  EXPECT_EQ(record_.touches[1].time_s, 0.2);
  Finish(1.0);
  EXPECT_EQ(record_.event_count, 3);
  EXPECT_EQ(record_.outcome.cushions_total, 3);
}

// However many they are, and whether or not they are kept.
TEST_F(RecordedTouches, AreCountedBeforeAndAfterTheFirstContact) {
  for (const bool kept : {true, false}) {
    Begin(kept);
    for (int i = 0; i < 5000; ++i) Contact(i);
    Contact(5000.0, true, EventKind::kBallBall);
    for (int i = 0; i < 3000; ++i) Contact(5001.0 + i);
    Finish(9000.0);
    EXPECT_EQ(record_.outcome.cushions_before_contact, 5000);
    EXPECT_EQ(record_.outcome.cushions_after_contact, 3000);
    EXPECT_EQ(record_.outcome.cushions_total, 8000);
    EXPECT_EQ(record_.touches.size(), kept ? 8001u : 0u);
  }
}

TEST(SameTouch, EndsWithAPauseOrAtAnotherRail) {
  SameTouch same;
  const auto continues = [&](double time_s, int16_t nose) {
    return same.Continues({time_s, EventKind::kBallCushion, 4, nose});
  };
  EXPECT_FALSE(continues(0.1, 3));
  EXPECT_TRUE(continues(0.119, 3));
  EXPECT_TRUE(continues(0.138, 3));
  EXPECT_FALSE(continues(0.159, 3));
  EXPECT_FALSE(continues(0.16, 2));
  EXPECT_FALSE(continues(0.161, 3));
}

}  // namespace
}  // namespace carom
