#include "server/simulation_service.h"

#include <grpcpp/impl/codegen/rpc_service_method.h>
#include <grpcpp/impl/codegen/server_callback_handlers.h>

#include "absl/strings/str_cat.h"
#include "carom/v1/simulation.grpc.pb.h"
#include "server/call_reactor.h"

namespace carom {

SimulationService::SimulationService(ServiceContext& context) {
  using Handler = grpc::internal::CallbackBidiHandler<grpc::ByteBuffer, grpc::ByteBuffer>;
  for (size_t i = 0; i < kMethods; ++i) {
    const auto method = static_cast<Method>(i);
    paths_[i] = absl::StrCat("/", v1::SimulationService::service_full_name(), "/", Name(method));
    AddMethod(new grpc::internal::RpcServiceMethod(
        paths_[i].c_str(), grpc::internal::RpcMethod::BIDI_STREAMING, nullptr));
    MarkMethodRawCallback(static_cast<int>(i),
                          new Handler([&context, method](grpc::CallbackServerContext* call) {
                            return new CallReactor(context, method, *call);
                          }));
  }
}

}  // namespace carom
