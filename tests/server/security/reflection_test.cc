// What the port tells and takes beside the calls of the service.

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/descriptor_database.h>
#include <google/protobuf/unknown_field_set.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/server/security/secure_service.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using google::protobuf::UnknownFieldSet;
using ::testing::Contains;
using ::testing::HasSubstr;

// The status of a call of any method with an empty request.
grpc::StatusCode CallEmpty(const std::string& address, const std::string& method,
                           const std::string& token = "") {
  grpc::GenericStub stub(grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  if (!token.empty()) context.AddMetadata("authorization", "Bearer " + token);
  grpc::CompletionQueue queue;
  const auto call = stub.PrepareUnaryCall(&context, method, grpc::ByteBuffer(nullptr, 0), &queue);
  grpc::ByteBuffer response;
  grpc::Status status;
  call->StartCall();
  call->Finish(&response, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  queue.Next(&tag, &ok);
  return status.error_code();
}

constexpr char kReflection[] = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo";
constexpr char kHealth[] = "/grpc.health.v1.Health/Check";

TEST(Reflection, IsOnUnlessItIsSwitchedOff) {
  SecureService with;
  ASSERT_EQ(with.Start(), absl::OkStatus());
  EXPECT_NE(CallEmpty(with.server().address(), kReflection), grpc::StatusCode::UNIMPLEMENTED);
  SecureService without;
  without.security.reflection = false;
  ASSERT_EQ(without.Start(), absl::OkStatus());
  EXPECT_EQ(CallEmpty(without.server().address(), kReflection), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_EQ(CallEmpty(without.server().address(), kHealth), grpc::StatusCode::OK);
  EXPECT_EQ(without.Call({}), absl::OkStatus());
}

/// One call of reflection, which asks and is answered as often as one likes.
class ReflectionCall {
 public:
  explicit ReflectionCall(const std::string& address, const std::string& token = "")
      : stub_(grpc::CreateChannel(address, grpc::InsecureChannelCredentials())) {
    if (!token.empty()) context_.AddMetadata("authorization", "Bearer " + token);
    call_ = stub_.PrepareCall(&context_, kReflection, &queue_);
    call_->StartCall(nullptr);
    Next();
  }
  ~ReflectionCall() {
    context_.TryCancel();
    End();
  }

  /// The answer to a request; null when the call is over.
  std::unique_ptr<UnknownFieldSet> Ask(const UnknownFieldSet& request) {
    std::string bytes;
    request.SerializeToString(&bytes);
    const grpc::Slice slice(bytes);
    call_->Write(grpc::ByteBuffer(&slice, 1), nullptr);
    if (!Next()) return nullptr;
    grpc::ByteBuffer answer;
    call_->Read(&answer, nullptr);
    if (!Next()) return nullptr;
    grpc::Slice whole;
    EXPECT_TRUE(answer.DumpToSingleSlice(&whole).ok());
    auto fields = std::make_unique<UnknownFieldSet>();
    EXPECT_TRUE(fields->ParseFromArray(whole.begin(), static_cast<int>(whole.size())));
    return fields;
  }
  std::unique_ptr<UnknownFieldSet> Ask(int field, const std::string& name) {
    UnknownFieldSet request;
    request.AddLengthDelimited(field, name);
    return Ask(request);
  }

  grpc::StatusCode End() {
    if (!ended_) {
      call_->Finish(&status_, nullptr);
      Next();
      ended_ = true;
    }
    return status_.error_code();
  }

 private:
  bool Next() {
    void* tag = nullptr;
    bool ok = false;
    return queue_.Next(&tag, &ok) && ok;
  }

  grpc::GenericStub stub_;
  grpc::ClientContext context_;
  grpc::CompletionQueue queue_;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> call_;
  grpc::Status status_;
  bool ended_ = false;
};

// Fields of ServerReflectionRequest.
constexpr int kFileByName = 3;
constexpr int kFileOfSymbol = 4;
constexpr int kExtensionNumbers = 6;
constexpr int kListServices = 7;
constexpr char kService[] = "carom.v1.SimulationService";

// The values of a field of bytes, in order.
std::vector<std::string> Values(const UnknownFieldSet& fields, int number) {
  std::vector<std::string> values;
  for (int i = 0; i < fields.field_count(); ++i) {
    if (fields.field(i).number() == number) values.push_back(fields.field(i).length_delimited());
  }
  return values;
}

// The same of the one message that another field holds.
std::vector<std::string> ValuesIn(const UnknownFieldSet& fields, int outer, int number) {
  const std::vector<std::string> messages = Values(fields, outer);
  UnknownFieldSet inner;
  EXPECT_EQ(messages.size(), 1u);
  EXPECT_TRUE(messages.size() == 1 && inner.ParseFromString(messages[0]));
  return Values(inner, number);
}

TEST(Reflection, TellsTheServiceAndAllThatDescribesIt) {
  SecureService service;
  ASSERT_EQ(service.Start(), absl::OkStatus());
  ReflectionCall call(service.server().address());
  const auto list = call.Ask(kListServices, "");
  ASSERT_NE(list, nullptr);
  EXPECT_THAT(ValuesIn(*list, 6, 1), Contains(HasSubstr(kService)));
  EXPECT_THAT(ValuesIn(*list, 6, 1), Contains(HasSubstr("carom.v1.MechanismService")));
  EXPECT_THAT(ValuesIn(*list, 6, 1), Contains(HasSubstr("grpc.health.v1.Health")));
  for (const auto& [field, name] :
       {std::pair(kFileOfSymbol, kService), std::pair(kFileByName, "carom/v1/simulation.proto")}) {
    const auto answer = call.Ask(field, name);
    ASSERT_NE(answer, nullptr);
    google::protobuf::SimpleDescriptorDatabase files;
    for (const std::string& bytes : ValuesIn(*answer, 4, 1)) {
      google::protobuf::FileDescriptorProto file;
      ASSERT_TRUE(file.ParseFromString(bytes));
      EXPECT_TRUE(files.Add(file)) << file.name() << " came twice";
    }
    google::protobuf::DescriptorPool pool(&files);
    EXPECT_NE(pool.FindServiceByName(kService), nullptr) << name;
  }
}

TEST(Reflection, SaysWhatIsNotThere) {
  SecureService service;
  ASSERT_EQ(service.Start(), absl::OkStatus());
  ReflectionCall call(service.server().address());
  for (const int field : {kFileByName, kFileOfSymbol, kExtensionNumbers, 99}) {
    const auto answer = call.Ask(field, "no.such");
    ASSERT_NE(answer, nullptr);
    EXPECT_EQ(ValuesIn(*answer, 7, 2), std::vector<std::string>{"nothing of that name is known"});
  }
  EXPECT_EQ(call.Ask(kFileByName, std::string(5000, 'x')), nullptr);
  EXPECT_EQ(call.End(), grpc::StatusCode::INVALID_ARGUMENT);
}

// A short request must not ask for megabytes.
TEST(Reflection, AnswersOnceARequest) {
  SecureService service;
  ASSERT_EQ(service.Start(), absl::OkStatus());
  ReflectionCall call(service.server().address());
  UnknownFieldSet request;
  for (int i = 0; i < 100; ++i) request.AddLengthDelimited(kFileOfSymbol, kService);
  const auto answer = call.Ask(request);
  ASSERT_NE(answer, nullptr);
  EXPECT_EQ(Values(*answer, 4).size(), 1u);
}

size_t ThreadsOfThisProcess() {
  const std::filesystem::directory_iterator threads("/proc/self/task");
  return static_cast<size_t>(std::distance(begin(threads), end(threads)));
}

TEST(Reflection, OpenCallsHoldNoThreads) {
  constexpr int kCalls = 64;
  SecureService service;
  ASSERT_EQ(service.Start(), absl::OkStatus());
  std::vector<std::unique_ptr<ReflectionCall>> calls;
  const auto open = [&] {
    calls.push_back(std::make_unique<ReflectionCall>(service.server().address()));
    EXPECT_NE(calls.back()->Ask(kListServices, ""), nullptr);
  };
  open();
  const size_t before = ThreadsOfThisProcess();
  for (int i = 0; i < kCalls; ++i) open();
  EXPECT_LT(ThreadsOfThisProcess(), before + kCalls / 4);
}

TEST(Reflection, NeedsTheTokenOfOtherCalls) {
  SecureService service;
  service.UseTokens(kToken);
  ASSERT_EQ(service.Start(), absl::OkStatus());
  ReflectionCall without(service.server().address());
  EXPECT_EQ(without.End(), grpc::StatusCode::UNAUTHENTICATED);
  ReflectionCall with(service.server().address(), kToken);
  EXPECT_NE(with.Ask(kListServices, ""), nullptr);
}

TEST(UnknownMethods, NeedTheTokenOfOtherCalls) {
  constexpr char kMoved[] = "/carom.v1.SimulationService/SimulateMechanism";
  SecureService service;
  service.UseTokens(kToken);
  ASSERT_EQ(service.Start(), absl::OkStatus());
  EXPECT_EQ(CallEmpty(service.server().address(), kMoved), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(CallEmpty(service.server().address(), kMoved, kToken), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_THAT(service.EndAndReadLog(), HasSubstr(kMoved));
}

// Balancers and kubelets have no token.
TEST(Health, NeedsNoToken) {
  SecureService service;
  service.UseTokens(kToken);
  ASSERT_EQ(service.Start(), absl::OkStatus());
  EXPECT_EQ(CallEmpty(service.server().address(), kHealth), grpc::StatusCode::OK);
}

// A proxy passes on headers of up to 60 KiB. They must not bring the connection into disorder
// (CVE-2023-32731), so the server takes them.
TEST(Headers, AreTakenAsLargeAsProxiesTakeThem) {
  TestService service(WithThreads(1), /*in_process=*/false);
  grpc::ClientContext context;
  for (int i = 0; i < 60; ++i) {
    context.AddMetadata("x-" + std::to_string(i), std::string(1000, 'x'));
  }
  v1::GetServerInfoResponse response;
  const grpc::Status status = service.stub->GetServerInfo(&context, {}, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
}

}  // namespace
}  // namespace carom
