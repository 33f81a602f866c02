// Mechanisms and compliant shots through the service: answers, refusals, cancellation.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "core/base/version.h"
#include "server/convert/mechanism_convert.h"
#include "tests/server/convert/wire_message.h"
#include "tests/server/eventually.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::StartsWith;
using testing::Wire;

class Mechanisms : public ::testing::TestWithParam<bool> {
 protected:
  Mechanisms() : service_(WithThreads(2), /*in_process=*/GetParam()) {}
  ~Mechanisms() override {
    EXPECT_TRUE(Eventually([&] { return service_.server->stats().calls_running == 0; }));
  }

  struct Answer {
    grpc::Status status;
    v1::SimulateMechanismResponse response;
  };
  Answer Ask(const std::string& text) {
    Answer answer;
    grpc::ClientContext context;
    answer.status = service_.mechanisms->SimulateMechanism(
        &context, Wire<v1::SimulateMechanismRequest>(text), &answer.response);
    return answer;
  }
  void ExpectRefused(const std::string& text, const std::string& says) {
    const grpc::Status status = Ask(text).status;
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << text;
    EXPECT_THAT(status.error_message(), StartsWith(says));
  }

  TestService service_;
};

INSTANTIATE_TEST_SUITE_P(Ways, Mechanisms, ::testing::Values(true, false),
                         [](const auto& way) { return way.param ? "InProcess" : "Loopback"; });

TEST_P(Mechanisms, AnEmptyMessageIsTheCoresDefault) {
  const Mechanism defaults[] = {DoublePendulum(), RollingBall(),   NewtonsCradle(),
                                BallBearing(),    BouncingBalls(), Linkage()};
  const char* arms[] = {"double_pendulum", "rolling_ball",   "newtons_cradle",
                        "ball_bearing",    "bouncing_balls", "linkage"};
  for (size_t i = 0; i < std::size(arms); ++i) {
    SCOPED_TRACE(arms[i]);
    MechanismRecord record;
    ASSERT_TRUE(SimulateMechanism(defaults[i], {}, {}, record).ok());
    const Answer answer = Ask(std::string(arms[i]) + " {}");
    ASSERT_TRUE(answer.status.ok()) << answer.status.error_message();
    EXPECT_EQ(answer.response.engine_version(), kEngineVersion);
    const v1::MechanismRun& run = answer.response.run();
    EXPECT_EQ(run.hash(), record.hash);
    EXPECT_EQ(run.end_time_s(), record.end_time_s);
    EXPECT_EQ(run.stop_reason(), static_cast<int>(record.stop_reason) + 1);
    EXPECT_EQ(run.evaluations(), static_cast<uint64_t>(record.evaluations));
    EXPECT_EQ(run.steps(), static_cast<uint64_t>(record.steps));
    EXPECT_EQ(run.bodies_size(), static_cast<int>(record.bodies.size()));
    EXPECT_EQ(run.events().times_s_size(), static_cast<int>(record.events.size()));
    EXPECT_EQ(run.figures_size(), static_cast<int>(record.figures.size()));
    EXPECT_GT(run.figures_size(), 0);
    EXPECT_EQ(run.samples().times_s_size(), 0);
  }
}

TEST_P(Mechanisms, TablesAreToldChannelByChannel) {
  MechanismRecord record;
  const MechanismDetail detail{.sample_period_s = 0.5, .sample_times_s = {0.25, 10.0}};
  ASSERT_TRUE(SimulateMechanism(DoublePendulum(), detail, {}, record).ok());
  const Answer answer =
      Ask("double_pendulum {} detail { sample_period_s: 0.5 sample_times_s: [0.25, 10] }");
  ASSERT_TRUE(answer.status.ok()) << answer.status.error_message();
  for (const auto& [wire, core] : {std::pair(answer.response.run().samples(), record.samples),
                                   std::pair(answer.response.run().impacts(), record.impacts)}) {
    const int width = static_cast<int>(core.channels.size());
    const int times = static_cast<int>(core.times_s.size());
    ASSERT_EQ(wire.bodies_size(), width);
    ASSERT_EQ(wire.times_s_size(), times);
    ASSERT_EQ(wire.values_size(), width * times);
    for (int i = 0; i < width * times; ++i) {
      const int channel = i / times;
      EXPECT_EQ(wire.values(i), core.Row(i % times)[static_cast<size_t>(channel)]);
      EXPECT_EQ(wire.quantities(channel), core.channels[static_cast<size_t>(channel)].quantity);
    }
  }
  EXPECT_EQ(answer.response.run().samples().times_s_size(), 13 + 2);
}

TEST_P(Mechanisms, AnAimFindsSpins) {
  // A slide that a spin against it brings back to where it began.
  const Answer answer =
      Ask("rolling_ball_aim { ball { patch { friction: 0.2 } } grid: 3 max_runs: 200 "
          "tolerance_m: 1e-3 }");
  ASSERT_TRUE(answer.status.ok()) << answer.status.error_message();
  const v1::AimedSpins& spins = answer.response.aimed_spins();
  EXPECT_FALSE(answer.response.has_run());
  EXPECT_GT(spins.runs(), 8u);
  EXPECT_EQ(spins.spins_rad_s_size(), 3 * spins.misses_m_size());
  EXPECT_EQ(spins.rests_m_size(), 2 * spins.misses_m_size());
  for (const double miss_m : spins.misses_m()) EXPECT_LE(miss_m, 1e-3);
}

TEST_P(Mechanisms, BadRequestsAreToldWhereTheyAreBad) {
  ExpectRefused("", "mechanism: absent must be one of double_pendulum, ");
  ExpectRefused("double_pendulum { friction: -1 }", "double_pendulum.friction: -1 must be in");
  ExpectRefused("newtons_cradle { ball_count: 4294967295 }", "newtons_cradle.ball_count: ");
  ExpectRefused("rolling_ball { duration_s: 1e6 }",
                "rolling_ball.duration_s: 1e+06 must be in (0,");
  ExpectRefused("ball_bearing {} detail { sample_period_s: 1e-9 }", "detail.sample_period_s: ");
  ExpectRefused("ball_bearing { integration { max_evaluations: 2000000000 } }",
                "ball_bearing.integration.max_evaluations: 2000000000 must be in [1, 50000000] by");
}

TEST_P(Mechanisms, TheCapOnEvaluationsIsAStopReason) {
  const Answer answer = Ask("newtons_cradle { integration { max_evaluations: 100 } }");
  ASSERT_TRUE(answer.status.ok()) << answer.status.error_message();
  EXPECT_EQ(answer.response.run().stop_reason(), v1::STOP_REASON_EVALUATION_LIMIT);
}

TEST_P(Mechanisms, ACancellationReachesIntoARun) {
  grpc::ClientContext context;
  v1::SimulateMechanismResponse response;
  grpc::Status status;
  std::thread caller([&] {
    status = service_.mechanisms->SimulateMechanism(&context, LongMechanism(), &response);
  });
  EXPECT_TRUE(Eventually([&] { return service_.server->pool_stats().running == 1; }));
  std::this_thread::sleep_for(milliseconds(20));
  const auto begin = steady_clock::now();
  context.TryCancel();
  EXPECT_TRUE(Eventually([&] { return service_.server->pool_stats().running == 0; }));
  const auto took = steady_clock::now() - begin;
  caller.join();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::CANCELLED);
  RecordProperty(
      "cancelled_after_us",
      std::to_string(std::chrono::duration_cast<std::chrono::microseconds>(took).count()));
  EXPECT_LT(took, std::chrono::seconds(1));
}

TEST_P(Mechanisms, ADeadlineEndsARun) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + milliseconds(50));
  v1::SimulateMechanismResponse response;
  const grpc::Status status =
      service_.mechanisms->SimulateMechanism(&context, LongMechanism(), &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_TRUE(Eventually([&] { return service_.server->pool_stats().running == 0; }));
}

TEST_P(Mechanisms, ACompliantShotIsCancelledToo) {
  auto request = Wire<v1::SimulateRequest>(
      "layouts { rack { name: 'nine_ball' } } settings { engine: ENGINE_COMPLIANT compliant { "
      "integration { largest_step_s: 1e-6 } } } shots { shots { strike { speed_m_s: 8 } } }");
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + milliseconds(100));
  v1::SimulateResponse response;
  const grpc::Status status = service_.stub->Simulate(&context, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_TRUE(Eventually([&] { return service_.server->pool_stats().running == 0; }));
}

TEST(CompliantShots, TellTheirContacts) {
  TestService service(WithThreads(1));
  auto request = Wire<v1::SimulateRequest>(
      "layouts { balls { balls { state { position_m { x: 0 } } } "
      "                  balls { state { position_m { x: 0.2 y: 0.01 } } } } } "
      "settings { engine: ENGINE_COMPLIANT stop { at_time_s: 0.3 } } settings {} "
      "shots { shots { strike { speed_m_s: 1 } } shots { strike { speed_m_s: -1 } } "
      "shots { settings_index: 1 strike { speed_m_s: 1 } } } detail { contacts: true }");
  v1::SimulateResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(service.stub->Simulate(&context, request, &response).ok());
  ASSERT_EQ(response.results().failures_size(), 1);
  EXPECT_THAT(response.results().failures(0).message(),
              StartsWith("shots.shots[1].strike.speed_m_s"));
  const v1::ContactColumns& contacts = response.results().contacts();
  ASSERT_EQ(contacts.contact_counts_size(), 3);
  EXPECT_GT(contacts.contact_counts(0), 2u) << "two balls on the cloth, and each other";
  EXPECT_EQ(contacts.contact_counts(1), 0u) << "a shot that failed";
  EXPECT_EQ(contacts.contact_counts(2), 0u) << "the event engine has none";
  int rows = 0;
  bool balls_meet = false;
  for (int i = 0; i < contacts.kinds_size(); ++i) {
    EXPECT_LE(contacts.begin_times_s(i), contacts.end_times_s(i));
    if (contacts.kinds(i) == v1::EVENT_KIND_BALL_BALL) {
      balls_meet = true;
      ASSERT_GT(contacts.row_counts(i), 5u);
      EXPECT_GT(contacts.normal_forces_n(rows + static_cast<int>(contacts.row_counts(i)) / 2), 0.0);
    }
    rows += static_cast<int>(contacts.row_counts(i));
  }
  EXPECT_TRUE(balls_meet);
  EXPECT_EQ(contacts.indentations_m_size(), rows);
  EXPECT_EQ(contacts.rates_m_s_size(), rows);
  EXPECT_EQ(contacts.friction_forces_n_size(), rows);
}

TEST(CompliantShots, ASlopingNoseIsRefused) {
  TestService service(WithThreads(1));
  auto request = Wire<v1::SimulateRequest>(
      "tables { geometry { noses { start { x_m: 1 } end { x_m: 1 y_m: 1 } end_height_m: 0.04 } } } "
      "layouts { balls { balls { state { position_m { x: 0 } } } } } "
      "settings { engine: ENGINE_COMPLIANT } shots { shots {} }");
  v1::SimulateResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(service.stub->Simulate(&context, request, &response).ok());
  ASSERT_EQ(response.results().failures_size(), 1);
  EXPECT_THAT(response.results().failures(0).message(),
              StartsWith("tables[0].geometry.noses[0].end_height_m: 0.04 must be as high as"));
}

}  // namespace
}  // namespace carom
