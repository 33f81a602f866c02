#ifndef CAROM_SERVER_CALL_CONTROL_H_
#define CAROM_SERVER_CALL_CONTROL_H_

#include <atomic>
#include <chrono>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "core/base/stop_token.h"

namespace carom {

/// The time of day. absl::Now() takes a lock now and then, which a fork may leave locked in the
/// child.
inline absl::Time WallClock() { return absl::FromChrono(std::chrono::system_clock::now()); }

/// Whether a call's answer is still wanted. Thread-safe.
class CallControl {
 public:
  explicit CallControl(absl::Time deadline) : deadline_(deadline) {}
  CallControl(const CallControl&) = delete;
  CallControl& operator=(const CallControl&) = delete;

  void Cancel() { cancelled_.store(true, std::memory_order_relaxed); }

  /// Cancelled, or past the deadline. One read of the clock: fit to be asked between two shots.
  bool Over() const {
    return cancelled_.load(std::memory_order_relaxed) || WallClock() >= deadline_;
  }

  /// The error of a call that is over.
  absl::Status OverStatus() const {
    return WallClock() >= deadline_ ? absl::DeadlineExceededError("the deadline has passed")
                                    : absl::CancelledError("the call was cancelled");
  }

  /// Reaches into a running shot, the deadline too; valid as long as this object.
  StopToken stop_token() const {
    const StopToken cancelled(&cancelled_);
    return deadline_ == absl::InfiniteFuture() ? cancelled : cancelled.Or(IsPast, &deadline_);
  }

 private:
  static bool IsPast(const void* deadline) {
    return WallClock() >= *static_cast<const absl::Time*>(deadline);
  }

  const absl::Time deadline_;
  std::atomic<bool> cancelled_{false};
};

}  // namespace carom

#endif  // CAROM_SERVER_CALL_CONTROL_H_
