#ifndef CAROM_CORE_BASE_STOP_TOKEN_H_
#define CAROM_CORE_BASE_STOP_TOKEN_H_

#include <atomic>

namespace carom {

/// A view of a flag by which the caller asks a running simulation to stop. The flag must outlive
/// the token; a default token never stops. Thread-safe.
class StopToken {
 public:
  StopToken() = default;
  explicit StopToken(const std::atomic<bool>* flag) : flag_(flag) {}

  bool StopRequested() const { return flag_ != nullptr && flag_->load(std::memory_order_relaxed); }

 private:
  const std::atomic<bool>* flag_ = nullptr;
};

}  // namespace carom

#endif  // CAROM_CORE_BASE_STOP_TOKEN_H_
