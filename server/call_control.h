#ifndef CAROM_SERVER_CALL_CONTROL_H_
#define CAROM_SERVER_CALL_CONTROL_H_

#include <atomic>
#include <chrono>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "core/base/stop_token.h"
#include "server/sync.h"

namespace carom {

/// Deadlines are moments of the steady clock: the time of day may be set while a call runs.
inline constexpr SteadyClock::time_point kNoDeadline = SteadyClock::time_point::max();

/// The moment after `wait`, which may be infinite.
inline SteadyClock::time_point DeadlineAfter(absl::Duration wait) {
  const SteadyClock::time_point now = SteadyClock::now();
  const bool beyond = wait >= absl::FromChrono(kNoDeadline - now);
  return beyond ? kNoDeadline : now + absl::ToChronoNanoseconds(wait);
}

/// The moment of a deadline that gRPC tells in time of day. To be asked when the call begins.
inline SteadyClock::time_point DeadlineAt(std::chrono::system_clock::time_point deadline) {
  using System = std::chrono::system_clock;
  if (deadline == System::time_point::max()) return kNoDeadline;
  return DeadlineAfter(absl::FromChrono(deadline) - absl::FromChrono(System::now()));
}

/// Whether a call's answer is still wanted. Thread-safe.
class CallControl {
 public:
  explicit CallControl(SteadyClock::time_point deadline) : deadline_(deadline) {}
  CallControl(const CallControl&) = delete;
  CallControl& operator=(const CallControl&) = delete;

  SteadyClock::time_point deadline() const { return deadline_; }

  void Cancel() { cancelled_.store(true, std::memory_order_relaxed); }

  /// Cancelled, or past the deadline. One read of the clock: fit to be asked between two shots.
  bool Over() const { return cancelled_.load(std::memory_order_relaxed) || IsPast(&deadline_); }

  /// The error of a call that is over.
  absl::Status OverStatus() const {
    return IsPast(&deadline_) ? absl::DeadlineExceededError("the deadline has passed")
                              : absl::CancelledError("the call was cancelled");
  }

  /// Reaches into a running shot, the deadline too; valid as long as this object.
  StopToken stop_token() const {
    const StopToken cancelled(&cancelled_);
    return deadline_ == kNoDeadline ? cancelled : cancelled.Or(IsPast, &deadline_);
  }

 private:
  static bool IsPast(const void* deadline) {
    return SteadyClock::now() >= *static_cast<const SteadyClock::time_point*>(deadline);
  }

  const SteadyClock::time_point deadline_;
  std::atomic<bool> cancelled_{false};
};

}  // namespace carom

#endif  // CAROM_SERVER_CALL_CONTROL_H_
