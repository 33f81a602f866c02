// Mechanisms and compliant shots: one answer, to the last bit, whatever the threads, the callers
// beside, and the way to the service.

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "carom/client/client.h"
#include "core/shot/simulate_mechanism.h"
#include "tests/determinism/service.h"
#include "tests/server/convert/wire_message.h"

namespace carom {
namespace {

using testing::Wire;

struct ServerWay {
  int threads;
  bool through_port;
};

constexpr ServerWay kServerWays[] = {{1, false}, {2, false}, {4, false}, {2, true}};

ServerOptions OptionsOf(const ServerWay& way) {
  ServerOptions options;
  options.listen = way.through_port ? "127.0.0.1:0" : "";
  options.threads = way.threads;
  return options;
}

constexpr const char* kMechanisms[] = {
    "double_pendulum {} detail { sample_period_s: 0.1 }",
    "double_pendulum { friction: 0 integration { method: INTEGRATION_METHOD_ADAMS_PECE } }",
    "rolling_ball {} detail { sample_times_s: [0.5, 1.5] }",
    "rolling_ball { patch { model: CONTENSOU_MODEL_INTEGRAL } duration_s: 1 }",
    "newtons_cradle {} detail { sample_period_s: 0.05 }",
    "newtons_cradle { constraints { method: CONSTRAINT_METHOD_DIRECT_CORRECTION } duration_s: 0.3 "
    "}",
    "ball_bearing { duration_s: 0.01 } detail { sample_period_s: 1e-3 }",
    "ball_bearing { duration_s: 0.02 defect {} } detail { spectrum { segment: 64 channels { "
    "body: 'outer_race' quantity: 'acceleration_own_x_m_s2' } } }",
    "rolling_ball_aim { grid: 3 max_runs: 60 }",
    "patch_surface {}",
    "patch_pressure { lean: 0.3 }",
    "bouncing_balls { surface: BOUNCE_SURFACE_BOWL penetration_step_m: 1e-5 } "
    "detail { sample_period_s: 0.1 }",
    "linkage {} detail { sample_period_s: 0.1 }",
};

std::string AnswerMechanism(const Client& client, const std::string& text) {
  const auto response = client.SimulateMechanism(Wire<v1::SimulateMechanismRequest>(text));
  EXPECT_TRUE(response.ok()) << text << ": " << response.status();
  return response.ok() ? response->SerializeAsString() : "";
}

TEST(MechanismBits, AreTheSameInEveryWay) {
  std::vector<std::string> expected;
  {
    const Service service(OptionsOf(kServerWays[0]));
    for (const char* text : kMechanisms) expected.push_back(AnswerMechanism(service.client, text));
  }
  for (const ServerWay& way : kServerWays) {
    SCOPED_TRACE(way.threads);
    const Service service(OptionsOf(way));
    std::vector<std::vector<std::string>> answers(3);
    std::vector<std::thread> callers;
    for (std::vector<std::string>& mine : answers) {
      callers.emplace_back([&] {
        for (const char* text : kMechanisms) mine.push_back(AnswerMechanism(service.client, text));
      });
    }
    for (std::thread& caller : callers) caller.join();
    for (const std::vector<std::string>& mine : answers) EXPECT_TRUE(mine == expected);
  }
}

TEST(MechanismBits, DoNotDependOnTheSamples) {
  for (const Mechanism& mechanism :
       {Mechanism(DoublePendulum()), Mechanism(RollingBall()), Mechanism(NewtonsCradle()),
        Mechanism(BallBearing{.duration_s = 0.01}), Mechanism(BouncingBalls()),
        Mechanism(Linkage())}) {
    SCOPED_TRACE(mechanism.index());
    MechanismRecord plain;
    MechanismRecord sampled;
    ASSERT_TRUE(SimulateMechanism(mechanism, {}, {}, plain).ok());
    const MechanismDetail detail{.sample_period_s = 1e-3, .sample_times_s = {0.0123, 100.0}};
    ASSERT_TRUE(SimulateMechanism(mechanism, detail, {}, sampled).ok());
    EXPECT_EQ(sampled.hash, plain.hash);
    EXPECT_EQ(sampled.evaluations, plain.evaluations);
    EXPECT_EQ(sampled.events, plain.events);
  }
}

/// Compliant shots at two and three balls and a cushion, in full 3-D and horizontal, some beside a
/// shot of the other engine.
v1::SimulateRequest CompliantShots() {
  auto request = Wire<v1::SimulateRequest>(
      "layouts { balls { balls { state { position_m { x: -0.3 } } } "
      "                  balls { state { position_m { x: 0.1 y: 0.02 } } } "
      "                  balls { state { position_m { x: 0.3 y: -0.01 } } } } } "
      "settings { engine: ENGINE_COMPLIANT limits { max_time_s: 1 } } "
      "settings { engine: ENGINE_COMPLIANT compliant { horizontal: true } "
      "           limits { max_time_s: 1 } } "
      "settings {}");
  for (uint32_t i = 0; i < 12; ++i) {
    v1::Shot& shot = *request.mutable_shots()->add_shots();
    shot.set_settings_index(i % 3);
    shot.mutable_strike()->set_speed_m_s(1.5 + 0.1 * i);
    shot.mutable_strike()->set_azimuth_rad(0.02 * i);
    shot.mutable_strike()->set_side_offset(0.02 * i);
  }
  return request;
}

std::string AnswerShots(const Client& client, const v1::SimulateRequest& request) {
  const auto response = client.Simulate(request);
  EXPECT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->results().failures_size(), 0);
  return response->results().SerializeAsString();
}

TEST(CompliantBits, AreTheSameInEveryWay) {
  v1::SimulateRequest request = CompliantShots();
  request.mutable_detail()->set_level(v1::Detail::LEVEL_EVENTS);
  request.mutable_detail()->set_contacts(true);
  const std::string expected = AnswerShots(Service(OptionsOf(kServerWays[0])).client, request);
  for (const ServerWay& way : kServerWays) {
    SCOPED_TRACE(way.threads);
    const Service service(OptionsOf(way));
    EXPECT_TRUE(AnswerShots(service.client, request) == expected);
    EXPECT_TRUE(AnswerShots(service.client, request) == expected) << "again";
  }
}

TEST(CompliantBits, DoNotDependOnTheDetail) {
  v1::SimulateRequest request = CompliantShots();
  const Service service(OptionsOf({2, false}));
  const auto plain = service.client.Simulate(request);
  request.mutable_detail()->set_level(v1::Detail::LEVEL_SAMPLES);
  request.mutable_detail()->mutable_samples()->set_period_s(0.01);
  request.mutable_detail()->set_contacts(true);
  request.mutable_detail()->set_event_states(true);
  const auto told = service.client.Simulate(request);
  ASSERT_TRUE(plain.ok() && told.ok()) << plain.status() << told.status();
  const auto hashes = [](const v1::SimulateResponse& response) {
    return std::vector<uint64_t>(response.results().hashes().begin(),
                                 response.results().hashes().end());
  };
  EXPECT_EQ(hashes(*plain), hashes(*told));
  EXPECT_EQ(plain->results().final_states().SerializeAsString(),
            told->results().final_states().SerializeAsString());
}

}  // namespace
}  // namespace carom
