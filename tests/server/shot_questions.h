// A service that is asked for shots in text format, for tests that look at results and errors.

#ifndef CAROM_TESTS_SERVER_SHOT_QUESTIONS_H_
#define CAROM_TESTS_SERVER_SHOT_QUESTIONS_H_

#include <gtest/gtest.h>

#include <string>

#include "tests/server/convert/wire_message.h"
#include "tests/server/test_service.h"

namespace carom::testing {

// A slate without end: no cushions, no pockets.
inline constexpr char kSlate[] = "tables { geometry {} } ";

// Sixteen balls that nothing slows down, and a million events: some ten seconds.
inline v1::SimulateRequest LongShot() {
  v1::SimulateRequest request;
  request.add_tables()->set_preset("carom_10ft");
  v1::Settings& settings = *request.add_settings();
  settings.mutable_cloth()->set_sliding_friction(0.0);
  settings.mutable_cloth()->set_rolling_friction(0.0);
  settings.mutable_cloth()->set_spinning_friction(0.0);
  settings.mutable_ball_ball()->mutable_elastic();
  settings.mutable_cushion()->mutable_restitution()->set_restitution(1.0);
  settings.mutable_limits()->set_max_events(1'000'000);
  settings.mutable_limits()->set_max_time_s(1e6);
  settings.mutable_limits()->set_max_events_at_one_time(1'000'000);
  v1::Layout& layout = *request.add_layouts();
  layout.set_ball_set("pool");
  for (int i = 0; i < 16; ++i) {
    v1::Vector3& position =
        *layout.mutable_balls()->add_balls()->mutable_state()->mutable_position_m();
    position.set_x(-0.7 + 0.2 * (i % 8));
    position.set_y(-0.3 + 0.4 * (i / 8));
  }
  request.mutable_shots()->add_shots()->mutable_strike()->set_speed_m_s(20.0);
  return request;
}

class ShotQuestions : public ::testing::Test {
 protected:
  struct Answer {
    grpc::Status status;
    v1::ShotResults results;
  };

  // `request` is a SimulateRequest in text format.
  Answer Ask(const std::string& request) {
    Answer answer;
    grpc::ClientContext context;
    v1::SimulateResponse response;
    answer.status =
        service_.stub->Simulate(&context, Wire<v1::SimulateRequest>(request), &response);
    answer.results = response.results();
    return answer;
  }

  // The results of shots of which none may fail.
  v1::ShotResults Results(const std::string& request) {
    Answer answer = Ask(request);
    EXPECT_TRUE(answer.status.ok()) << answer.status.error_message();
    EXPECT_EQ(answer.results.failures_size(), 0) << answer.results.failures(0).message();
    return answer.results;
  }

  // The error of the call, or of its only shot.
  std::string Error(const std::string& request) {
    const Answer answer = Ask(request);
    if (!answer.status.ok()) return answer.status.error_message();
    if (answer.results.failures_size() != 1) return "";
    EXPECT_EQ(answer.results.failures(0).code(), google::rpc::INVALID_ARGUMENT);
    return answer.results.failures(0).message();
  }

  TestService service_{WithThreads(2)};
};

}  // namespace carom::testing

#endif  // CAROM_TESTS_SERVER_SHOT_QUESTIONS_H_
