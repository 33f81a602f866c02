// A final state is the next layout: through the program's JSON, from every stop of every case.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "carom/v1/simulation.pb.h"
#include "client/cli/json.h"
#include "tests/twins/peer_case.h"

namespace carom::testing {
namespace {

using carom::v1::BallStates;
using carom::v1::ShotResults;
using carom::v1::SimulateRequest;

// As far as two shots may come apart by the rounding of a state that is sent out and back.
constexpr double kRounding = 1e-9;

ShotResults RunCarom(const SimulateRequest& request) {
  // ctest runs the tests of this file at the same time, each in a process of its own.
  const std::string path =
      ::testing::TempDir() + "carom_fed_back." + std::to_string(getpid()) + ".json";
  std::ofstream(path) << ToJson(request);
  ShotResults results = RunCaromOn(path).results();
  std::remove(path.c_str());
  return results;
}

std::string BallSetOf(const std::string& name) {
  if (name.find("snooker") != std::string::npos) return "snooker";
  return name.find("carom_") != std::string::npos || name.find("billiard") != std::string::npos
             ? "carom"
             : "pool";
}

// One shot with the tables, settings and layouts of a case, ended after so many events.
void AddShot(const SimulateRequest& source, uint32_t max_events, SimulateRequest* request) {
  const auto index = static_cast<uint32_t>(request->shots().shots_size());
  *request->add_tables() = source.tables(0);
  *request->add_layouts() = source.layouts(0);
  *request->add_settings() = source.settings(0);
  request->mutable_settings()->rbegin()->mutable_limits()->set_max_events(max_events);
  *request->mutable_shots()->add_shots() = source.shots().shots(0);
  carom::v1::Shot& shot = *request->mutable_shots()->mutable_shots()->rbegin();
  shot.set_table_index(index);
  shot.set_layout_index(index);
  shot.set_settings_index(index);
}

// The final states of each shot.
std::vector<BallStates> FinalStates(const ShotResults& results) {
  std::vector<BallStates> shots;
  int ball = 0;
  int moving = 0;
  const BallStates& all = results.final_states();
  for (const uint32_t count : results.ball_counts()) {
    BallStates& shot = shots.emplace_back();
    for (const int end = ball + static_cast<int>(count); ball < end; ++ball) {
      shot.add_motions(all.motions(ball));
      for (int i = 0; i < 3; ++i) shot.add_positions_m(all.positions_m(3 * ball + i));
      if (all.motions(ball) < carom::v1::MOTION_STATE_SPINNING ||
          all.motions(ball) > carom::v1::MOTION_STATE_AIRBORNE) {
        continue;
      }
      for (int i = 0; i < 3; ++i) shot.add_velocities_m_s(all.velocities_m_s(3 * moving + i));
      for (int i = 0; i < 3; ++i) {
        shot.add_angular_velocities_rad_s(all.angular_velocities_rad_s(3 * moving + i));
      }
      ++moving;
    }
  }
  return shots;
}

// Every case, stopped after each of its events: at rest, moving, touching, with pocketed balls.
struct Stops {
  SimulateRequest request;
  std::vector<std::string> names;
  std::vector<uint32_t> events_left;
};

Stops AllStops() {
  Stops stops;
  for (const std::string& name : PeerCaseNames()) {
    const SimulateRequest source = ReadRequest(name);
    const auto events = static_cast<uint32_t>(ReadPeerShot(name).events.size());
    for (uint32_t made = 1; made <= events; ++made) {
      AddShot(source, made, &stops.request);
      stops.names.push_back(name);
      stops.events_left.push_back(events - made);
    }
  }
  return stops;
}

SimulateRequest FedBack(const Stops& stops, const std::vector<BallStates>& states) {
  SimulateRequest request = stops.request;
  for (int i = 0; i < request.shots().shots_size(); ++i) {
    const auto shot = static_cast<size_t>(i);
    request.mutable_shots()->mutable_shots(i)->clear_strike();
    request.mutable_layouts(i)->set_ball_set(BallSetOf(stops.names[shot]));
    *request.mutable_layouts(i)->mutable_states() = states[shot];
    request.mutable_settings(i)->mutable_limits()->set_max_events(
        std::max(stops.events_left[shot], 1u));
  }
  return request;
}

void ExpectSameEnd(const BallStates& actual, const BallStates& expected, double tolerance) {
  const std::vector<WireState> a = ReadStates(actual);
  const std::vector<WireState> b = ReadStates(expected);
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].motion, b[i].motion);
    EXPECT_LE((a[i].position_m - b[i].position_m).norm(), tolerance);
    EXPECT_LE((a[i].velocity_m_s - b[i].velocity_m_s).norm(), tolerance);
  }
}

TEST(FedBack, AnyFinalStateIsTakenAndGoesOnAsIfNothingWere) {
  const Stops stops = AllStops();
  const ShotResults stopped = RunCarom(stops.request);
  ASSERT_EQ(stopped.failures_size(), 0);
  const std::vector<BallStates> states = FinalStates(stopped);
  const ShotResults resumed = RunCarom(FedBack(stops, states));
  ASSERT_EQ(resumed.failures_size(), 0) << resumed.failures(0).message();
  const std::vector<BallStates> ends = FinalStates(resumed);
  for (size_t i = 0; i < ends.size(); ++i) {
    if (stops.events_left[i] == 0) continue;
    SCOPED_TRACE(stops.names[i] + ", events left " + std::to_string(stops.events_left[i]));
    ExpectSameEnd(ends[i], states[i + stops.events_left[i]], kRounding);
  }
}

TEST(FedBack, AShotAtRestIsOverAtOnceAndKeepsItsBits) {
  Stops stops;
  stops.names = {"single.stun"};
  stops.events_left = {0};
  AddShot(ReadRequest("single.stun"), 100, &stops.request);
  const std::vector<BallStates> states = FinalStates(RunCarom(stops.request));
  const ShotResults resumed = RunCarom(FedBack(stops, states));
  ASSERT_EQ(resumed.failures_size(), 0);
  EXPECT_EQ(resumed.stop_reasons(0), carom::v1::STOP_REASON_AT_REST);
  EXPECT_EQ(resumed.end_times_s(0), 0.0);
  EXPECT_EQ(resumed.final_states().SerializeAsString(), states[0].SerializeAsString());
}

TEST(FedBack, APocketedBallStaysOutOfTheNextShot) {
  Stops stops;
  stops.names = {"pot.side_pocket"};
  stops.events_left = {100};
  AddShot(ReadRequest("pot.side_pocket"), 100, &stops.request);
  const std::vector<BallStates> states = FinalStates(RunCarom(stops.request));
  ASSERT_EQ(states[0].motions(1), carom::v1::MOTION_STATE_POCKETED);
  SimulateRequest next = FedBack(stops, states);
  next.mutable_shots()->mutable_shots(0)->mutable_strike()->set_speed_m_s(3.0);
  next.mutable_detail()->set_level(carom::v1::Detail::LEVEL_EVENTS);
  const ShotResults results = RunCarom(next);
  ASSERT_EQ(results.failures_size(), 0);
  EXPECT_GT(results.events().times_s_size(), 1);
  for (const uint32_t ball : results.events().balls()) EXPECT_EQ(ball, 0u);
  const BallStates end = FinalStates(results)[0];
  EXPECT_EQ(end.motions(1), carom::v1::MOTION_STATE_POCKETED);
  for (int i = 3; i < 6; ++i) EXPECT_EQ(end.positions_m(i), states[0].positions_m(i));
}

}  // namespace
}  // namespace carom::testing
