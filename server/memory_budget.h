#ifndef CAROM_SERVER_MEMORY_BUDGET_H_
#define CAROM_SERVER_MEMORY_BUDGET_H_

#include <atomic>
#include <cstdint>

namespace carom {

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

  bool TryAdd(int64_t bytes) {
    int64_t reserved = reserved_.load(std::memory_order_relaxed);
    while (reserved + bytes <= bytes_) {
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

/// What one call holds of a budget; handed back when it is destroyed. Not thread-safe.
class Reservation {
 public:
  explicit Reservation(MemoryBudget& budget) : budget_(budget) {}
  ~Reservation() { Resize(0); }
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;

  int64_t bytes() const { return bytes_; }

  /// Returns false and changes nothing where the budget lacks these bytes.
  bool TryGrow(int64_t bytes) {
    if (!budget_.TryAdd(bytes)) return false;
    bytes_ += bytes;
    return true;
  }

  /// Hands back what is not needed, or reserves memory that is in use already, beyond the budget if
  /// necessary.
  void Resize(int64_t bytes) {
    budget_.Add(bytes - bytes_);
    bytes_ = bytes;
  }

 private:
  MemoryBudget& budget_;
  int64_t bytes_ = 0;
};

}  // namespace carom

#endif  // CAROM_SERVER_MEMORY_BUDGET_H_
