// A race that TSan must report: a worker writes a member of a reactor after it has finished the
// call, while gRPC's thread writes it in OnDone(). The reactor is made below frames of gRPC's
// templates, so a suppression that looks at the stack of its allocation would hide it.
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/support/server_callback.h>

#include <cstdint>
#include <memory>
#include <thread>

#include "carom/v1/simulation.grpc.pb.h"

namespace {

using carom::v1::GetServerInfoRequest;
using carom::v1::GetServerInfoResponse;
using carom::v1::SimulationService;

class Reactor : public grpc::ServerUnaryReactor {
 public:
  Reactor() {
    worker_ = std::thread([this] {
      Finish(grpc::Status::OK);
      ++answers_;
    });
  }

  void OnDone() override {
    ++answers_;
    worker_.join();
    delete this;
  }

 private:
  int64_t answers_ = 0;
  std::thread worker_;
};

class Service : public SimulationService::CallbackService {
  grpc::ServerUnaryReactor* GetServerInfo(grpc::CallbackServerContext*, const GetServerInfoRequest*,
                                          GetServerInfoResponse*) override {
    return new Reactor;
  }
};

}  // namespace

int main() {
  Service service;
  grpc::ServerBuilder builder;
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  const auto stub = SimulationService::NewStub(server->InProcessChannel({}));
  grpc::ClientContext context;
  GetServerInfoResponse response;
  const bool ok = stub->GetServerInfo(&context, {}, &response).ok();
  server->Shutdown();
  return ok ? 0 : 1;
}
