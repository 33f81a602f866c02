#include "tests/twins/peer_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "absl/strings/str_cat.h"
#include "client/cli/json.h"
#include "client/cli/request_file.h"
#include "tests/client/cli/process.h"

namespace carom::testing {
namespace {

using carom::v1::SimulateResponse;

constexpr char kFolder[] = CAROM_TEST_DATA_DIR "/peer_shots/";
constexpr char kRequestSuffix[] = ".request.json";

template <class Message>
Message ReadMessage(const std::string& path) {
  Message message;
  const absl::Status status = carom::ReadRequest(path, std::cin, &message);
  EXPECT_TRUE(status.ok()) << status;
  return message;
}

bool IsMoving(carom::v1::MotionState motion) {
  return motion == carom::v1::MOTION_STATE_SPINNING || motion == carom::v1::MOTION_STATE_SLIDING ||
         motion == carom::v1::MOTION_STATE_ROLLING;
}

Vec3 Triple(const google::protobuf::RepeatedField<double>& values, int index) {
  return Vec3(values.at(3 * index), values.at(3 * index + 1), values.at(3 * index + 2));
}

// The states of a column for one event; none, and a failed test, if it ends before.
std::vector<WireState> Take(const std::vector<WireState>& states, size_t first, size_t count) {
  EXPECT_LE(first + count, states.size());
  if (first + count > states.size()) return {};
  const auto begin = states.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

std::vector<WireEvent> ReadEvents(const carom::v1::EventColumns& columns) {
  const std::vector<WireState> before = ReadStates(columns.before());
  const std::vector<WireState> after = ReadStates(columns.after());
  std::vector<WireEvent> events;
  size_t state = 0;
  for (int i = 0; i < columns.times_s_size(); ++i) {
    WireEvent event{columns.times_s(i),
                    columns.kinds(i),
                    static_cast<int>(columns.balls(i)),
                    columns.others(i),
                    {},
                    {}};
    const size_t balls = event.Balls().size();
    event.before = Take(before, state, balls);
    event.after = Take(after, state, balls);
    state += balls;
    events.push_back(event);
  }
  return events;
}

// Writes one channel's values into the samples and returns where the next channel's start.
int ReadChannel(const carom::v1::SampleColumns& columns, int channel, int at,
                std::vector<WireSample>& samples) {
  const size_t ball = columns.bodies(channel);
  for (WireSample& sample : samples) {
    if (sample.balls.size() <= ball) sample.balls.resize(ball + 1);
    WireState& state = sample.balls[ball];
    if (columns.quantities(channel) == carom::v1::QUANTITY_MOTION) {
      state.motion = static_cast<carom::v1::MotionState>(columns.values(at));
      at += 1;
      continue;
    }
    const Vec3 value(columns.values(at), columns.values(at + 1), columns.values(at + 2));
    at += 3;
    switch (columns.quantities(channel)) {
      case carom::v1::QUANTITY_POSITION:
        state.position_m = value;
        break;
      case carom::v1::QUANTITY_VELOCITY:
        state.velocity_m_s = value;
        break;
      default:
        state.spin_rad_s = value;
        break;
    }
  }
  return at;
}

std::vector<WireSample> ReadSamples(const carom::v1::SampleColumns& columns) {
  std::vector<WireSample> samples;
  for (const double time : columns.times_s()) samples.push_back({time, {}});
  int at = 0;
  for (int channel = 0; channel < columns.quantities_size(); ++channel) {
    at = ReadChannel(columns, channel, at, samples);
  }
  EXPECT_EQ(at, columns.values_size());
  return samples;
}

}  // namespace

std::vector<int> WireEvent::Balls() const {
  if (kind == carom::v1::EVENT_KIND_BALL_BALL) return {ball, other};
  return {ball};
}

bool WireEvent::Concerns(int index) const {
  const std::vector<int> balls = Balls();
  return std::find(balls.begin(), balls.end(), index) != balls.end();
}

std::vector<WireState> ReadStates(const carom::v1::BallStates& columns) {
  std::vector<WireState> states;
  int moving = 0;
  for (int i = 0; i < columns.motions_size(); ++i) {
    WireState state;
    state.motion = columns.motions(i);
    state.position_m = Triple(columns.positions_m(), i);
    if (IsMoving(state.motion)) {
      state.velocity_m_s = Triple(columns.velocities_m_s(), moving);
      state.spin_rad_s = Triple(columns.angular_velocities_rad_s(), moving);
      ++moving;
    }
    states.push_back(state);
  }
  EXPECT_EQ(columns.velocities_m_s_size(), 3 * moving);
  EXPECT_EQ(columns.angular_velocities_rad_s_size(), 3 * moving);
  return states;
}

WireShot ReadShot(const SimulateResponse& response) {
  const carom::v1::ShotResults& results = response.results();
  WireShot shot;
  if (results.stop_reasons_size() == 1) shot.stop_reason = results.stop_reasons(0);
  shot.events = ReadEvents(results.events());
  shot.samples = ReadSamples(results.samples());
  shot.final_states = ReadStates(results.final_states());
  return shot;
}

std::vector<std::string> PeerCaseNames() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    const std::string file = entry.path().filename().string();
    const size_t end = file.rfind(kRequestSuffix);
    if (end != std::string::npos) names.push_back(file.substr(0, end));
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool HasMathavanCushions(const std::string& name) {
  return ReadRequest(name).settings(0).cushion().has_mathavan2010();
}

bool HasMathavanBalls(const std::string& name) {
  return ReadRequest(name).settings(0).ball_ball().has_mathavan2014();
}

std::string PeerTestName(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

std::string RequestPath(const std::string& name) {
  return absl::StrCat(kFolder, name, kRequestSuffix);
}

carom::v1::SimulateRequest ReadRequest(const std::string& name) {
  return ReadMessage<carom::v1::SimulateRequest>(RequestPath(name));
}

WireShot ReadPeerShot(const std::string& name) {
  return ReadShot(ReadMessage<SimulateResponse>(absl::StrCat(kFolder, name, ".peer.json")));
}

SimulateResponse RunCaromOn(const std::string& path) {
  Process carom("carom", {"simulate", "--threads=1", "--request=" + path, "--json"});
  const std::string json = carom.ReadAll();
  EXPECT_EQ(carom.Wait(), 0) << path;
  SimulateResponse response;
  const absl::Status status = FromJson(json, &response);
  EXPECT_TRUE(status.ok()) << status;
  return response;
}

}  // namespace carom::testing
