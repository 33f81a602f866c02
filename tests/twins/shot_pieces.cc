#include "tests/twins/shot_pieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <vector>

#include "client/cli/json.h"
#include "tests/testing/paper_stepping.h"

namespace carom::testing {
namespace {

using carom::v1::SimulateRequest;

// A run of events, up to and with an impact or the shot's end.
struct Piece {
  double start_s = 0.0;
  std::vector<WireEvent> events;
  std::vector<WireSample> samples;
};

std::vector<Piece> PiecesOf(const WireShot& shot, const EndsPiece& ends_piece) {
  std::vector<Piece> pieces(1);
  for (const WireEvent& event : shot.events) {
    pieces.back().events.push_back(event);
    if (ends_piece(event) && &event != &shot.events.back()) {
      pieces.push_back({event.time_s, {}, {}});
    }
  }
  for (const WireSample& sample : shot.samples) {
    const auto piece = std::find_if(pieces.rbegin(), pieces.rend(),
                                    [&](const Piece& p) { return p.start_s <= sample.time_s; });
    piece->samples.push_back(sample);
  }
  return pieces;
}

void Set(const Vec3& from, carom::v1::Vector3* to) {
  to->set_x(from.x());
  to->set_y(from.y());
  to->set_z(from.z());
}

// Has the balls start like this, without a strike.
void StartFrom(const std::vector<WireState>& start, SimulateRequest& request) {
  auto& balls = *request.mutable_layouts(0)->mutable_balls()->mutable_balls();
  ASSERT_EQ(static_cast<size_t>(balls.size()), start.size());
  for (size_t i = 0; i < start.size(); ++i) {
    carom::v1::BallState& state = *balls.at(static_cast<int>(i)).mutable_state();
    Set(start[i].position_m, state.mutable_position_m());
    Set(start[i].velocity_m_s, state.mutable_velocity_m_s());
    Set(start[i].spin_rad_s, state.mutable_angular_velocity_rad_s());
  }
  request.mutable_shots()->mutable_shots(0)->clear_strike();
}

// Our run of the piece.
WireShot Run(const std::string& name, SimulateRequest request, const Piece& piece) {
  request.mutable_settings(0)->mutable_limits()->set_max_events(
      static_cast<uint32_t>(piece.events.size()));
  carom::v1::SampleRequest& samples = *request.mutable_detail()->mutable_samples();
  samples.clear_period_s();
  for (const WireSample& s : piece.samples) samples.add_times_s(s.time_s - piece.start_s);
  const std::string path = ::testing::TempDir() + "carom_piece." + name + ".json";
  std::ofstream(path) << ToJson(request);
  WireShot shot = ReadShot(RunCaromOn(path));
  std::remove(path.c_str());
  return shot;
}

void ExpectStates(const BallSpec& ball, const std::vector<WireState>& ours,
                  const std::vector<WireState>& peer) {
  ASSERT_EQ(ours.size(), peer.size());
  for (size_t i = 0; i < peer.size(); ++i) {
    EXPECT_EQ(ours[i].motion, peer[i].motion);
    EXPECT_LE((ours[i].position_m - peer[i].position_m).norm(), kPieceRounding);
    EXPECT_LE(Distance(ball, ToBallState(ours[i]), ToBallState(peer[i])), kPieceRounding);
  }
}

}  // namespace

int PlayPieces(const std::string& name, const EndsPiece& ends_piece, const ImpactJudge& judge) {
  SimulateRequest request = ReadRequest(name);
  const BallSpec ball = BallOf(request);
  const std::vector<Piece> pieces = PiecesOf(ReadPeerShot(name), ends_piece);
  for (const Piece& piece : pieces) {
    const WireShot ours = Run(name, request, piece);
    EXPECT_EQ(ours.events.size(), piece.events.size());
    for (size_t i = 0; i < std::min(ours.events.size(), piece.events.size()); ++i) {
      const WireEvent& event = ours.events[i];
      const WireEvent& peer = piece.events[i];
      SCOPED_TRACE(::testing::Message() << "at " << peer.time_s << " s: kind " << peer.kind);
      EXPECT_EQ(event.kind, peer.kind);
      EXPECT_EQ(event.ball, peer.ball);
      EXPECT_EQ(event.other, peer.other);
      EXPECT_NEAR(piece.start_s + event.time_s, peer.time_s, kPieceRounding);
      ExpectStates(ball, event.before, peer.before);
      if (ends_piece(peer)) {
        judge(event, peer);
      } else {
        ExpectStates(ball, event.after, peer.after);
      }
    }
    EXPECT_EQ(ours.samples.size(), piece.samples.size());
    for (size_t i = 0; i < std::min(ours.samples.size(), piece.samples.size()); ++i) {
      SCOPED_TRACE(::testing::Message() << "sample at " << piece.samples[i].time_s << " s");
      ExpectStates(ball, ours.samples[i].balls, piece.samples[i].balls);
    }
    if (&piece != &pieces.back()) StartFrom(piece.events.back().after, request);
  }
  return static_cast<int>(pieces.size());
}

BallSpec BallOf(const SimulateRequest& request) {
  const carom::v1::BallSpec& ball = request.layouts(0).balls().balls(0).ball();
  return {ball.mass_kg(), ball.radius_m()};
}

BallState ToBallState(const WireState& state) {
  BallState ball;
  ball.velocity = state.velocity_m_s;
  ball.spin = state.spin_rad_s;
  return ball;
}

}  // namespace carom::testing
