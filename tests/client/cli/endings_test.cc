// Runs that end before their time, and what is said of them.

#include "client/cli/endings.h"

#include <sstream>

#include "client/cli/describe_mechanism.h"
#include "tests/client/cli/run_carom.h"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Ending {
  ExitCode code;
  std::string err;
};

Ending EndingOf(const std::vector<ShotOutcome>& outcomes) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  const ExitCode code = ReportEndings(outcomes, {in, out, err});
  return {code, err.str()};
}

ShotOutcome Ended(uint64_t shot, carom::v1::StopReason reason) {
  ShotOutcome outcome;
  outcome.shot = shot;
  outcome.stop_reason = reason;
  outcome.end_time_s = 1.5;
  return outcome;
}

TEST(EndingsTest, WhatWasAskedForIsNotWarnedOf) {
  const Ending ending = EndingOf({Ended(0, carom::v1::STOP_REASON_AT_REST),
                                  Ended(1, carom::v1::STOP_REASON_TIME_LIMIT),
                                  Ended(2, carom::v1::STOP_REASON_FIRST_CONTACT)});
  EXPECT_EQ(ending.code, kDone);
  EXPECT_EQ(ending.err, "");
}

TEST(EndingsTest, LimitsAreWarnedOfWithWhatRaisesThem) {
  const Ending ending = EndingOf({Ended(3, carom::v1::STOP_REASON_EVENT_LIMIT),
                                  Ended(4, carom::v1::STOP_REASON_ZERO_TIME_LIMIT)});
  EXPECT_EQ(ending.code, kDone);
  EXPECT_THAT(ending.err,
              AllOf(StartsWith("carom: warning: shot 3 is incomplete (event limit after 1.5 s): "
                               "raise --max-events "),
                    HasSubstr("shot 4"), HasSubstr("limits.max_events_at_one_time")));
}

TEST(EndingsTest, AShotThatFailedIsAFailureAndARequestIsBadOnlyIfAllShotsAre) {
  const ShotOutcome failure = Ended(1, carom::v1::STOP_REASON_NUMERICAL_FAILURE);
  EXPECT_EQ(EndingOf({Ended(0, carom::v1::STOP_REASON_AT_REST), failure}).code, kFailed);
  ShotOutcome refused;
  refused.status = absl::InvalidArgumentError("no");
  const Ending both = EndingOf({failure, refused});
  EXPECT_EQ(both.code, kFailed);
  EXPECT_THAT(both.err, AllOf(HasSubstr("numerical failure"), HasSubstr("carom: shot 0: no\n")));
  EXPECT_EQ(EndingOf({Ended(1, carom::v1::STOP_REASON_AT_REST), refused}).code, kFailed);
  EXPECT_EQ(EndingOf({refused, refused}).code, kBadRequest);
}

// What a job does about a call that failed depends on nothing but the code.
TEST(ExitCodeTest, TellsWhetherAnotherTryMayHelp) {
  using Code = absl::StatusCode;
  const auto code_of = [](Code code) { return ExitCodeOf(absl::Status(code, "")); };
  EXPECT_EQ(code_of(Code::kOk), kDone);
  for (const Code code : {Code::kInternal, Code::kUnknown, Code::kDataLoss, Code::kAborted}) {
    EXPECT_EQ(code_of(code), kFailed);
  }
  for (const Code code :
       {Code::kInvalidArgument, Code::kOutOfRange, Code::kNotFound, Code::kFailedPrecondition,
        Code::kUnimplemented, Code::kUnauthenticated, Code::kPermissionDenied}) {
    EXPECT_EQ(code_of(code), kBadRequest);
  }
  for (const Code code :
       {Code::kUnavailable, Code::kResourceExhausted, Code::kDeadlineExceeded, Code::kCancelled}) {
    EXPECT_EQ(code_of(code), kTryAgain);
  }
  EXPECT_EQ(ExitCodeOf(absl::ResourceExhaustedError("Received message larger than max (2 vs. 1)")),
            kBadRequest);
  // As gRPC tells of a connection that broke.
  EXPECT_EQ(ExitCodeOf(absl::UnknownError("Stream removed")), kTryAgain);
  EXPECT_EQ(ExitCodeOf(absl::InternalError("Received RST_STREAM with error code 2")), kTryAgain);
}

TEST(EndingsTest, AShotOutOfEvaluationsSaysSo) {
  for (const char* output : {"--events", "--json"}) {
    const CliResult shot = RunCarom({"simulate", "--ball=0,0", "--speed=1", "--engine=compliant",
                                     "--max-evaluations=50", output});
    EXPECT_EQ(shot.code, kDone);
    EXPECT_THAT(shot.err, AllOf(StartsWith("carom: warning: shot 0 is incomplete (evaluation "),
                                HasSubstr("raise --max-evaluations")));
  }
}

TEST(EndingsTest, AMechanismOutOfEvaluationsSaysSo) {
  const CliResult run =
      RunCarom({"mechanism", "--request=-"},
               R"({"newtons_cradle": {"integration": {"max_evaluations": 100}}})");
  EXPECT_EQ(run.code, kDone);
  EXPECT_THAT(run.err, AllOf(StartsWith("carom: warning: the run is incomplete (evaluation limit"),
                             HasSubstr("raise max_evaluations")));
}

TEST(EndingsTest, AMechanismWhoseNumbersFailExitsWithOne) {
  // Touching balls at rest have no rate of approach to damp by.
  const std::string law = R"({"flores": {"zero_velocity": "ZERO_VELOCITY_POLICY_STOP"}})";
  const CliResult run =
      RunCarom({"mechanism", "--request=-"}, "{\"newtons_cradle\": {\"normal\": " + law + "}}");
  EXPECT_EQ(run.code, kFailed);
  EXPECT_THAT(run.out, StartsWith("end            numerical failure after "));
  EXPECT_THAT(run.err, HasSubstr("zero_velocity other than STOP"));
}

TEST(EndingsTest, AShotPressedIntoACushionExitsWithOne) {
  const CliResult run = RunCarom({"simulate", "--ball=0,0", "--speed=32", "--engine=compliant"});
  EXPECT_EQ(run.code, kFailed);
  EXPECT_THAT(run.err,
              AllOf(StartsWith("carom: warning: shot 0 is incomplete (numerical failure after "),
                    HasSubstr("strike more softly")));
}

std::string AimWith(int found, uint32_t runs, uint32_t max_runs) {
  carom::v1::AimedSpins spins;
  spins.set_runs(runs);
  for (int i = 0; i < found; ++i) {
    for (const double axis : {1.0, 2.0, -0.0}) spins.add_spins_rad_s(axis);
    for (const double axis : {3.0, 4.0}) spins.add_rests_m(axis);
    spins.add_misses_m(1e-6);
    spins.add_iterations(5);
  }
  std::ostringstream out;
  DescribeAimedSpins(spins, max_runs, out);
  return out.str();
}

TEST(EndingsTest, AnAimTellsWhetherItsRunsAreUsedUp) {
  EXPECT_EQ(AimWith(0, 500, 500),
            "0 spins found, 500 balls rolled; max_runs is used up: a larger one may find more\n");
  EXPECT_EQ(AimWith(0, 400, 500),
            "0 spins found, 400 balls rolled; the search is complete: a larger "
            "largest_spin_rad_s or grid may find some\n");
  EXPECT_THAT(AimWith(1, 400, 500),
              AllOf(StartsWith("1 spin found, 400 balls rolled; the search is complete\n"),
                    HasSubstr("           1             2             0 ")));
}

TEST(EndingsTest, AnAimMayRunOutOfBalls) {
  const CliResult aim =
      RunCarom({"mechanism", "--request=-"}, R"({"rolling_ball_aim": {"grid": 3, "max_runs": 9}})");
  EXPECT_EQ(aim.code, kDone) << aim.err;
  EXPECT_THAT(aim.out, HasSubstr("9 balls rolled; max_runs is used up"));
}

}  // namespace
}  // namespace carom
