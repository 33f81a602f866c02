#ifndef CAROM_SERVER_MEMORY_BUDGET_H_
#define CAROM_SERVER_MEMORY_BUDGET_H_

#include <atomic>
#include <cstdint>

namespace carom {

/// Of a number of places or bytes, how many are left to callers who have none by those who have
/// some already: so whoever comes finds room beside a caller who takes all that there is.
constexpr int64_t LeftToOthers(int64_t all) { return all / 4; }

/// Bytes that the calls of a process may hold together: requests, answers in the making, and
/// answers that wait for their readers. Thread-safe.
class MemoryBudget {
 public:
  explicit MemoryBudget(int64_t bytes) : bytes_(bytes) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  int64_t bytes() const { return bytes_; }
  int64_t reserved() const { return reserved_.load(std::memory_order_relaxed); }

 private:
  friend class Reservation;

  bool TryAdd(int64_t bytes, int64_t most_bytes) {
    int64_t reserved = reserved_.load(std::memory_order_relaxed);
    while (reserved + bytes <= most_bytes) {
      if (reserved_.compare_exchange_weak(reserved, reserved + bytes, std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  }
  void Add(int64_t bytes) { reserved_.fetch_add(bytes, std::memory_order_relaxed); }

  const int64_t bytes_;
  std::atomic<int64_t> reserved_{0};
};

/// What one caller's calls hold of a budget, together. Thread-safe.
using CallersBytes = std::atomic<int64_t>;

/// What one call holds of a budget; handed back when it is destroyed. Not thread-safe.
class Reservation {
 public:
  /// `of_caller` may be null: nobody in particular. Both outlive the reservation, or it is empty by
  /// then.
  Reservation(MemoryBudget& budget, CallersBytes* of_caller)
      : budget_(budget), of_caller_(of_caller) {}
  ~Reservation() {
    if (bytes_ != 0) Resize(0);
  }
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;

  int64_t bytes() const { return bytes_; }

  /// Returns false and changes nothing where the budget lacks these bytes. A caller whose other
  /// calls hold some leaves what LeftToOthers() says, unless the bytes are few: beside a large call
  /// of theirs a caller's shot still finds room.
  bool TryGrow(int64_t bytes) {
    const bool holds_other = of_caller_ != nullptr && *of_caller_ > bytes_;
    const bool leaves_some = holds_other && bytes > budget_.bytes() / 256;
    const int64_t most = budget_.bytes() - (leaves_some ? LeftToOthers(budget_.bytes()) : 0);
    if (!budget_.TryAdd(bytes, most)) return false;
    Count(bytes);
    return true;
  }

  /// Hands back what is not needed, or reserves memory that is in use already, beyond the budget if
  /// necessary.
  void Resize(int64_t bytes) {
    budget_.Add(bytes - bytes_);
    Count(bytes - bytes_);
  }

 private:
  void Count(int64_t more_bytes) {
    bytes_ += more_bytes;
    if (of_caller_ != nullptr) *of_caller_ += more_bytes;
  }

  MemoryBudget& budget_;
  CallersBytes* const of_caller_;
  int64_t bytes_ = 0;
};

}  // namespace carom

#endif  // CAROM_SERVER_MEMORY_BUDGET_H_
