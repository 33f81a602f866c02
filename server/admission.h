#ifndef CAROM_SERVER_ADMISSION_H_
#define CAROM_SERVER_ADMISSION_H_

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/node_hash_map.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "server/call/call_task.h"
#include "server/call_shape.h"
#include "server/heap_trimmer.h"
#include "server/memory_budget.h"
#include "server/mutex.h"
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
/// wait. A call beyond a bound is refused at once, before it is parsed. Of each bound a quarter is
/// left to callers who have no call of the kind, or no memory, yet. Thread-safe.
class Admission {
  struct Caller;

 public:
  /// A call that was accepted. Destroyed when the call has ended.
  class Ticket : public Allowance {
   public:
    ~Ticket() override;
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;

    void Worked(std::chrono::nanoseconds time) override {
      worked_ns_.fetch_add(time.count(), std::memory_order_relaxed);
    }
    /// The call has its answer: its time predicts that of others. Calls that were given up on their
    /// way do not count, since they would make calls look shorter than they are.
    void Answered() override { answered_ = true; }
    /// All work of the call is done, if only its answer waits to be read: it keeps its bytes, but
    /// nobody waits for it, and its place is free. May be called again.
    void WorkIsOver();
    /// RESOURCE_EXHAUSTED where the budget does not have so many bytes more now, OUT_OF_RANGE where
    /// it never has.
    absl::Status Grow(int64_t more_bytes) override;
    absl::Status GrowForWorkers(int64_t bytes, int64_t workers) override;
    /// A shot of a short call turns out to take long: others do not wait for the call, and it takes
    /// one of the places of long calls. It may rest from now on, and so takes the memory of
    /// GrowForWorkers() for itself. RESOURCE_EXHAUSTED or OUT_OF_RANGE where a place or memory
    /// lacks: the call must end. Thread-safe; beside no Grow().
    absl::Status BecomesLong() override;
    /// Of a refusal now.
    std::chrono::milliseconds Pushback() const;

   private:
    friend class Admission;

    Ticket(Admission& admission, const CallShape& shape, uint64_t caller, Caller& of);

    Admission& admission_;
    const uint64_t caller_;
    Caller& of_;
    const size_t class_;
    CallKind kind_;  ///< Guarded by the admission's mutex, as is `works_`.
    bool works_ = true;
    int64_t workers_ = 0;        ///< Likewise: of GrowForWorkers().
    int64_t workers_bytes_ = 0;  ///< Theirs, where no other call has any.
    int64_t most_bytes_ = 0;     ///< That it has had.
    std::atomic<int64_t> worked_ns_{0};
    bool answered_ = false;

   public:
    Reservation bytes;
  };

  /// A call's ticket or its refusal.
  using Answer = std::variant<std::unique_ptr<Ticket>, Refusal>;

  Admission(const AdmissionLimits& limits, int threads)
      : limits_(limits), threads_(threads), budget_(limits.memory_budget_bytes) {}

  /// A call of `caller` (0: nobody in particular). A short one must be answered by `deadline`.
  Answer Take(const CallShape& shape, uint64_t caller,
              absl::Time deadline = absl::InfiniteFuture());

  const MemoryBudget& budget() const { return budget_; }
  /// Those that work is done for, long ones too.
  int64_t calls() const { return count_[0] + count_[1]; }
  int64_t batches() const { return count_[static_cast<size_t>(CallKind::kBulk)]; }
  /// Refusals so far, including calls that were refused later for want of memory.
  int64_t refused(Shortage shortage) const {
    return refused_[static_cast<size_t>(shortage)].load(std::memory_order_relaxed);
  }

 private:
  static constexpr size_t kKinds = 3;

  /// Short calls of like requests, which take about the same time: a planner's few shots, or a
  /// thousand shots. Moving means of the time that a worker takes for such a call, and of its
  /// distance from that mean.
  struct Cost {
    int64_t known_calls = 0;
    int64_t mean_ns = 0;
    int64_t deviation_ns = 0;

    void LearnFrom(int64_t worked_ns);
    /// Such calls go first: they end within a slice.
    bool IsInteractive() const;
  };
  static size_t ClassOf(const CallShape& shape);

  /// How many short calls of each class work is done for; none of those that are absent.
  using Load = absl::flat_hash_map<size_t, int64_t>;

  /// Somebody who has calls.
  struct Caller {
    int64_t tickets = 0;
    std::array<int64_t, kKinds> working{};
    Load load;
    CallersBytes bytes{0};
  };

  Refusal Refuse(Shortage shortage, const CallShape& shape, uint64_t caller)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void CountRefusal(Shortage shortage) { ++refused_[static_cast<size_t>(shortage)]; }
  /// What is short for a call of this shape, if anything is.
  std::optional<Shortage> FindShortage(const CallShape& shape, uint64_t caller,
                                       std::chrono::nanoseconds patience)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool HasPlace(CallKind kind, uint64_t caller) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// Counts a call in or out.
  void Count(CallKind kind, size_t size_class, Caller& caller, int64_t one)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// The time until a short call that came now would have its answer, by what calls took lately; 0
  /// where it need not wait for others.
  std::chrono::nanoseconds ExpectedAnswer(size_t size_class, uint64_t caller) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// Of the calls of `load` that one of `size_class` waits for, and of that one.
  struct Work {
    int64_t calls_before = 0;
    double ns = 0.0;
  };
  Work WorkBefore(const Load& load, size_t size_class) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  const Cost& CostOf(size_t size_class) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  double WorkersForCalls() const;
  /// What so many workers of GrowForWorkers() take.
  int64_t BytesOfWorkers(int64_t bytes, int64_t workers) const {
    return bytes * std::min<int64_t>(workers, threads_);
  }
  /// RESOURCE_EXHAUSTED or OUT_OF_RANGE: a call that has `bytes` lacks `more_bytes`.
  absl::Status TooFewBytes(int64_t bytes, int64_t more_bytes);
  std::chrono::milliseconds Pushback(size_t size_class, uint64_t caller) const
      ABSL_LOCKS_EXCLUDED(mutex_);

  const AdmissionLimits limits_;
  const int threads_;
  MemoryBudget budget_;
  mutable Mutex mutex_;
  absl::node_hash_map<uint64_t, Caller> callers_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<size_t, Cost> costs_ ABSL_GUARDED_BY(mutex_);
  int64_t workers_wanted_ ABSL_GUARDED_BY(mutex_) = 0;  ///< By all calls, of GrowForWorkers().
  Reservation of_workers_ ABSL_GUARDED_BY(mutex_){budget_, nullptr};
  HeapTrimmer trimmer_;
  Load load_ ABSL_GUARDED_BY(mutex_);                  ///< Of all callers.
  int64_t short_callers_ ABSL_GUARDED_BY(mutex_) = 0;  ///< Those who have short calls.
  // Written under the mutex.
  std::array<std::atomic<int64_t>, kKinds> count_{};
  std::array<std::atomic<int64_t>, kShortages> refused_{};
};

}  // namespace carom

#endif  // CAROM_SERVER_ADMISSION_H_
