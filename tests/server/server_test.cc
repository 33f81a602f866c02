// The server around the service: health, information, ports.

#include "server/server.h"

#include <gmock/gmock.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "core/base/version.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using ::testing::Contains;

/// Asks a unary method whose messages are not among ours, byte by byte.
grpc::Status Ask(grpc::Channel& channel, const std::string& method, const std::string& request,
                 std::string* answer) {
  grpc::GenericStub stub(std::shared_ptr<grpc::ChannelInterface>(&channel, [](auto*) {}));
  const grpc::Slice slice(request);
  grpc::ByteBuffer bytes(&slice, 1);
  grpc::ByteBuffer response;
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  grpc::Status status;
  auto call = stub.PrepareUnaryCall(&context, method, bytes, &queue);
  call->StartCall();
  call->Finish(&response, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  queue.Next(&tag, &ok);
  queue.Shutdown();
  std::vector<grpc::Slice> slices;
  if (status.ok() && response.Dump(&slices).ok()) {
    for (const grpc::Slice& part : slices) {
      answer->append(reinterpret_cast<const char*>(part.begin()), part.size());
    }
  }
  return status;
}

// HealthCheckResponse{status: SERVING} and {status: NOT_SERVING}.
constexpr char kServing[] = "\x08\x01";
constexpr char kNotServing[] = "\x08\x02";

// HealthCheckRequest{service: name}.
std::string HealthOf(grpc::Channel& channel, const std::string& name) {
  std::string health;
  const std::string request =
      name.empty() ? "" : "\x0a" + std::string(1, static_cast<char>(name.size())) + name;
  EXPECT_TRUE(Ask(channel, "/grpc.health.v1.Health/Check", request, &health).ok());
  return health;
}

TEST(Server, TellsItsHealth) {
  TestService service(WithThreads(1), /*in_process=*/false);
  const std::vector<std::string> names = {"", "carom.v1.SimulationService",
                                          "carom.v1.MechanismService"};
  for (const std::string& name : names) EXPECT_EQ(HealthOf(*service.channel, name), kServing);
  service.server->SetServing(false);
  for (const std::string& name : names) EXPECT_EQ(HealthOf(*service.channel, name), kNotServing);
  grpc::ClientContext context;
  v1::SimulateResponse response;
  EXPECT_TRUE(service.stub->Simulate(&context, Breaks(1), &response).ok()) << "a lame duck serves";
}

TEST(Server, TellsWhatItIs) {
  TestService service(WithThreads(3));
  grpc::ClientContext context;
  v1::GetServerInfoResponse info;
  ASSERT_TRUE(service.stub->GetServerInfo(&context, {}, &info).ok());
  EXPECT_EQ(info.engine_version(), kEngineVersion);
  EXPECT_EQ(info.wire_revision(), 3u);
  EXPECT_EQ(info.threads(), 3u);
  EXPECT_EQ(info.limits().max_shots_per_batch(), 65536u);
  // No limit is forgotten.
  const auto& limits = info.limits();
  std::vector<const google::protobuf::FieldDescriptor*> told;
  limits.GetReflection()->ListFields(limits, &told);
  EXPECT_EQ(static_cast<int>(told.size()), limits.GetDescriptor()->field_count());
  EXPECT_THAT(info.scenes(), Contains("nine_ball_break"));
  EXPECT_THAT(info.table_presets(), Contains("pool_9ft"));
}

TEST(Server, ShowsEveryTableOfItsList) {
  TestService service(WithThreads(1));
  grpc::ClientContext list_context;
  v1::ListTablesResponse list;
  ASSERT_TRUE(service.stub->ListTables(&list_context, {}, &list).ok());
  EXPECT_GE(list.tables_size(), 5);
  for (const v1::TableInfo& info : list.tables()) {
    v1::GetTableRequest request;
    request.set_name(info.name());
    grpc::ClientContext context;
    v1::GetTableResponse table;
    ASSERT_TRUE(service.stub->GetTable(&context, request, &table).ok()) << info.name();
    EXPECT_EQ(table.info().name(), info.name());
    EXPECT_EQ(table.geometry().length_m(), info.length_m());
  }
  v1::GetTableRequest unknown;
  unknown.set_name("bathtub");
  grpc::ClientContext context;
  v1::GetTableResponse table;
  EXPECT_EQ(service.stub->GetTable(&context, unknown, &table).error_code(),
            grpc::StatusCode::NOT_FOUND);
}

TEST(Server, SaysThatAPortIsTaken) {
  TestService first(WithThreads(1), /*in_process=*/false);
  ServerOptions options = WithThreads(1);
  options.listen = first.server->address();
  const auto second = Server::Start(options, nullptr);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(second.status().message()), ::testing::HasSubstr(options.listen));
}

// gRPC takes the name of a socket from the server that has it, and the one that ends removes it.
TEST(Server, LeavesALivingServersSocketAlone) {
  ServerOptions options = WithThreads(1);
  options.listen = "unix:" + ::testing::TempDir() + "carom_server_test.sock";
  const auto first = Server::Start(options, nullptr);
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_TRUE(absl::IsUnavailable(Server::Start(options, nullptr).status()));
  const auto channel = grpc::CreateChannel((*first)->address(), grpc::InsecureChannelCredentials());
  const auto stub = v1::SimulationService::NewStub(channel);
  grpc::ClientContext context;
  v1::GetServerInfoResponse info;
  EXPECT_TRUE(stub->GetServerInfo(&context, {}, &info).ok());
}

TEST(Server, EndsTwiceWithoutHarm) {
  TestService service(WithThreads(1), /*in_process=*/false);
  service.server->Shutdown(std::chrono::milliseconds(10));
  service.server->Shutdown(std::chrono::milliseconds(10));
}

// A client that is connected and idle must not keep the server for its whole grace, and what it
// asks for too late is refused in a way that lets it go elsewhere.
TEST(Server, ShutdownDoesNotWaitForIdleClients) {
  TestService service(WithThreads(1), /*in_process=*/false);
  ASSERT_TRUE(RunBatch(*service.stub, SceneBatch("two_ball_cut", 1)).status.ok());
  const auto begin = std::chrono::steady_clock::now();
  service.server->Shutdown(std::chrono::minutes(1));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  EXPECT_EQ(RunBatch(*service.stub, SceneBatch("two_ball_cut", 1)).status.error_code(),
            grpc::StatusCode::UNAVAILABLE);
}

}  // namespace
}  // namespace carom
