#ifndef CAROM_TESTS_SERVER_ESTIMATE_QUESTIONS_H_
#define CAROM_TESTS_SERVER_ESTIMATE_QUESTIONS_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/server/test_service.h"

namespace carom {

/// What a call of EstimateOutcomes brought.
struct EstimateAnswer {
  grpc::Status status;
  v1::Estimates estimates;
  std::vector<v1::EstimateProgress> progress;
  std::string bytes;  ///< Of the last message.
};

inline EstimateAnswer Estimate(v1::SimulationService::Stub& stub,
                               const v1::EstimateOutcomesRequest& request) {
  grpc::ClientContext context;
  EstimateAnswer answer;
  const auto reader = stub.EstimateOutcomes(&context, request);
  v1::EstimateOutcomesResponse response;
  while (reader->Read(&response)) {
    EXPECT_FALSE(answer.estimates.has_counts()) << "the estimates come last";
    if (response.has_progress()) answer.progress.push_back(response.progress());
    if (!response.has_estimates()) continue;
    answer.estimates = response.estimates();
    answer.bytes = response.SerializeAsString();
  }
  answer.status = reader->Finish();
  return answer;
}

/// A cue ball and an object ball half a metre before the right foot corner pocket, and strikes that
/// aim about there.
inline v1::EstimateOutcomesRequest CutShots(int candidates, uint32_t draws) {
  v1::EstimateOutcomesRequest request;
  v1::BallList& balls = *request.add_layouts()->mutable_balls();
  for (const double at : {0.0, 0.5}) {
    v1::Vector3& position = *balls.add_balls()->mutable_state()->mutable_position_m();
    position.set_x(0.3 + at * 0.8);
    position.set_y(-0.1 - at * 0.5);
  }
  for (int i = 0; i < candidates; ++i) {
    v1::CueStrike& strike = *request.mutable_shots()->add_shots()->mutable_strike();
    strike.set_speed_m_s(2.0);
    strike.set_azimuth_rad(-0.56 + 0.01 * (i - candidates + 1));
  }
  request.add_goals()->mutable_potted()->set_ball(1);
  request.add_goals()->mutable_no_scratch();
  request.mutable_noise()->mutable_icga();
  request.set_draws(draws);
  request.set_seed(11);
  return request;
}

}  // namespace carom

#endif  // CAROM_TESTS_SERVER_ESTIMATE_QUESTIONS_H_
