#ifndef CAROM_CLIENT_INTERNAL_GRPC_CALLBACK_H_
#define CAROM_CLIENT_INTERNAL_GRPC_CALLBACK_H_

#include <functional>
#include <utility>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace carom {

#if defined(__SANITIZE_THREAD__)

/// A function that one thread gives to gRPC and that a thread of gRPC calls. The locks in between
/// are invisible to TSan, because Debian's gRPC is not instrumented. This wrapper tells TSan that
/// the call sees all that came before it; without TSan it is the function itself.
template <typename Argument, typename Function>
class GrpcCallback {
 public:
  explicit GrpcCallback(Function function) : function_(std::move(function)) { Release(); }
  // gRPC makes copies.
  GrpcCallback(const GrpcCallback& other) : function_(other.function_) { Release(); }
  GrpcCallback(GrpcCallback&& other) noexcept : function_(std::move(other.function_)) { Release(); }

  void operator()(Argument argument) {
    __tsan_acquire(&handover_);
    function_(std::move(argument));
  }

 private:
  static void Release() { __tsan_release(&handover_); }

  static inline char handover_ = 0;
  Function function_;
};

template <typename Argument, typename Function>
std::function<void(Argument)> MakeGrpcCallback(Function function) {
  return GrpcCallback<Argument, Function>(std::move(function));
}

#else

template <typename Argument, typename Function>
std::function<void(Argument)> MakeGrpcCallback(Function function) {
  return function;
}

#endif

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_GRPC_CALLBACK_H_
