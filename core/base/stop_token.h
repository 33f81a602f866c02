#ifndef CAROM_CORE_BASE_STOP_TOKEN_H_
#define CAROM_CORE_BASE_STOP_TOKEN_H_

#include <atomic>

namespace carom {

/// A view of a flag by which the caller asks a running simulation to stop, and of a question that
/// may ask it too: the core knows no clock. The flag must outlive the token; a default token never
/// stops. Thread-safe.
class StopToken {
 public:
  /// Of a loop whose turns take about a microsecond: it asks after this many.
  static constexpr int kTurnsUnasked = 64;

  /// Called now and then by the thread that simulates.
  using Question = bool (*)(const void* context);

  StopToken() = default;
  explicit StopToken(const std::atomic<bool>* flag) : flag_(flag) {}

  /// A token that stops also when `question(context)` is true. The context must outlive the token.
  StopToken Or(Question question, const void* context) const {
    StopToken token = *this;
    token.question_ = question;
    token.context_ = context;
    return token;
  }

  bool StopRequested() const {
    if (flag_ != nullptr && flag_->load(std::memory_order_relaxed)) return true;
    return question_ != nullptr && question_(context_);
  }

 private:
  const std::atomic<bool>* flag_ = nullptr;
  Question question_ = nullptr;
  const void* context_ = nullptr;
};

}  // namespace carom

#endif  // CAROM_CORE_BASE_STOP_TOKEN_H_
