#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "carom/client/connection.h"
#include "carom/v1/field_error.pb.h"
#include "client/internal/server_revision.h"
#include "google/rpc/status.pb.h"
#include "tests/client/fake_service.h"
#include "tests/client/gone.h"
#include "tests/client/no_waiting.h"

namespace carom {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

class GrpcConnectionTest : public ::testing::Test {
 protected:
  // A scene that writes the chunks (first shot, count) and ends with `end`.
  static FakeService::Scene Chunks(std::vector<std::pair<uint64_t, uint32_t>> chunks,
                                   grpc::Status end) {
    return [=](grpc::ServerContext*, FakeService::Writer* writer) {
      for (const auto& [first, count] : chunks) writer->Write(NumberedChunk(first, count));
      return end;
    };
  }

  absl::Status RunBatch(const carom::v1::SimulateBatchRequest& request,
                        const CallOptions& options = {}) {
    return connection_->SimulateBatch(
        request,
        [this](const carom::v1::SimulateBatchResponse& response) {
          shots_.push_back({response.results().first_shot(), response.results().shot_count()});
          return callback_status_;
        },
        options);
  }

  absl::StatusOr<carom::v1::SimulateResponse> SimulateAsync(const CallOptions& options) {
    using Result = absl::StatusOr<carom::v1::SimulateResponse>;
    const auto promise = std::make_shared<std::promise<Result>>();  // See Client::SimulateFuture.
    connection_->SimulateAsync(
        {}, [promise](Result result) { promise->set_value(std::move(result)); }, options);
    return promise->get_future().get();
  }

  FakeService service_;
  NoWaiting time_;
  const std::shared_ptr<Connection> connection_ = time_.Connect(service_.channel());
  std::vector<std::pair<uint64_t, uint32_t>> shots_;
  absl::Status callback_status_;
};

carom::v1::SimulateBatchRequest Generator(uint64_t first_shot, uint32_t shot_count) {
  carom::v1::SimulateBatchRequest request;
  request.mutable_generator()->set_first_shot(first_shot);
  request.mutable_generator()->set_shot_count(shot_count);
  return request;
}

TEST_F(GrpcConnectionTest, KeepsCodeAndMessageOfTheServer) {
  const std::string message = "shots[0].strike.speed_m_s: 51 must be in [0, 50]";
  service_.Answer({grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, message)});
  const auto response = connection_->Simulate({}, {});
  EXPECT_EQ(response.status(), absl::InvalidArgumentError(message));
  EXPECT_EQ(service_.simulate_calls(), 1);
}

// A server of revision 1 calls a field of revision 2 unknown, and has no mechanisms where they are.
TEST_F(GrpcConnectionTest, NamesTheRevisionsWhereTheServersIsOlder) {
  const grpc::Status unknown(grpc::StatusCode::INVALID_ARGUMENT, "field 8 is unknown");
  service_.Answer({unknown, unknown});
  service_.set_engine_version("0.2.9");
  const std::string told =
      "the server speaks wire revision 1 (engine 0.2.9), and this client 3: use a newer server or "
      "an older client";
  const absl::Status field_8 =
      absl::FailedPreconditionError(told + "; it said: field 8 is unknown");
  EXPECT_EQ(connection_->Simulate({}, {}).status(), field_8);
  EXPECT_EQ(connection_->SimulateMechanism({}, {}).status(), absl::FailedPreconditionError(told));
  service_.Answer({unknown, unknown});
  EXPECT_EQ(SimulateAsync({}).status(), field_8);
  CallOptions hedged;
  hedged.hedge_after = absl::Hours(1);
  EXPECT_EQ(connection_->Simulate({}, hedged).status(), field_8);
}

TEST_F(GrpcConnectionTest, AsksForTheRevisionOnceInAWhile) {
  const grpc::Status unknown(grpc::StatusCode::INVALID_ARGUMENT, "field 8 is unknown");
  service_.Answer(std::vector<grpc::Status>(12, unknown));
  service_.set_engine_version("0.2.9");
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(absl::IsFailedPrecondition(connection_->Simulate({}, {}).status()));
    EXPECT_TRUE(absl::IsFailedPrecondition(SimulateAsync({}).status()));
  }
  EXPECT_EQ(service_.server_info_calls(), 1);
  service_.set_wire_revision(3);
  time_.now += ServerRevision::kCountsFor;
  EXPECT_EQ(SimulateAsync({}).status(), absl::InvalidArgumentError("field 8 is unknown"));
  EXPECT_EQ(connection_->Simulate({}, {}).status(),
            absl::InvalidArgumentError("field 8 is unknown"));
  EXPECT_EQ(service_.server_info_calls(), 2);
}

TEST_F(GrpcConnectionTest, OtherErrorsAskForNoRevision) {
  service_.Answer({grpc::Status(grpc::StatusCode::OUT_OF_RANGE, "large"),
                   grpc::Status(grpc::StatusCode::OUT_OF_RANGE, "large")});
  service_.set_engine_version("0.2.9");
  EXPECT_EQ(connection_->Simulate({}, {}).status(), absl::OutOfRangeError("large"));
  EXPECT_EQ(SimulateAsync({}).status(), absl::OutOfRangeError("large"));
  EXPECT_EQ(service_.server_info_calls(), 0);
}

TEST_F(GrpcConnectionTest, AStopEndsACallWhileItsServerIsAskedForTheRevision) {
  service_.Answer({grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "field 8 is unknown")});
  std::stop_source stop;
  service_.set_on_server_info([&](grpc::ServerContext* context) {
    stop.request_stop();
    while (!context->IsCancelled()) absl::SleepFor(absl::Milliseconds(1));
  });
  CallOptions options;
  options.stop = stop.get_token();
  EXPECT_EQ(SimulateAsync(options).status(), absl::CancelledError("stopped by the caller"));
}

TEST_F(GrpcConnectionTest, RepeatsACallThatFoundNoServer) {
  service_.Answer({kGone, kGone});
  const auto response = connection_->Simulate({}, {});
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->engine_version(), "fake");
  EXPECT_EQ(service_.simulate_calls(), 3);
  EXPECT_EQ(time_.waits.size(), 2u);
}

TEST_F(GrpcConnectionTest, GivesUpWhenItsPatienceEnds) {
  service_.Answer(std::vector<grpc::Status>(1000, kGone));
  CallOptions options;
  options.retry_for = absl::Seconds(3);
  const SteadyTime begin = time_.now;
  EXPECT_EQ(connection_->Simulate({}, options).status(), absl::UnavailableError("gone"));
  EXPECT_LE(time_.now - begin, absl::Seconds(3));
  EXPECT_GT(time_.now - begin, absl::Seconds(1));
}

TEST_F(GrpcConnectionTest, RepeatsACallThatWasRefusedBecauseTheServerIsBusy) {
  service_.Answer({grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "busy")});
  service_.set_pushback_ms(700);
  EXPECT_TRUE(connection_->Simulate({}, {}).ok());
  ASSERT_EQ(time_.waits.size(), 1u);
  EXPECT_GE(time_.waits[0], absl::Milliseconds(700));
}

TEST_F(GrpcConnectionTest, WaitsForAServerOfTheRightVersion) {
  carom::v1::FieldError field;
  field.set_path("engine_version");
  google::rpc::Status details;
  details.add_details()->PackFrom(field);
  const grpc::Status another_version(grpc::StatusCode::FAILED_PRECONDITION, "come again",
                                     details.SerializeAsString());
  service_.Play(
      {Chunks({{0, 5}}, kGone), Chunks({}, another_version), Chunks({{5, 5}}, grpc::Status::OK)});
  EXPECT_TRUE(RunBatch(Generator(0, 10)).ok());
  EXPECT_EQ(shots_.size(), 2u);
}

TEST_F(GrpcConnectionTest, DoesNotCallAfterAStop) {
  std::stop_source stop;
  stop.request_stop();
  CallOptions options;
  options.stop = stop.get_token();
  EXPECT_EQ(connection_->Simulate({}, options).status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(service_.simulate_calls(), 0);
}

TEST_F(GrpcConnectionTest, ResumesABrokenStreamByTheMissingShotsOnly) {
  service_.Play({Chunks({{100, 10}, {120, 10}}, kGone), Chunks({{110, 10}}, grpc::Status::OK),
                 Chunks({{130, 20}}, grpc::Status::OK)});
  EXPECT_TRUE(RunBatch(Generator(100, 50)).ok());
  EXPECT_THAT(shots_, UnorderedElementsAre(std::pair(100, 10), std::pair(110, 10),
                                           std::pair(120, 10), std::pair(130, 20)));
  ASSERT_EQ(service_.batch_requests().size(), 3u);
  EXPECT_EQ(service_.batch_requests()[1].generator().first_shot(), 110u);
  EXPECT_EQ(service_.batch_requests()[1].generator().shot_count(), 10u);
  EXPECT_EQ(service_.batch_requests()[2].generator().first_shot(), 130u);
  EXPECT_EQ(service_.batch_requests()[2].generator().shot_count(), 20u);
}

TEST_F(GrpcConnectionTest, NumbersTheResumedShotsOfAListAsBefore) {
  carom::v1::SimulateBatchRequest request;
  for (int i = 0; i < 5; ++i) request.mutable_shots()->add_shots()->add_positions_m(i);
  // The second call knows nothing of the first: its shots count from zero.
  service_.Play({Chunks({{0, 2}}, kGone), Chunks({{0, 3}}, grpc::Status::OK)});
  EXPECT_TRUE(RunBatch(request).ok());
  EXPECT_THAT(shots_, ElementsAre(std::pair(0, 2), std::pair(2, 3)));
  ASSERT_EQ(service_.batch_requests()[1].shots().shots_size(), 3);
  EXPECT_EQ(service_.batch_requests()[1].shots().shots(0).positions_m(0), 2.0);
}

// What was played is not asked for again, whether it came or not.
TEST_F(GrpcConnectionTest, ResumesWhatAFilteredStreamHasNotCovered) {
  const auto chunks = [](std::vector<std::pair<uint64_t, uint32_t>> ranges, grpc::Status end) {
    return [=](grpc::ServerContext*, FakeService::Writer* writer) {
      for (const auto& [first, count] : ranges) writer->Write(FilteredChunk(first, count));
      return end;
    };
  };
  carom::v1::SimulateBatchRequest request = Generator(100, 50);
  request.mutable_filter()->mutable_potted();
  service_.Play({chunks({{110, 15}}, kGone), chunks({{100, 10}}, grpc::Status::OK),
                 chunks({{125, 25}}, grpc::Status::OK)});
  EXPECT_TRUE(RunBatch(request).ok());
  EXPECT_THAT(shots_, ElementsAre(std::pair(110, 2), std::pair(100, 1), std::pair(125, 2)));
  ASSERT_EQ(service_.batch_requests().size(), 3u);
  EXPECT_EQ(service_.batch_requests()[1].generator().first_shot(), 100u);
  EXPECT_EQ(service_.batch_requests()[1].generator().shot_count(), 10u);
  EXPECT_EQ(service_.batch_requests()[2].generator().first_shot(), 125u);
  EXPECT_EQ(service_.batch_requests()[2].generator().shot_count(), 25u);
  EXPECT_TRUE(service_.batch_requests()[2].has_filter());
}

TEST_F(GrpcConnectionTest, AStreamThatAdvancesMayBreakAnyNumberOfTimes) {
  for (uint64_t i = 0; i < 20; ++i) service_.Play({Chunks({{i, 1}}, kGone)});
  EXPECT_TRUE(RunBatch(Generator(0, 20)).ok());
  EXPECT_EQ(shots_.size(), 20u);
}

TEST_F(GrpcConnectionTest, AStreamThatDoesNotAdvanceFails) {
  for (int i = 0; i < 1000; ++i) service_.Play({Chunks({}, kGone)});
  EXPECT_EQ(RunBatch(Generator(0, 20)), absl::UnavailableError("gone"));
}

TEST_F(GrpcConnectionTest, RefusesAServerThatEndsEarlyOrAnswersTwice) {
  service_.Play({Chunks({{0, 5}}, grpc::Status::OK)});
  EXPECT_EQ(RunBatch(Generator(0, 10)).code(), absl::StatusCode::kInternal);
  service_.Play({Chunks({{0, 5}, {4, 6}}, grpc::Status::OK)});
  EXPECT_EQ(RunBatch(Generator(0, 10)).code(), absl::StatusCode::kInternal);
}

TEST_F(GrpcConnectionTest, TheCallbacksRefusalEndsTheStreamForGood) {
  callback_status_ = absl::UnavailableError("the disk is full");
  service_.Play({Chunks({{0, 5}, {5, 5}}, grpc::Status::OK)});
  EXPECT_EQ(RunBatch(Generator(0, 10)), callback_status_);
  EXPECT_EQ(shots_.size(), 1u);
  EXPECT_EQ(service_.batch_requests().size(), 1u);
}

TEST_F(GrpcConnectionTest, AStopCancelsARunningStream) {
  std::stop_source stop;
  service_.Play({[&](grpc::ServerContext* context, FakeService::Writer* writer) {
    writer->Write(NumberedChunk(0, 5));
    stop.request_stop();
    while (!context->IsCancelled()) absl::SleepFor(absl::Milliseconds(1));
    return grpc::Status::CANCELLED;
  }});
  CallOptions options;
  options.stop = stop.get_token();
  EXPECT_EQ(RunBatch(Generator(0, 10), options).code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(service_.batch_requests().size(), 1u);
}

void TellDraws(uint64_t draws, FakeService::EstimateWriter* writer) {
  carom::v1::EstimateOutcomesResponse response;
  response.mutable_progress()->set_draws_done(draws);
  writer->Write(response);
}

// Each attempt begins at zero, and what it told once counted as an answer: a request that kills its
// servers went from one to the next without end.
TEST_F(GrpcConnectionTest, AnEstimateThatNeverGetsFurtherFails) {
  service_.PlayEstimates([](int call, grpc::ServerContext*, FakeService::EstimateWriter* writer) {
    TellDraws(10, writer);
    TellDraws(20, writer);
    return call < 1000 ? kGone : grpc::Status(grpc::StatusCode::ABORTED, "without end");
  });
  CallOptions options;
  options.retry_for = absl::Seconds(3);
  const SteadyTime begin = time_.now;
  EXPECT_EQ(connection_->EstimateOutcomes({}, nullptr, options).status(),
            absl::UnavailableError("gone"));
  EXPECT_LE(time_.now - begin, absl::Seconds(3));
  EXPECT_GT(time_.now - begin, absl::Seconds(1));
}

TEST_F(GrpcConnectionTest, AnEstimateThatGetsFurtherMayBreakAnyNumberOfTimes) {
  service_.PlayEstimates([](int call, grpc::ServerContext*, FakeService::EstimateWriter* writer) {
    TellDraws(10, writer);
    TellDraws(10 + static_cast<uint64_t>(call), writer);
    if (call < 50) return kGone;
    carom::v1::EstimateOutcomesResponse last;
    last.mutable_estimates();
    writer->Write(last);
    return grpc::Status::OK;
  });
  CallOptions options;
  options.retry_for = absl::Milliseconds(100);
  const SteadyTime begin = time_.now;
  const auto response = connection_->EstimateOutcomes({}, nullptr, options);
  EXPECT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(service_.estimate_calls(), 50);
  EXPECT_GT(time_.now - begin, options.retry_for);
}

TEST_F(GrpcConnectionTest, AnExceptionOfACallbackEndsTheCallAndComesToTheCaller) {
  std::atomic<int> cancelled = 0;
  const auto wait_for_the_end = [&](grpc::ServerContext* context) {
    while (!context->IsCancelled()) absl::SleepFor(absl::Milliseconds(1));
    ++cancelled;
    return grpc::Status::CANCELLED;
  };
  service_.Play({[&](grpc::ServerContext* context, FakeService::Writer* writer) {
    writer->Write(NumberedChunk(0, 5));
    return wait_for_the_end(context);
  }});
  service_.PlayEstimates(
      [&](int, grpc::ServerContext* context, FakeService::EstimateWriter* writer) {
        TellDraws(10, writer);
        return wait_for_the_end(context);
      });
  const auto refuses = [](const carom::v1::SimulateBatchResponse&) -> absl::Status {
    throw std::out_of_range("no such row");
  };
  EXPECT_THROW((void)connection_->SimulateBatch(Generator(0, 10), refuses, {}), std::out_of_range);
  const auto throws = [](const carom::v1::EstimateProgress&) {
    throw std::out_of_range("no such row");
  };
  EXPECT_THROW((void)connection_->EstimateOutcomes({}, throws, {}), std::out_of_range);
  while (cancelled < 2) absl::SleepFor(absl::Milliseconds(1));
  EXPECT_EQ(service_.estimate_calls(), 1);
  EXPECT_EQ(service_.batch_requests().size(), 1u);
}

// Port 1 is reserved, and nothing of a test machine listens on it.
constexpr char kNobody[] = "127.0.0.1:1";

TEST(ConnectTest, AnAbsentServerIsUnavailable) {
  CallOptions options;
  options.retry_for = absl::ZeroDuration();
  const auto response = Connect(kNobody)->GetServerInfo({}, options);
  EXPECT_EQ(response.status().code(), absl::StatusCode::kUnavailable);
}

// A timeout of 50 ms against a dead port once returned after 600: it was that of an attempt.
TEST(ConnectTest, TheTimeoutIsThatOfTheWholeCall) {
  CallOptions options;
  options.timeout = absl::Milliseconds(50);
  options.retry_for = absl::Hours(1);
  EXPECT_FALSE(Connect(kNobody)->GetServerInfo({}, options).ok());
}

TEST(ConnectTest, SeveralConnectionsServeOneTarget) {
  FakeService service;
  ConnectOptions options;
  options.connections = 3;
  const auto connection = Connect(service.address(), options);
  for (int i = 0; i < 6; ++i) EXPECT_TRUE(connection->Simulate({}, {}).ok());
  EXPECT_EQ(service.peers().size(), 3u);
}

}  // namespace
}  // namespace carom
