// What the port tells and takes beside the calls of the service.

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/server/security/secure_service.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

// The status of a call of any method with an empty request.
grpc::StatusCode CallEmpty(const std::string& address, const std::string& method) {
  grpc::GenericStub stub(grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
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
