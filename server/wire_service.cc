#include "server/wire_service.h"

#include <grpcpp/impl/codegen/rpc_service_method.h>

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/call_reactor.h"
#include "server/wire_stream.h"

namespace carom {

/// The next call of one method. Deletes itself when the call comes, or the server ends.
class WireService::Arrival final : private EventLoop::Event {
 public:
  Arrival(WireService& service, EventLoop& loop, int index)
      : service_(service),
        loop_(loop),
        index_(index),
        stream_(std::make_unique<WireStream>(loop)) {}

  /// The arrival may be gone when this returns.
  void Await() {
    WireService& service = service_;
    const int index = index_;
    WireStream& stream = *stream_;
    grpc::ServerCompletionQueue& queue = loop_.queue();
    service.RequestAsyncBidiStreaming(index, &stream.context(), &stream.stream(), &queue, &queue,
                                      Tag());
  }

 private:
  ~Arrival() = default;

  void Happened(bool ok) override {
    if (ok) {
      const Method method = service_.methods_[static_cast<size_t>(index_)];
      // Before this call, with which the loop's last user might end.
      auto* const next = new Arrival(service_, loop_, index_);
      CallReactor::Begin(service_.context_, method, std::move(stream_));
      next->Await();
    }
    delete this;
  }

  WireService& service_;
  EventLoop& loop_;
  const int index_;
  std::unique_ptr<WireStream> stream_;
};

WireService::WireService(ServiceContext& context, const std::string& name,
                         std::vector<Method> methods)
    : context_(context), methods_(std::move(methods)) {
  for (const Method method : methods_) paths_.push_back(absl::StrCat("/", name, "/", Name(method)));
  int index = 0;
  for (const std::string& path : paths_) {
    AddMethod(new grpc::internal::RpcServiceMethod(
        path.c_str(), grpc::internal::RpcMethod::BIDI_STREAMING, nullptr));
    MarkMethodAsync(index++);
  }
}

void WireService::TakeCalls(EventLoop& loop) {
  for (int index = 0; index < static_cast<int>(methods_.size()); ++index) {
    (new Arrival(*this, loop, index))->Await();
  }
}

}  // namespace carom
