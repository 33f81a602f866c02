// Requests that do not come whole: the caller is told when to come again, and nobody else waits.

#include <grpcpp/generic/generic_stub.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>

#include "tests/server/eventually.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using std::chrono::milliseconds;

/// A call of Simulate that has begun, and whose request comes when it is told to.
class BegunCall {
 public:
  explicit BegunCall(const TestService& service) : stub_(service.channel) {
    call_ = stub_.PrepareCall(&context_, "/carom.v1.SimulationService/Simulate", &queue_);
    call_->StartCall(nullptr);
    Next();
  }

  void SendRequest() {
    const grpc::Slice bytes(Breaks(1).SerializeAsString());
    call_->WriteLast(grpc::ByteBuffer(&bytes, 1), grpc::WriteOptions(), nullptr);
    Next();
  }

  grpc::StatusCode End() {
    grpc::ByteBuffer answer;
    call_->Read(&answer, nullptr);
    Next();
    grpc::Status status;
    call_->Finish(&status, nullptr);
    Next();
    return status.error_code();
  }

  /// What the server asks for in its trailing metadata, or "".
  std::string PushbackMs() const {
    const auto& metadata = context_.GetServerTrailingMetadata();
    const auto pushback = metadata.find("grpc-retry-pushback-ms");
    return pushback == metadata.end()
               ? ""
               : std::string(pushback->second.data(), pushback->second.size());
  }

 private:
  void Next() {
    void* tag = nullptr;
    bool ok = false;
    EXPECT_TRUE(queue_.Next(&tag, &ok));
  }

  grpc::GenericStub stub_;
  grpc::ClientContext context_;
  grpc::CompletionQueue queue_;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> call_;
};

class UnfinishedRequest : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Ways, UnfinishedRequest, ::testing::Values(true, false),
                         [](const auto& way) { return way.param ? "InProcess" : "Loopback"; });

TEST_P(UnfinishedRequest, WhereTooManyAreOnTheirWayTheLastSaysWhenToComeAgain) {
  ServerOptions options = WithThreads(1);
  options.connections.memory_quota_bytes = 2 * options.requests.max_message_bytes;  // For one.
  TestService service(options, GetParam());
  BegunCall first(service);
  ASSERT_TRUE(Eventually([&] { return service.server->stats().calls_running == 1; }));
  BegunCall second(service);
  EXPECT_EQ(second.End(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(second.PushbackMs(), "1000");
  EXPECT_EQ(service.server->stalls().refused(), 1);
  first.SendRequest();
  EXPECT_EQ(first.End(), grpc::StatusCode::OK);
  EXPECT_EQ(first.PushbackMs(), "");
  EXPECT_EQ(service.server->stalls().ended(StallWatch::Waits::kForRequest), 0);
}

TEST_P(UnfinishedRequest, EndsAfterTheTimeOfAStall) {
  ServerOptions options = WithThreads(1);
  options.connections.max_stall = milliseconds(100);
  TestService service(options, GetParam());
  BegunCall call(service);
  EXPECT_EQ(call.End(), grpc::StatusCode::CANCELLED);
  EXPECT_EQ(service.server->stalls().ended(StallWatch::Waits::kForRequest), 1);
  EXPECT_EQ(service.server->stalls().refused(), 0);
  EXPECT_TRUE(Eventually([&] { return service.server->stats().calls_running == 0; }));
}

}  // namespace
}  // namespace carom
