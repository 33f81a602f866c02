// The peer's shots with Mathavan's cushions, from impact to impact.
//
// The peer takes Euler steps of 1e-3 N s, which is 6 mm/s, so that whole shots drift apart by
// decimetres. Hence each piece of a shot starts in the peer's own state after an impact and must
// meet the next impact as the peer does, to rounding; for the first piece the cue strikes. The
// impact itself is judged at both ends of the scheme: at the peer's step it gives the peer's
// answer, in the limit ours.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "carom/v1/simulation.pb.h"
#include "client/cli/json.h"
#include "tests/testing/paper_stepping.h"
#include "tests/twins/peer_case.h"

namespace carom::testing {
namespace {

using carom::v1::SimulateRequest;

constexpr double kRounding = 1e-9;  // In s, m and m/s.

bool IsImpact(const WireEvent& event) {
  return event.kind == carom::v1::EVENT_KIND_BALL_CUSHION ||
         event.kind == carom::v1::EVENT_KIND_BALL_JAW;
}

Vec3 ToVec3(const carom::v1::Point2& p) { return Vec3(p.x_m(), p.y_m(), 0.0); }

void Set(const Vec3& from, carom::v1::Vector3* to) {
  to->set_x(from.x());
  to->set_y(from.y());
  to->set_z(from.z());
}

BallState ToBallState(const WireState& state) {
  BallState ball;
  ball.velocity = state.velocity_m_s;
  ball.spin = state.spin_rad_s;
  return ball;
}

class MathavanShotTest : public ::testing::TestWithParam<std::string> {
 protected:
  // A run of events, up to and with an impact or the shot's end.
  struct Piece {
    double start_s = 0.0;
    std::vector<WireEvent> events;
    std::vector<WireSample> samples;
  };

  MathavanShotTest() : request_(ReadRequest(GetParam())), peer_(ReadPeerShot(GetParam())) {
    const carom::v1::BallSpec& ball = request_.layouts(0).balls().balls(0).ball();
    ball_ = {ball.mass_kg(), ball.radius_m()};
    const carom::v1::Mathavan2010Cushion& law = request_.settings(0).cushion().mathavan2010();
    law_ = {law.restitution(), law.friction(), law.slate_friction()};
  }

  std::vector<Piece> Pieces() const {
    std::vector<Piece> pieces(1);
    for (const WireEvent& event : peer_.events) {
      pieces.back().events.push_back(event);
      if (IsImpact(event) && &event != &peer_.events.back())
        pieces.push_back({event.time_s, {}, {}});
    }
    for (const WireSample& sample : peer_.samples) {
      const auto piece = std::find_if(pieces.rbegin(), pieces.rend(),
                                      [&](const Piece& p) { return p.start_s <= sample.time_s; });
      piece->samples.push_back(sample);
    }
    return pieces;
  }

  // Our run of a piece; `start` is the peer's state after the impact before it, null at the strike.
  WireShot Run(const Piece& piece, const WireState* start) const {
    SimulateRequest request = request_;
    if (start != nullptr) {
      carom::v1::BallState& state =
          *request.mutable_layouts(0)->mutable_balls()->mutable_balls(0)->mutable_state();
      Set(start->position_m, state.mutable_position_m());
      Set(start->velocity_m_s, state.mutable_velocity_m_s());
      Set(start->spin_rad_s, state.mutable_angular_velocity_rad_s());
      request.mutable_shots(0)->clear_strike();
    }
    request.mutable_settings(0)->mutable_limits()->set_max_events(
        static_cast<uint32_t>(piece.events.size()));
    carom::v1::SampleRequest& samples = *request.mutable_detail()->mutable_samples();
    samples.clear_period_s();
    for (const WireSample& s : piece.samples) samples.add_times_s(s.time_s - piece.start_s);
    const std::string path = ::testing::TempDir() + "carom_piece." + GetParam() + ".json";
    std::ofstream(path) << ToJson(request);
    WireShot shot = ReadShot(RunCaromOn(path));
    std::remove(path.c_str());
    return shot;
  }

  void ExpectState(const WireState& ours, const WireState& peer) const {
    EXPECT_EQ(ours.motion, peer.motion);
    EXPECT_LE((ours.position_m - peer.position_m).norm(), kRounding);
    EXPECT_LE(Distance(ball_, ToBallState(ours), ToBallState(peer)), kRounding);
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

  void ExpectImpacts(const WireEvent& ours, const WireEvent& peer) const {
    // The peer first moves the ball back by its gap of 1e-6 m, which turns the normal at a jaw.
    const CushionImpact peers = ImpactAt(peer, peer.after[0].position_m);
    EXPECT_LE(DistanceToPeer(law_, peers, ToBallState(peer.before[0]), ToBallState(peer.after[0])),
              kRounding);
    const BallState before = ToBallState(ours.before[0]);
    const PaperLimit limit = PaperLimitOf(law_, ImpactAt(ours, ours.before[0].position_m), before);
    EXPECT_LE(Distance(ball_, ToBallState(ours.after[0]), limit.after), limit.tolerance_m_s);
  }

  void ExpectEvent(const WireEvent& ours, const WireEvent& peer, double start_s) const {
    SCOPED_TRACE(::testing::Message() << "at " << peer.time_s << " s: kind " << peer.kind);
    ASSERT_EQ(ours.kind, peer.kind);
    ASSERT_EQ(ours.other, peer.other);
    EXPECT_NEAR(start_s + ours.time_s, peer.time_s, kRounding);
    ExpectState(ours.before.at(0), peer.before.at(0));
    if (IsImpact(peer)) {
      ExpectImpacts(ours, peer);
    } else {
      ExpectState(ours.after.at(0), peer.after.at(0));
    }
  }

  void ExpectPiece(const Piece& piece, const WireShot& ours) const {
    SCOPED_TRACE(::testing::Message() << "from " << piece.start_s << " s");
    ASSERT_EQ(ours.events.size(), piece.events.size());
    for (size_t i = 0; i < piece.events.size(); ++i) {
      ExpectEvent(ours.events[i], piece.events[i], piece.start_s);
    }
    ASSERT_EQ(ours.samples.size(), piece.samples.size());
    for (size_t i = 0; i < piece.samples.size(); ++i) {
      ExpectState(ours.samples[i].balls.at(0), piece.samples[i].balls.at(0));
    }
  }

  SimulateRequest request_;
  WireShot peer_;
  BallSpec ball_;
  Mathavan2010 law_;
};

TEST_P(MathavanShotTest, AgreesFromImpactToImpact) {
  const std::vector<Piece> pieces = Pieces();
  EXPECT_GE(pieces.size(), 3u);
  const WireState* start = nullptr;
  for (const Piece& piece : pieces) {
    ExpectPiece(piece, Run(piece, start));
    start = piece.events.back().after.data();
  }
}

std::vector<std::string> MathavanCases() {
  std::vector<std::string> names = PeerCaseNames();
  std::erase_if(names, [](const std::string& name) { return !HasMathavanCushions(name); });
  return names;
}

INSTANTIATE_TEST_SUITE_P(Pooltool, MathavanShotTest, ::testing::ValuesIn(MathavanCases()),
                         PeerTestName);

TEST(MathavanShots, AreAllThere) { EXPECT_EQ(MathavanCases().size(), 5u); }

}  // namespace
}  // namespace carom::testing
