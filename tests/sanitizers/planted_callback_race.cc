// A race that TSan must report: gRPC's thread writes an int in a callback of ours, and main() reads
// it without a lock. Our frame stands on frames of gRPC's templates, which are compiled into this
// program, so a suppression that looks at a whole stack would hide it.
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "carom/v1/simulation.grpc.pb.h"

int main() {
  const auto stub = carom::v1::SimulationService::NewStub(
      grpc::CreateChannel("unix:/nobody/listens/here", grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  const carom::v1::GetServerInfoRequest request;
  carom::v1::GetServerInfoResponse response;
  int failures = 0;
  // Relaxed: tells that the callback was there, and orders nothing.
  std::atomic<bool> called = false;
  stub->async()->GetServerInfo(&context, &request, &response, [&](const grpc::Status& status) {
    failures += status.ok() ? 0 : 1;
    called.store(true, std::memory_order_relaxed);
  });
  while (!called.load(std::memory_order_relaxed)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return failures;
}
