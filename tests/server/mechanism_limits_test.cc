// What an operator bounds of mechanisms and compliant shots.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "tests/server/convert/wire_message.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::Wire;

TEST(MechanismLimits, AnAnswerTooLargeForOneMessageIsOutOfRange) {
  ServerOptions options = WithThreads(1);
  options.requests.max_message_bytes = 64 << 10;
  TestService service(options);
  grpc::ClientContext context;
  v1::SimulateMechanismResponse response;
  const grpc::Status status = service.mechanisms->SimulateMechanism(
      &context,
      Wire<v1::SimulateMechanismRequest>("double_pendulum {} detail { sample_period_s: 1e-3 }"),
      &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::OUT_OF_RANGE);
  EXPECT_THAT(status.error_message(), HasSubstr("must be at most 65536: take fewer samples"));
}

// An hour of ten balls takes minutes.
TEST(MechanismLimits, AnAnswerTooLargeIsRefusedBeforeItsRun) {
  TestService service(WithThreads(1));
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(5));
  v1::SimulateMechanismResponse response;
  const grpc::Status status = service.mechanisms->SimulateMechanism(
      &context,
      Wire<v1::SimulateMechanismRequest>("newtons_cradle { ball_count: 10 duration_s: 3600 } "
                                         "detail { sample_period_s: 0.06 }"),
      &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::OUT_OF_RANGE);
  EXPECT_THAT(status.error_message(), StartsWith("detail: the answer takes "));
}

TEST(MechanismLimits, TheBudgetHoldsForWhatARunKeeps) {
  ServerOptions options = WithThreads(1);
  options.admission.memory_budget_bytes = 1 << 20;
  TestService service(options);
  grpc::ClientContext context;
  v1::SimulateMechanismResponse response;
  const grpc::Status status = service.mechanisms->SimulateMechanism(
      &context,
      Wire<v1::SimulateMechanismRequest>("double_pendulum {} detail { sample_period_s: 2e-4 }"),
      &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::OUT_OF_RANGE);
  EXPECT_THAT(status.error_message(), HasSubstr("--memory-budget-bytes"));
}

TEST(MechanismLimits, TheServerTellsThem) {
  TestService service;
  grpc::ClientContext context;
  v1::GetServerInfoResponse info;
  ASSERT_TRUE(service.stub->GetServerInfo(&context, {}, &info).ok());
  EXPECT_EQ(info.limits().max_evaluations(), 50'000'000u);
  EXPECT_EQ(info.limits().max_duration_s(), 3600.0);
  EXPECT_EQ(info.limits().max_samples_per_mechanism(), 65'536u);
  EXPECT_THAT(info.mechanisms(),
              ElementsAre("double_pendulum", "rolling_ball", "newtons_cradle", "ball_bearing",
                          "rolling_ball_aim", "bouncing_balls", "patch_surface", "patch_fit",
                          "linkage", "patch_pressure"));
  EXPECT_THAT(info.materials(),
              ElementsAre("phenolic_resin", "hard_resin", "rubber", "steel", "rigid"));
  EXPECT_THAT(info.compliant_presets(),
              ElementsAre("table_2_threlfall_frictionless", "table_2_threlfall_ambrosio",
                          "table_2_alciatore_frictionless", "table_2_alciatore_ambrosio"));
}

TEST(MechanismLimits, AnOperatorCanBoundWhatARunMayCost) {
  ServerOptions options = WithThreads(1);
  options.requests.max_evaluations = 1000;
  options.requests.max_duration_s = 0.5;
  TestService service(options);
  const auto ask = [&](const std::string& text) {
    grpc::ClientContext context;
    v1::SimulateMechanismResponse response;
    return service.mechanisms->SimulateMechanism(&context, Wire<v1::SimulateMechanismRequest>(text),
                                                 &response);
  };
  const grpc::Status refused = ask("ball_bearing {}");
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(refused.error_message(),
              StartsWith("ball_bearing.integration.max_evaluations: 50000000 (the default) must"));
  EXPECT_TRUE(ask("ball_bearing { integration { max_evaluations: 1000 } }").ok());

  v1::SimulateResponse response;
  grpc::ClientContext shot_context;
  const auto shot = Wire<v1::SimulateRequest>(
      "layouts { rack { name: 'nine_ball' } } settings { engine: ENGINE_COMPLIANT } "
      "shots { shots { strike { speed_m_s: 1 } } }");
  ASSERT_TRUE(service.stub->Simulate(&shot_context, shot, &response).ok());
  ASSERT_EQ(response.results().failures_size(), 1);
  EXPECT_THAT(response.results().failures(0).message(),
              StartsWith("settings[0].compliant.integration.max_evaluations: 50000000 (the def"));

  grpc::ClientContext info_context;
  v1::GetServerInfoResponse info;
  ASSERT_TRUE(service.stub->GetServerInfo(&info_context, {}, &info).ok());
  EXPECT_EQ(info.limits().max_evaluations(), 1000u);
  EXPECT_EQ(info.limits().max_duration_s(), 0.5);
}

}  // namespace
}  // namespace carom
