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
