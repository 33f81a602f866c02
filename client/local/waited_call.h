#ifndef CAROM_CLIENT_LOCAL_WAITED_CALL_H_
#define CAROM_CLIENT_LOCAL_WAITED_CALL_H_

#include <functional>
#include <memory>
#include <stop_token>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "carom/client/options.h"
#include "client/local/local_engine.h"
#include "server/call_control.h"
#include "server/mutex.h"
#include "server/worker_pool.h"

namespace carom {

/// A call for which a thread waits while the pool works on its items. The caller's stop and the
/// deadline end it: items that wait are dropped, and those that run find the control over.
///
/// An item counts from Submit() to its own Ended(), which is the last that it has to do with the
/// call. Thread-safe but for Wait().
class WaitedCall {
 public:
  /// Both outlive the call.
  WaitedCall(LocalEngine& engine, const CallOptions& options);
  /// No item is left: Wait() has returned.
  ~WaitedCall() = default;
  WaitedCall(const WaitedCall&) = delete;
  WaitedCall& operator=(const WaitedCall&) = delete;

  LocalEngine& engine() { return engine_; }
  CallControl& control() { return control_; }
  /// What the items are known by in the pool.
  const void* id() const { return this; }
  bool IsAlone() const { return count_.IsAlone(); }

  /// Counts an item, and gives it to the pool.
  void Submit(std::unique_ptr<WorkItem> item);
  /// The same without giving it: the caller runs the item itself.
  void Begin();
  /// The first status other than OK ends the call.
  void Ended(const absl::Status& status);
  /// Ends the call at once.
  void Fail(const absl::Status& status);
  /// Wakes Wait() up to look at `holds`.
  void Notify();

  /// Until no item is left or `holds`, which is asked at the beginning and after each Notify().
  /// Returns what has ended the call, if anything has.
  absl::Status Wait(const std::function<bool()>& holds = [] { return false; });

  bool HasItems();

  /// Runs a callback of the caller's. If it throws, ends the call, and lets the exception on only
  /// when no item is left that refers to what it destroys. By the thread that waits.
  template <typename Callback>
  auto CallBack(const Callback& callback) {
    try {
      return callback();
    } catch (...) {
      Fail(absl::AbortedError("a callback has thrown an exception"));
      (void)Wait();
      throw;
    }
  }

 private:
  void Cut();

  LocalEngine& engine_;
  const LocalEngine::Call count_;
  const SteadyClock::time_point deadline_;
  CallControl control_;
  Mutex mutex_;
  Condition moved_;
  int items_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::Status status_ ABSL_GUARDED_BY(mutex_);
  std::stop_callback<std::function<void()>> on_stop_;  // After what it uses.
};

}  // namespace carom

#endif  // CAROM_CLIENT_LOCAL_WAITED_CALL_H_
