#ifndef CAROM_SERVER_ADMISSION_H_
#define CAROM_SERVER_ADMISSION_H_

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "server/call/allowance.h"
#include "server/memory_budget.h"
#include "server/options.h"

namespace carom {

/// What was short.
enum class Shortage : uint8_t { kWait, kCalls, kLongCalls, kBatches, kMemory };
inline constexpr size_t kShortages = 5;

/// For the metrics.
constexpr const char* Name(Shortage shortage) {
  constexpr std::array<const char*, kShortages> kNames{"wait", "calls", "long_calls", "batches",
                                                       "memory"};
  return kNames[static_cast<size_t>(shortage)];
}

/// Why a call is not taken up, and when to come again.
struct Refusal {
  absl::Status status;  ///< RESOURCE_EXHAUSTED.
  std::chrono::milliseconds pushback{0};
};

/// Bounds what the service accepts at a time: calls, batches, bytes, and the time that a call would
/// wait. A call beyond a bound is refused at once, before it is parsed. Thread-safe.
class Admission {
 public:
  /// A call that was accepted. Destroyed when the call has ended.
  class Ticket : public Allowance {
   public:
    enum class Kind : uint8_t { kCall, kLongCall, kBatch };

    Ticket(Admission& admission, Kind kind, int64_t request_bytes);
    ~Ticket() override;
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;

    void Worked(std::chrono::nanoseconds time) override {
      worked_ns_.fetch_add(time.count(), std::memory_order_relaxed);
    }
    /// The call has its answer: its time predicts that of others. Calls that were given up on their
    /// way do not count, since they would make calls look shorter than they are.
    void Answered() override { answered_ = true; }
    /// RESOURCE_EXHAUSTED where the budget does not have so many bytes more now, OUT_OF_RANGE where
    /// it never has.
    absl::Status Grow(int64_t more_bytes) override;
    /// The call takes seconds without yielding: others do not wait for it, and it takes one of the
    /// places of long calls. RESOURCE_EXHAUSTED where none is free: the call must end. Thread-safe.
    absl::Status BecomesLong() override;
    /// Of a refusal now.
    std::chrono::milliseconds Pushback() const {
      return admission_.Pushback(admission_.classes_[size_class_]);
    }

    Reservation bytes;

   private:
    friend class Admission;
    Admission& admission_;
    const size_t size_class_;
    std::atomic<Kind> kind_;
    std::atomic<int64_t> worked_ns_{0};
    bool answered_ = false;
  };

  /// A call's ticket or its refusal.
  using Answer = std::variant<std::unique_ptr<Ticket>, Refusal>;

  Admission(const AdmissionLimits& limits, int threads)
      : limits_(limits), threads_(threads), budget_(limits.memory_budget_bytes) {}

  /// A unary call, which must be answered by `deadline`.
  Answer TakeCall(int64_t request_bytes, absl::Time deadline);
  /// A mechanism.
  Answer TakeLongCall(int64_t request_bytes);
  Answer TakeBatch(int64_t request_bytes);

  const MemoryBudget& budget() const { return budget_; }
  int64_t calls() const { return calls_.load(std::memory_order_relaxed); }  ///< Long ones too.
  int64_t batches() const { return batches_.load(std::memory_order_relaxed); }
  /// Refusals so far, including calls that were refused later for want of memory.
  int64_t refused(Shortage shortage) const {
    return refused_[static_cast<size_t>(shortage)].load(std::memory_order_relaxed);
  }

 private:
  /// Requests of about one size, which take about the same time: a planner's few shots, or a
  /// thousand shots. Moving means of the time that a worker takes for such a call, and of its
  /// distance from that mean.
  struct SizeClass {
    std::atomic<int64_t> calls{0};  ///< Taken up now; long ones do not count.
    std::atomic<int64_t> known_calls{0};
    std::atomic<int64_t> mean_ns{0};
    std::atomic<int64_t> deviation_ns{0};

    void LearnFrom(int64_t worked_ns);
    /// Such calls go first: they end within a slice.
    bool IsInteractive() const;
  };
  static size_t ClassOf(int64_t request_bytes);

  Answer Take(Ticket::Kind kind, int64_t request_bytes);
  Refusal Refuse(Shortage shortage, const char* what, const char* flag, int64_t request_bytes);
  /// Takes one of the places of long calls, if one is free.
  bool TakeLongPlace();
  void CountRefusal(Shortage shortage) { ++refused_[static_cast<size_t>(shortage)]; }
  /// The time until a unary call that came now would have its answer, by what calls took lately; 0
  /// where it need not wait for others.
  std::chrono::nanoseconds ExpectedAnswer(const SizeClass& size_class) const;
  double WorkersForCalls() const;
  std::chrono::milliseconds Pushback(const SizeClass& size_class) const;
  void Ended(const Ticket& ticket);

  const AdmissionLimits limits_;
  const int threads_;
  MemoryBudget budget_;
  std::atomic<int64_t> calls_{0};
  std::atomic<int64_t> long_calls_{0};  ///< Of calls_.
  std::atomic<int64_t> batches_{0};
  std::array<std::atomic<int64_t>, kShortages> refused_{};
  static constexpr size_t kSizeClasses = 32;  // Powers of two.
  std::array<SizeClass, kSizeClasses> classes_;
};

}  // namespace carom

#endif  // CAROM_SERVER_ADMISSION_H_
