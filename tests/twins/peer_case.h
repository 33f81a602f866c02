#ifndef CAROM_TESTS_TWINS_PEER_CASE_H_
#define CAROM_TESTS_TWINS_PEER_CASE_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "carom/v1/simulation.pb.h"
#include "core/base/vec3.h"

namespace carom::testing {

/// A ball's state as the wire tells it.
struct WireState {
  carom::v1::MotionState motion = carom::v1::MOTION_STATE_UNSPECIFIED;
  Vec3 position_m = Vec3::Zero();
  Vec3 velocity_m_s = Vec3::Zero();
  Vec3 spin_rad_s = Vec3::Zero();
};

/// An event and its states: of `ball`, and of `other` too where two balls collide.
struct WireEvent {
  double time_s = 0.0;
  carom::v1::EventKind kind = carom::v1::EVENT_KIND_UNSPECIFIED;
  int ball = 0;
  int other = -1;
  std::vector<WireState> before;
  std::vector<WireState> after;

  /// The balls that `before` and `after` tell of.
  std::vector<int> Balls() const;
  bool Concerns(int index) const;
};

/// All balls at one time.
struct WireSample {
  double time_s = 0.0;
  std::vector<WireState> balls;
};

/// What a SimulateResponse of one shot says, out of its columns.
struct WireShot {
  carom::v1::StopReason stop_reason = carom::v1::STOP_REASON_UNSPECIFIED;
  std::vector<WireEvent> events;
  std::vector<WireSample> samples;
  std::vector<WireState> final_states;
};

/// At height 0.
inline Vec3 ToVec3(const carom::v1::Point2& p) { return Vec3(p.x_m(), p.y_m(), 0.0); }

std::vector<WireState> ReadStates(const carom::v1::BallStates& columns);

/// Takes the answer to one shot apart; samples must be of all quantities of all balls.
WireShot ReadShot(const carom::v1::SimulateResponse& response);

/// Names of the cases in tests/data/peer_shots, in order.
std::vector<std::string> PeerCaseNames();

/// Whether a case asks for Mathavan's cushions, or for his law between balls.
bool HasMathavanCushions(const std::string& name);
bool HasMathavanBalls(const std::string& name);

/// The name of a test of one case.
std::string PeerTestName(const ::testing::TestParamInfo<std::string>& info);

/// The path of a case's request, for `carom simulate --request`.
std::string RequestPath(const std::string& name);

carom::v1::SimulateRequest ReadRequest(const std::string& name);

/// What the peer says; see make_peer_requests.py for what it leaves out.
WireShot ReadPeerShot(const std::string& name);

/// What `carom simulate --request=PATH --json` says. A failed test if it fails.
carom::v1::SimulateResponse RunCaromOn(const std::string& path);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TWINS_PEER_CASE_H_
