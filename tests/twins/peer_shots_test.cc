// The peer's whole shots, table by value, through the program: events, states and samples.
//
// What the peer does otherwise, and where it shows:
// - It leaves a gap of 1e-6 m at impacts: tolerances, see doubt.h. Events of different balls that
//   are closer in time than that may change places (frictionless_elastic.both_moving).
// - Its friction between balls lacks the factor (1 + e)/(2 e): requests carry a smaller
// coefficient.
// - It calls a jaw a circular cushion, and touches noses at a vertical plane: nose contact PLANE.
// - Its Stronge and its bounce of a free sphere push towards the nose from the ball at that plane,
//   at a jaw towards the middle of its arc: requests carry heights at which ours do so too.
// - It takes coarse steps through Mathavan's laws: those shots are in mathavan_shots_test.cc.
// - It moves a pocketed ball to the bottom of the pocket: its position is not compared.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/twins/doubt.h"
#include "tests/twins/peer_case.h"

namespace carom::testing {
namespace {

class PeerShotTest : public ::testing::TestWithParam<std::string> {
 protected:
  PeerShotTest()
      : request_(ReadRequest(GetParam())),
        peer_(ReadPeerShot(GetParam())),
        ours_(ReadShot(RunCaromOn(RequestPath(GetParam())))) {}

  double Radius() const { return request_.layouts(0).balls().balls(0).ball().radius_m(); }

  void ExpectState(const WireState& ours, const WireState& peer, const Tolerance& apart) const {
    EXPECT_EQ(ours.motion, peer.motion);
    EXPECT_LE((ours.velocity_m_s - peer.velocity_m_s).norm(), apart.velocity_m_s);
    EXPECT_LE(Radius() * (ours.spin_rad_s - peer.spin_rad_s).norm(), apart.velocity_m_s);
    if (peer.motion == carom::v1::MOTION_STATE_POCKETED) return;
    EXPECT_LE((ours.position_m - peer.position_m).norm(), apart.position_m);
  }

  // Adds the event to the doubts.
  void ExpectTwins(const WireEvent& ours, const WireEvent& peer, DoubtTracker& doubts) const {
    EXPECT_NEAR(ours.time_s, peer.time_s, doubts.TimeTolerance(peer));
    ASSERT_EQ(ours.before.size(), peer.before.size());
    ASSERT_EQ(ours.after.size(), peer.after.size());
    std::vector<Tolerance> before;
    for (size_t i = 0; i < peer.before.size(); ++i) {
      before.push_back(doubts.Before(peer, i));
      ExpectState(ours.before[i], peer.before[i], before[i]);
    }
    doubts.Pass(peer);
    for (size_t i = 0; i < peer.after.size(); ++i) {
      const Tolerance after = doubts.At(peer.Balls()[i], peer.after[i], peer.time_s);
      ExpectState(ours.after.at(i), peer.after[i],
                  {std::max(before[i].position_m, after.position_m),
                   std::max(before[i].velocity_m_s, after.velocity_m_s)});
    }
  }

  // Our event that is the peer's: the first of its kind and bodies that is not yet taken.
  const WireEvent* Twin(const WireEvent& peer, std::vector<bool>& taken) const {
    for (size_t i = 0; i < ours_.events.size(); ++i) {
      const WireEvent& event = ours_.events[i];
      if (taken[i] || event.kind != peer.kind || event.ball != peer.ball ||
          event.other != peer.other) {
        continue;
      }
      taken[i] = true;
      return &event;
    }
    return nullptr;
  }

  carom::v1::SimulateRequest request_;
  WireShot peer_;
  WireShot ours_;
};

TEST_P(PeerShotTest, EventsAgree) {
  ASSERT_EQ(ours_.events.size(), peer_.events.size());
  DoubtTracker doubts(request_);
  std::vector<bool> taken(ours_.events.size(), false);
  for (const WireEvent& peer : peer_.events) {
    SCOPED_TRACE(::testing::Message() << "at " << peer.time_s << " s: kind " << peer.kind
                                      << ", ball " << peer.ball << ", other " << peer.other);
    const WireEvent* const ours = Twin(peer, taken);
    ASSERT_NE(ours, nullptr);
    ExpectTwins(*ours, peer, doubts);
  }
}

// A span of time in which the twins may be on different sides of an event of a ball.
struct Blur {
  WireEvent event;
  double tolerance_s;

  bool Covers(int ball, double time_s) const {
    return event.time_s > 0.0 && event.Concerns(ball) &&
           std::abs(event.time_s - time_s) < tolerance_s;
  }
};

std::vector<Blur> BlursOf(const WireShot& shot, DoubtTracker doubts) {
  std::vector<Blur> blurs;
  for (const WireEvent& event : shot.events) {
    blurs.push_back({event, doubts.TimeTolerance(event)});
    doubts.Pass(event);
  }
  return blurs;
}

TEST_P(PeerShotTest, SamplesAgree) {
  ASSERT_LE(peer_.samples.size(), ours_.samples.size());
  DoubtTracker doubts(request_);
  const std::vector<Blur> blurs = BlursOf(peer_, doubts);
  auto next = peer_.events.begin();
  size_t compared = 0;
  size_t all = 0;
  for (size_t i = 0; i < peer_.samples.size(); ++i) {
    const WireSample& peer = peer_.samples[i];
    SCOPED_TRACE(::testing::Message() << "sample at " << peer.time_s << " s");
    ASSERT_NEAR(ours_.samples[i].time_s, peer.time_s, 1e-12);
    for (; next != peer_.events.end() && next->time_s <= peer.time_s; ++next) doubts.Pass(*next);
    for (size_t b = 0; b < peer.balls.size(); ++b) {
      const int ball = static_cast<int>(b);
      ++all;
      if (std::any_of(blurs.begin(), blurs.end(),
                      [&](const Blur& blur) { return blur.Covers(ball, peer.time_s); })) {
        continue;
      }
      ExpectState(ours_.samples[i].balls.at(b), peer.balls[b],
                  doubts.At(ball, peer.balls[b], peer.time_s));
      ++compared;
    }
  }
  EXPECT_GE(4 * compared, 3 * all);
}

TEST_P(PeerShotTest, FinalStatesAgree) {
  if (peer_.final_states.empty()) {  // To the end of a clipped log.
    EXPECT_EQ(ours_.stop_reason, carom::v1::STOP_REASON_EVENT_LIMIT);
    return;
  }
  EXPECT_EQ(ours_.stop_reason, carom::v1::STOP_REASON_AT_REST);
  DoubtTracker doubts(request_);
  for (const WireEvent& event : peer_.events) doubts.Pass(event);
  ASSERT_EQ(ours_.final_states.size(), peer_.final_states.size());
  for (size_t i = 0; i < peer_.final_states.size(); ++i) {
    const WireState& peer = peer_.final_states[i];
    const Tolerance apart = doubts.At(static_cast<int>(i), peer, peer_.events.back().time_s);
    ExpectState(ours_.final_states[i], peer, {apart.position_m, 0.0});
  }
}

std::vector<std::string> WholeCases() {
  std::vector<std::string> names = PeerCaseNames();
  std::erase_if(names, HasMathavanCushions);
  std::erase_if(names, HasMathavanBalls);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Pooltool, PeerShotTest, ::testing::ValuesIn(WholeCases()), PeerTestName);

TEST(PeerShots, AreAllThere) { EXPECT_EQ(WholeCases().size(), 50u); }

}  // namespace
}  // namespace carom::testing
