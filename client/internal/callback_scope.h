#ifndef CAROM_CLIENT_INTERNAL_CALLBACK_SCOPE_H_
#define CAROM_CLIENT_INTERNAL_CALLBACK_SCOPE_H_

#include <memory>
#include <thread>

namespace carom {

/// Marks that this thread is the library's and runs a callback of an asynchronous call.
class CallbackScope {
 public:
  CallbackScope() { ++depth_; }
  ~CallbackScope() { --depth_; }
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;

  static bool IsInside() { return depth_ > 0; }

 private:
  static thread_local int depth_;
};

/// Shares an object that must not be destroyed inside a callback, since its destructor waits for
/// the library's threads. If the last reference is dropped in a callback, another thread destroys
/// the object. Nobody waits for that thread, not even the end of the program.
template <typename T>
std::shared_ptr<T> DestroyOutsideCallbacks(std::unique_ptr<T> object) {
  return std::shared_ptr<T>(object.release(), [](T* last) {
    if (CallbackScope::IsInside()) {
      std::thread([last] { delete last; }).detach();
    } else {
      delete last;
    }
  });
}

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_CALLBACK_SCOPE_H_
