// Bad input, through a port and inside the process: it is told where it is bad, and the server goes
// on serving.

#include <gmock/gmock.h>
#include <grpcpp/generic/generic_stub.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

#include "core/base/version.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

class BadRequest : public ::testing::TestWithParam<bool> {
 protected:
  BadRequest() : service_(WithThreads(2), /*in_process=*/GetParam()) {}
  ~BadRequest() override { EXPECT_TRUE(Simulate(Breaks(1)).status.ok()) << "goes on serving"; }

  struct Answer {
    grpc::Status status;
    v1::SimulateResponse response;
  };
  Answer Simulate(const v1::SimulateRequest& request) {
    Answer answer;
    grpc::ClientContext context;
    answer.status = service_.stub->Simulate(&context, request, &answer.response);
    return answer;
  }

  void ExpectRefused(const v1::SimulateRequest& request, const std::string& says) {
    const grpc::Status status = Simulate(request).status;
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    EXPECT_THAT(status.error_message(), StartsWith(says));
  }
  void ExpectRefused(const v1::SimulateBatchRequest& request, const std::string& says) {
    const grpc::Status status = RunBatch(*service_.stub, request).status;
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    EXPECT_THAT(status.error_message(), StartsWith(says));
  }

  /// That shot 1 of three fails with this message while the others are played.
  void ExpectShotFails(const v1::SimulateRequest& request, const std::string& says) {
    const Answer answer = Simulate(request);
    ASSERT_TRUE(answer.status.ok()) << answer.status.error_message();
    const v1::ShotResults& results = answer.response.results();
    ASSERT_EQ(results.shot_count(), 3u);
    ASSERT_EQ(results.failures_size(), 1) << says;
    EXPECT_EQ(results.failures(0).shot(), 1u);
    EXPECT_EQ(results.failures(0).code(), google::rpc::INVALID_ARGUMENT);
    EXPECT_THAT(results.failures(0).message(), StartsWith(says));
    EXPECT_NE(results.hashes(0), 0u);
    EXPECT_EQ(results.hashes(1), 0u);
    EXPECT_NE(results.hashes(2), 0u);
  }

  TestService service_;
};

INSTANTIATE_TEST_SUITE_P(Ways, BadRequest, ::testing::Values(true, false),
                         [](const auto& way) { return way.param ? "InProcess" : "Loopback"; });

TEST_P(BadRequest, NoOrTooManyShots) {
  ExpectRefused(Breaks(0), "shots.shots: 0 entries must be in [1, 4096]");
  ExpectRefused(Breaks(4097), "shots.shots: 4097 entries must be in [1, 4096]");
  ExpectRefused(SceneBatch("two_ball_cut", 0), "generator.shot_count: 0 must be in [1, 65536]");
  ExpectRefused(SceneBatch("two_ball_cut", 1'000'000'000),
                "generator.shot_count: 1000000000 must be in [1, 65536]");
  ExpectRefused(SceneBatch("two_ball_cut", 1, (uint64_t{1} << 53) + 1), "generator.first_shot: ");
}

TEST_P(BadRequest, NoSourceOrUnknownScene) {
  ExpectRefused(v1::SimulateBatchRequest(), "source: absent");
  v1::SimulateBatchRequest request;
  request.mutable_generator()->set_shot_count(1);
  ExpectRefused(request, "generator.source: absent must be one of scene, uniform_strikes");
  ExpectRefused(SceneBatch("croquet", 1), "generator.scene: \"croquet\" must be one of");
  request = SceneBatch("two_ball_cut", 1);
  request.add_layouts();
  ExpectRefused(request, "layouts: must be empty");
}

TEST_P(BadRequest, NoLayout) {
  v1::SimulateRequest request = Breaks(1);
  request.clear_layouts();
  ExpectRefused(request, "layouts: 0 entries");
}

// A law of a newer client once played as the default, with the default's hash.
TEST_P(BadRequest, WhatThisVersionDoesNotKnow) {
  v1::SimulateRequest request = Breaks(1);
  v1::BallBallLaw& law = *request.add_settings()->mutable_ball_ball();
  law.GetReflection()->MutableUnknownFields(&law)->AddLengthDelimited(77, "");
  ExpectRefused(request,
                "settings[0].ball_ball: field 77 of BallBallLaw must be known to wire revision 3 ");
}

TEST_P(BadRequest, AnotherEngineThanTheCallerWants) {
  v1::SimulateRequest request = Breaks(1);
  request.set_engine_version("0.0.1");
  v1::SimulateResponse response;
  grpc::ClientContext context;
  const grpc::Status status = service_.stub->Simulate(&context, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(status.error_message(), ::testing::StartsWith("engine_version: \"0.0.1\" must be"));
  request.set_engine_version(kEngineVersion);
  grpc::ClientContext again;
  EXPECT_TRUE(service_.stub->Simulate(&again, request, &response).ok());
}

TEST_P(BadRequest, TooManySamples) {
  v1::SimulateRequest request = Breaks(1);
  request.mutable_detail()->set_level(v1::Detail::LEVEL_SAMPLES);
  for (int i = 0; i < 300'000; ++i) {
    request.mutable_detail()->mutable_samples()->add_times_s(1e-5 * i);
  }
  const Answer answer = Simulate(request);
  const bool refused = answer.status.error_code() == grpc::StatusCode::INVALID_ARGUMENT ||
                       answer.response.results().failures_size() == 1;
  EXPECT_TRUE(refused) << answer.status.error_message();
  request.mutable_detail()->mutable_samples()->clear_times_s();
  request.mutable_detail()->mutable_samples()->set_period_s(1e-9);
  ExpectRefused(request, "detail.samples.period_s");
}

TEST_P(BadRequest, AShotsFaultIsItsOwn) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const struct {
    std::function<void(v1::Shot&)> spoil;
    const char* says;
  } cases[] = {
      {[&](v1::Shot& s) { s.mutable_strike()->set_speed_m_s(nan); },
       "shots.shots[1].strike.speed_m_s"},
      {[&](v1::Shot& s) { s.mutable_strike()->set_azimuth_rad(infinity); },
       "shots.shots[1].strike.azimuth_rad"},
      {[](v1::Shot& s) { s.mutable_strike()->set_side_offset(1.5); },
       "shots.shots[1].strike.side_offset"},
      {[](v1::Shot& s) { s.mutable_strike()->set_cue_ball(40); }, "shots.shots[1].strike.cue_ball"},
      {[](v1::Shot& s) { s.set_table_index(9); },
       "shots.shots[1].table_index: 9 must be in [0, 1)"},
      {[](v1::Shot& s) { s.set_settings_index(1); }, "shots.shots[1].settings_index: 1 must be"},
      {[](v1::Shot& s) { s.set_layout_index(4'000'000'000); }, "shots.shots[1].layout_index"},
      {[](v1::Shot& s) { s.add_positions_m(0.0); }, "shots.shots[1].positions_m"},
  };
  for (const auto& bad : cases) {
    v1::SimulateRequest request = Breaks(3);
    bad.spoil(*request.mutable_shots()->mutable_shots(1));
    ExpectShotFails(request, bad.says);
  }
}

TEST_P(BadRequest, ABadPartFailsTheShotsThatUseIt) {
  v1::SimulateRequest request = Breaks(3);
  request.add_tables();
  request.add_tables()->set_preset("bathtub");
  request.mutable_shots()->mutable_shots(1)->set_table_index(1);
  ExpectShotFails(request, "tables[1].preset: \"bathtub\" must be one of");

  request = Breaks(3);
  request.add_settings();
  request.add_settings()->set_gravity_m_s2(-1.0);
  request.mutable_shots()->mutable_shots(1)->set_settings_index(1);
  ExpectShotFails(request, "settings[1].gravity_m_s2: -1 must be");

  request = Breaks(3);
  for (const double x : {0.0, 0.01}) {
    v1::LayoutBall* const ball =
        (request.layouts_size() < 2 ? request.add_layouts() : request.mutable_layouts(1))
            ->mutable_balls()
            ->add_balls();
    ball->mutable_state()->mutable_position_m()->set_x(x);
  }
  request.mutable_shots()->mutable_shots(1)->set_layout_index(1);
  ExpectShotFails(request, "layouts[1].balls.balls[1].state.position_m");

  request.mutable_layouts(1)->mutable_balls()->mutable_balls(0)->mutable_ball()->set_mass_kg(0.0);
  ExpectShotFails(request, "layouts[1].balls.balls[0].ball.mass_kg: 0 must be");
}

// The status of a unary call with these bytes for a message.
grpc::Status Send(const std::shared_ptr<grpc::Channel>& channel, const std::string& method,
                  const std::string& bytes) {
  grpc::GenericStub stub(channel);
  const grpc::Slice slice(bytes);
  const grpc::ByteBuffer request(&slice, 1);
  grpc::ByteBuffer response;
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  grpc::Status status;
  auto call = stub.PrepareUnaryCall(&context, method, request, &queue);
  call->StartCall();
  call->Finish(&response, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  EXPECT_TRUE(queue.Next(&tag, &ok));
  queue.Shutdown();
  return status;
}

TEST_P(BadRequest, BytesThatAreNoProtobuf) {
  EXPECT_FALSE(Send(service_.channel, "/carom.v1.SimulationService/Simulate",
                    "\xff\xff\xff\xff not a protobuf")
                   .ok());
}

// The details of a status.
google::rpc::Status Details(const grpc::Status& status) {
  google::rpc::Status details;
  EXPECT_TRUE(details.ParseFromString(status.error_details()));
  return details;
}

// What clients of revision 1 send: layouts { rack { name: "nine_ball" } }, and in field 4 a shot.
TEST_P(BadRequest, RequestsOfRevision1NameBothRevisions) {
  const grpc::Status shots = Send(service_.channel, "/carom.v1.SimulationService/Simulate",
                                  "\x1a\x0d\x12\x0b\x0a\x09nine_ball\x22\x0b\x22\x09\x11" +
                                      std::string("\0\0\0\0\0\0\x1c\x40", 8));
  EXPECT_EQ(shots.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(shots.error_message(),
            std::string(
                "request: field 4 of SimulateRequest of wire revision 1 must be of wire revision 3 "
                "(engine ") +
                kEngineVersion + ") of this server: use a newer client");
  // double_pendulum {}
  const grpc::Status mechanism = Send(
      service_.channel, "/carom.v1.SimulationService/SimulateMechanism", std::string("\x0a\0", 2));
  EXPECT_EQ(mechanism.error_code(), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_EQ(mechanism.error_message(),
            std::string("/carom.v1.SimulationService/SimulateMechanism is of wire revision 1, and "
                        "this server speaks wire revision 3 (engine ") +
                kEngineVersion + "): use a newer client");
  google::rpc::ErrorInfo info;
  ASSERT_EQ(Details(mechanism).details_size(), 1);
  ASSERT_TRUE(Details(mechanism).details(0).UnpackTo(&info));
  EXPECT_EQ(info.reason(), "WIRE_REVISION");
  EXPECT_EQ(info.domain(), "carom.v1");
  EXPECT_THAT(info.metadata(), UnorderedElementsAre(Pair("server", "3"), Pair("method", "1")));
}

TEST_P(BadRequest, MethodsThatTheServerDoesNotHave) {
  const grpc::Status later = Send(service_.channel, "/carom.v1.SimulationService/Teleport", "");
  EXPECT_EQ(later.error_code(), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_EQ(later.error_message(),
            std::string("/carom.v1.SimulationService/Teleport is unknown to wire revision 3 "
                        "(engine ") +
                kEngineVersion + ") of this server: is the client newer?");
  google::rpc::ErrorInfo info;
  ASSERT_EQ(Details(later).details_size(), 1);
  ASSERT_TRUE(Details(later).details(0).UnpackTo(&info));
  EXPECT_THAT(info.metadata(), UnorderedElementsAre(Pair("server", "3")));

  const grpc::Status foreign = Send(service_.channel, "/snooker.Service/Break", "");
  EXPECT_EQ(foreign.error_code(), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_EQ(foreign.error_message(), "this server has no method /snooker.Service/Break");
  EXPECT_EQ(foreign.error_details(), "");
  // Of the request nothing is read: as a message it would be too large.
  EXPECT_EQ(
      Send(service_.channel, "/carom.v1.SimulationService/Teleport", std::string(17 << 20, 'x'))
          .error_code(),
      grpc::StatusCode::UNIMPLEMENTED);
  const std::string longer = "/carom.v1." + std::string(5000, 'x');
  EXPECT_LT(Send(service_.channel, longer, "").error_message().size(), 400u);
}

TEST_P(BadRequest, TooLargeAMessage) {
  v1::SimulateRequest request = Breaks(1);
  request.mutable_layouts(0)->set_ball_set(std::string(17 << 20, 'x'));
  EXPECT_EQ(Simulate(request).status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
}

TEST(Limits, RefuseByTheServersFlags) {
  ServerOptions options = WithThreads(1);
  options.requests.max_shots_per_simulate = 2;
  options.requests.max_shots_per_batch = 3;
  options.requests.max_shot_bytes = 1024;
  TestService service(options);
  v1::SimulateResponse response;
  grpc::ClientContext many;
  EXPECT_THAT(service.stub->Simulate(&many, Breaks(3), &response).error_message(),
              HasSubstr("shots.shots: 3 entries must be in [1, 2]"));
  EXPECT_THAT(RunBatch(*service.stub, SceneBatch("two_ball_cut", 4)).status.error_message(),
              HasSubstr("must be in [1, 3]"));
  v1::SimulateRequest wordy = Breaks(2);
  wordy.mutable_detail()->set_level(v1::Detail::LEVEL_EVENTS);
  wordy.mutable_detail()->set_event_states(true);
  grpc::ClientContext large;
  ASSERT_TRUE(service.stub->Simulate(&large, wordy, &response).ok());
  ASSERT_EQ(response.results().failures_size(), 2);
  EXPECT_EQ(response.results().failures(0).code(), google::rpc::OUT_OF_RANGE);
}

TEST(Limits, AnAnswerTooLargeForOneMessageIsOutOfRange) {
  ServerOptions options = WithThreads(2);
  options.requests.max_message_bytes = 64 << 10;
  TestService service(options);
  v1::SimulateRequest request = Breaks(200);
  request.mutable_detail()->set_level(v1::Detail::LEVEL_EVENTS);
  request.mutable_detail()->set_event_states(true);
  v1::SimulateResponse response;
  grpc::ClientContext context;
  const grpc::Status status = service.stub->Simulate(&context, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::OUT_OF_RANGE) << status.error_message();
}

}  // namespace
}  // namespace carom
