#ifndef CAROM_CORE_BASE_STOP_TOKEN_H_
#define CAROM_CORE_BASE_STOP_TOKEN_H_

#include <atomic>
#include <chrono>

namespace carom {

/// A view of a flag by which the caller asks a running simulation to stop, and a time at which it
/// stops by itself. The flag must outlive the token; a default token never stops. Thread-safe.
class StopToken {
 public:
  using Clock = std::chrono::steady_clock;

  StopToken() = default;
  explicit StopToken(const std::atomic<bool>* flag) : flag_(flag) {}

  /// The same, that stops at `end` at the latest.
  StopToken Until(Clock::time_point end) const {
    StopToken token = *this;
    token.end_ = end;
    return token;
  }

  bool StopRequested() const {
    if (flag_ != nullptr && flag_->load(std::memory_order_relaxed)) return true;
    return end_ != Clock::time_point::max() && Clock::now() >= end_;
  }

 private:
  const std::atomic<bool>* flag_ = nullptr;
  Clock::time_point end_ = Clock::time_point::max();
};

}  // namespace carom

#endif  // CAROM_CORE_BASE_STOP_TOKEN_H_
