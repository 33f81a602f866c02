#include "server/wire_service.h"

#include <grpcpp/impl/codegen/rpc_service_method.h>
#include <grpcpp/impl/codegen/server_callback_handlers.h>

#include "absl/strings/str_cat.h"
#include "server/call_reactor.h"

namespace carom {

WireService::WireService(ServiceContext& context, const std::string& name,
                         std::initializer_list<Method> methods) {
  using Handler = grpc::internal::CallbackBidiHandler<grpc::ByteBuffer, grpc::ByteBuffer>;
  for (const Method method : methods) paths_.push_back(absl::StrCat("/", name, "/", Name(method)));
  int index = 0;
  for (const Method method : methods) {
    AddMethod(new grpc::internal::RpcServiceMethod(paths_[static_cast<size_t>(index)].c_str(),
                                                   grpc::internal::RpcMethod::BIDI_STREAMING,
                                                   nullptr));
    MarkMethodRawCallback(index++,
                          new Handler([&context, method](grpc::CallbackServerContext* call) {
                            return new CallReactor(context, method, *call);
                          }));
  }
}

}  // namespace carom
