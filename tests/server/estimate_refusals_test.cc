// What EstimateOutcomes refuses before it plays anything, by path.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "tests/server/estimate_questions.h"

namespace carom {
namespace {

using ::testing::StartsWith;
using EstimateRequest = v1::EstimateOutcomesRequest;

struct EstimateRefusal {
  const char* says;
  std::function<void(EstimateRequest&)> spoil;
};

class EstimateRefusals : public ::testing::Test {
 protected:
  EstimateRefusals() : service_(WithThreads(1)) {}

  void ExpectRefused(const EstimateRefusal& refusal) {
    EstimateRequest request = CutShots(2, 10);
    refusal.spoil(request);
    const EstimateAnswer answer = Estimate(*service_.stub, request);
    EXPECT_EQ(answer.status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << refusal.says;
    EXPECT_THAT(answer.status.error_message(), StartsWith(refusal.says));
    EXPECT_TRUE(answer.progress.empty());
  }

  TestService service_;
};

v1::Goal& FirstGoal(EstimateRequest& request) { return *request.mutable_goals(0); }

TEST_F(EstimateRefusals, NameThePath) {
  const std::vector<EstimateRefusal> refusals{
      {"goals: 0 entries must be in [1, 16]", [](EstimateRequest& r) { r.clear_goals(); }},
      {"goals[0].condition: absent must be one of potted",
       [](EstimateRequest& r) { FirstGoal(r).Clear(); }},
      {"goals[0].potted.ball: 2 must be in [0, 2)",
       [](EstimateRequest& r) { FirstGoal(r).mutable_potted()->set_ball(2); }},
      {"goals[0].potted.pockets: 6 must be in [0, 6)",
       [](EstimateRequest& r) { FirstGoal(r).mutable_potted()->add_pockets(6); }},
      {"goals[0].potted.pockets[0]: 64 must be below 64",
       [](EstimateRequest& r) { FirstGoal(r).mutable_potted()->add_pockets(64); }},
      {"goals[0].ends_in.region: absent must be one of circle, polygon, line",
       [](EstimateRequest& r) { FirstGoal(r).mutable_ends_in(); }},
      {"goals[0].ends_in.circle.radius_m: nan must be in (0, 100]",
       [](EstimateRequest& r) {
         FirstGoal(r).mutable_ends_in()->mutable_circle()->set_radius_m(
             std::numeric_limits<double>::quiet_NaN());
       }},
      {"goals[0].any_of.goals: empty must be one at least",
       [](EstimateRequest& r) { FirstGoal(r).mutable_any_of(); }},
      {"goals[0].cushions.when: 9 must be one of CushionsGoal.When",
       [](EstimateRequest& r) {
         FirstGoal(r).mutable_cushions()->set_when(static_cast<v1::CushionsGoal::When>(9));
       }},
      {"draws: 0 must be in [1, 1048576]", [](EstimateRequest& r) { r.clear_draws(); }},
      {"draws: 1000000000 must be in [1, 1048576]",
       [](EstimateRequest& r) { r.set_draws(1000000000); }},
      {"draws: 3145728 draws of all candidates must be in [1, 1048576] by the limits",
       [](EstimateRequest& r) { r.set_draws(1 << 20); }},
      {"race.budget: 1 must be in [2, 2^40]",
       [](EstimateRequest& r) { r.mutable_race()->set_budget(1); }},
      {"race.budget: 2000010 draws of all candidates must be in [1, 1048576] by the limits",
       [](EstimateRequest& r) { r.mutable_race()->set_budget(2000000); }},
      {"confidence: 1 must be in [0.5, 0.9999]", [](EstimateRequest& r) { r.set_confidence(1.0); }},
      {"noise.icga.magnitude: -1 must be in [0, 100]",
       [](EstimateRequest& r) { r.mutable_noise()->mutable_icga()->set_magnitude(-1.0); }},
      {"noise.strike.azimuth_rad.normal.sigma: -1 must be in [0, 1e+06]",
       [](EstimateRequest& r) {
         r.mutable_noise()->mutable_strike()->mutable_azimuth_rad()->mutable_normal()->set_sigma(
             -1.0);
       }},
      {"noise.strike.speed_m_s.kind: absent must be one of constant",
       [](EstimateRequest& r) { r.mutable_noise()->mutable_strike()->mutable_speed_m_s(); }},
      {"precision.width: 0 must be in [0.001, 1]",
       [](EstimateRequest& r) { r.mutable_precision(); }},
      {"precision.width: 1.5 must be in [0.001, 1]",
       [](EstimateRequest& r) { r.mutable_precision()->set_width(1.5); }},
      {"precision.width: nan must be in [0.001, 1]",
       [](EstimateRequest& r) {
         r.mutable_precision()->set_width(std::numeric_limits<double>::quiet_NaN());
       }},
      {"precision: given must be absent where the first goal is a score",
       [](EstimateRequest& r) {
         r.mutable_precision()->set_width(0.1);
         v1::WeightedSumGoal& sum = *FirstGoal(r).mutable_weighted_sum();
         sum.add_goals()->mutable_no_scratch();
         sum.add_weights(1.0);
       }},
      {"report.candidates: 17 must be in [1, 16]",
       [](EstimateRequest& r) { r.mutable_report()->set_candidates(17); }},
      {"report.balls[1]: 0 must be a ball that is not yet there",
       [](EstimateRequest& r) {
         r.mutable_report()->add_balls(0);
         r.mutable_report()->add_balls(0);
       }},
      {"report.balls[0]: 9 must be in [0, 2)",
       [](EstimateRequest& r) { r.mutable_report()->add_balls(9); }},
      {"report.quantiles[0]: 1.5 must be in [0, 1]",
       [](EstimateRequest& r) { r.mutable_report()->add_quantiles(1.5); }},
      {"layouts: 0 entries must be in [1, 65536]", [](EstimateRequest& r) { r.clear_layouts(); }},
      {"candidates: absent must be one of shots, columns, generator",
       [](EstimateRequest& r) { r.clear_candidates(); }},
      {"shots.shots: 0 entries must be in [1, 65536]",
       [](EstimateRequest& r) { r.mutable_shots()->clear_shots(); }},
  };
  for (const EstimateRefusal& refusal : refusals) ExpectRefused(refusal);
}

// Deeper than goals may nest, and deeper than any message.
TEST_F(EstimateRefusals, NestingHasABound) {
  for (const int depth : {9, 12, 200}) {
    const auto nest = [depth](EstimateRequest& request) {
      v1::Goal* goal = &FirstGoal(request);
      for (int i = 0; i < depth; ++i) goal = goal->mutable_none_of()->add_goals();
      goal->mutable_no_scratch();
    };
    ExpectRefused({"goals[0].none_of.goals[0].none_of.goals[0].", nest});
  }
}

TEST_F(EstimateRefusals, AnUnknownFieldIsNotSkipped) {
  EstimateRequest request = CutShots(1, 10);
  FirstGoal(request).GetReflection()->MutableUnknownFields(&FirstGoal(request))->AddVarint(99, 1);
  const EstimateAnswer answer = Estimate(*service_.stub, request);
  EXPECT_EQ(answer.status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(answer.status.error_message(),
              StartsWith("goals[0]: field 99 of Goal must be known"));
}

TEST_F(EstimateRefusals, AnotherEngineDoesNotAnswer) {
  EstimateRequest request = CutShots(1, 10);
  request.set_engine_version("0");
  EXPECT_EQ(Estimate(*service_.stub, request).status.error_code(),
            grpc::StatusCode::FAILED_PRECONDITION);
}

// What an estimate would keep in memory is reserved before it is played.
TEST(EstimateMemory, IsReservedFirst) {
  ServerOptions options = WithThreads(1);
  options.admission.memory_budget_bytes = 4 << 20;
  TestService service(options);
  EXPECT_TRUE(Estimate(*service.stub, CutShots(1, 100)).status.ok());
  EXPECT_EQ(Estimate(*service.stub, CutShots(1, 1 << 20)).status.error_code(),
            grpc::StatusCode::OUT_OF_RANGE);
}

}  // namespace
}  // namespace carom
