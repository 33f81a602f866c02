// The peer's shots with Mathavan's laws, from impact to impact; see shot_pieces.h for why.
//
// The impact itself is judged at both ends of the papers' schemes: at the peer's step the scheme
// gives the peer's answer, in the limit ours.
//
// - At cushions the peer takes Euler steps of 1e-3 N s, which is 6 mm/s.
// - Between balls it takes a thousand steps, and the slip on the slate at the ball's top: it has
//   R w with the wrong sign there. That is up to 8.4e-3 of the approach away from ours.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "carom/v1/simulation.pb.h"
#include "tests/testing/paper_stepping.h"
#include "tests/testing/paper_stepping_2014.h"
#include "tests/twins/peer_case.h"
#include "tests/twins/shot_pieces.h"

namespace carom::testing {
namespace {

using carom::v1::SimulateRequest;

bool IsCushionImpact(const WireEvent& event) {
  return event.kind == carom::v1::EVENT_KIND_BALL_CUSHION ||
         event.kind == carom::v1::EVENT_KIND_BALL_JAW;
}

bool IsBallBall(const WireEvent& event) { return event.kind == carom::v1::EVENT_KIND_BALL_BALL; }

class MathavanCushionShotTest : public ::testing::TestWithParam<std::string> {
 protected:
  MathavanCushionShotTest() : request_(ReadRequest(GetParam())), ball_(BallOf(request_)) {
    const carom::v1::Mathavan2010Cushion& law = request_.settings(0).cushion().mathavan2010();
    law_ = {law.restitution(), law.friction(), law.slate_friction()};
  }

  // Of the cushion or jaw at a ball in this place.
  CushionImpact ImpactAt(const WireEvent& event, const Vec3& position) const {
    const carom::v1::TableGeometry& table = request_.tables(0).geometry();
    if (event.kind == carom::v1::EVENT_KIND_BALL_JAW) {
      const carom::v1::Jaw& jaw = table.jaws(event.other);
      return {ball_, (Horizontal(position) - ToVec3(jaw.centre())).normalized(), jaw.height_m(),
              0.0};
    }
    const carom::v1::Nose& nose = table.noses(event.other);
    const Vec3 start = ToVec3(nose.start());
    const Vec3 across = PerpendicularZ(ToVec3(nose.end()) - start).normalized();
    const Vec3 normal = across.dot(Horizontal(position) - start) > 0.0 ? across : Vec3(-across);
    return {ball_, normal, nose.height_m(), 0.0};
  }

  void Judge(const WireEvent& ours, const WireEvent& peer) const {
    // The peer first moves the ball back by its gap of 1e-6 m, which turns the normal at a jaw.
    const CushionImpact peers = ImpactAt(peer, peer.after.at(0).position_m);
    EXPECT_LE(DistanceToPeer(law_, peers, ToBallState(peer.before[0]), ToBallState(peer.after[0])),
              kPieceRounding);
    const BallState before = ToBallState(ours.before.at(0));
    const PaperLimit limit = PaperLimitOf(law_, ImpactAt(ours, ours.before[0].position_m), before);
    EXPECT_LE(Distance(ball_, ToBallState(ours.after.at(0)), limit.after), limit.tolerance_m_s);
  }

  SimulateRequest request_;
  BallSpec ball_;
  Mathavan2010 law_;
};

TEST_P(MathavanCushionShotTest, AgreesFromImpactToImpact) {
  const auto judge = [this](const WireEvent& ours, const WireEvent& peer) { Judge(ours, peer); };
  EXPECT_GE(PlayPieces(GetParam(), IsCushionImpact, judge), 3);
}

class MathavanBallShotTest : public ::testing::TestWithParam<std::string> {
 protected:
  MathavanBallShotTest() : request_(ReadRequest(GetParam())), ball_(BallOf(request_)) {
    const carom::v1::Mathavan2014BallBall& law = request_.settings(0).ball_ball().mathavan2014();
    const carom::v1::AlciatoreFriction& friction = law.alciatore();
    law_ = {law.restitution(), AlciatoreFriction{friction.a(), friction.b(), friction.c_s_m()},
            law.slate_friction()};
  }

  BallBallImpact ImpactAt(const std::vector<WireState>& balls) const {
    return {ball_, ball_, (balls.at(1).position_m - balls.at(0).position_m).normalized()};
  }

  void ExpectNear(const std::vector<WireState>& after, const BallPair& expected,
                  double tolerance_m_s) const {
    EXPECT_LE(Distance(ball_, ToBallState(after.at(0)), expected.a), tolerance_m_s);
    EXPECT_LE(Distance(ball_, ToBallState(after.at(1)), expected.b), tolerance_m_s);
  }

  void Judge(const WireEvent& ours, const WireEvent& peer) const {
    // The peer first moves the balls back by its gap of 1e-6 m, which turns the normal.
    const BallPair peers = {ToBallState(peer.before.at(0)), ToBallState(peer.before.at(1))};
    ExpectNear(peer.after,
               PaperStepping(law_, ImpactAt(peer.after), peers, 1000, SlateSlip::kAtTop),
               kPieceRounding);
    const BallPair before = {ToBallState(ours.before.at(0)), ToBallState(ours.before.at(1))};
    const BallBallImpact impact = ImpactAt(ours.before);
    const double approach = impact.normal.dot(before.a.velocity - before.b.velocity);
    ExpectNear(ours.after, PaperStepping(law_, impact, before, 100000, SlateSlip::kAtSlate),
               1e-4 * approach);
  }

  SimulateRequest request_;
  BallSpec ball_;
  Mathavan2014 law_;
};

TEST_P(MathavanBallShotTest, AgreesFromImpactToImpact) {
  const auto judge = [this](const WireEvent& ours, const WireEvent& peer) { Judge(ours, peer); };
  EXPECT_EQ(PlayPieces(GetParam(), IsBallBall, judge), 2);
}

std::vector<std::string> CasesWith(bool (*has_law)(const std::string& name)) {
  std::vector<std::string> names = PeerCaseNames();
  std::erase_if(names, [&](const std::string& name) { return !has_law(name); });
  return names;
}

INSTANTIATE_TEST_SUITE_P(Pooltool, MathavanCushionShotTest,
                         ::testing::ValuesIn(CasesWith(HasMathavanCushions)), PeerTestName);
INSTANTIATE_TEST_SUITE_P(Pooltool, MathavanBallShotTest,
                         ::testing::ValuesIn(CasesWith(HasMathavanBalls)), PeerTestName);

TEST(MathavanShots, AreAllThere) {
  EXPECT_EQ(CasesWith(HasMathavanCushions).size(), 5u);
  EXPECT_EQ(CasesWith(HasMathavanBalls).size(), 4u);
}

}  // namespace
}  // namespace carom::testing
