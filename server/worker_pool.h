#ifndef CAROM_SERVER_WORKER_POOL_H_
#define CAROM_SERVER_WORKER_POOL_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "core/record/record.h"
#include "core/shot/workspace.h"

// Locks of the server are std::mutex: the thread sanitizer cannot look into absl::Mutex, whose
// library comes uninstrumented with the system.

namespace carom {

/// What one thread of the pool owns, lent to the item that it runs.
struct Worker {
  Workspace workspace;
  Record record;
};

/// A piece of a call's work. One item is run by one worker at a time.
class WorkItem {
 public:
  enum class Progress { kDone, kAgain };

  virtual ~WorkItem() = default;

  /// Whether one Run() may take seconds without yielding. Asked once, by Submit().
  virtual bool Long() const { return false; }

  /// Asked when a worker would take the item up: true means that the call is over, and Drop() comes
  /// in place of Run().
  virtual bool Expired() const = 0;

  /// Works until done, or until `yield()` says that others wait and a time slice is over; kAgain
  /// queues the item behind them. Never blocks. After kDone the item is destroyed, which must
  /// not touch the call: the call may have ended.
  class Yield;
  virtual Progress Run(Worker& worker, const Yield& yield) = 0;

  /// The item will never run (again).
  virtual void Drop() = 0;
};

/// A fixed set of threads that serve items first come, first served. An item that takes longer than
/// a time slice goes to the back, so a small call never waits for a large one to end. Long items
/// cannot be asked to yield: no more of them run at once than all threads but one (a pool of one
/// thread runs them in their turn), so the short ones behind them go on. Thread-safe.
class WorkerPool {
 public:
  static constexpr std::chrono::microseconds kTimeSlice{2000};

  struct Stats {
    int64_t queued = 0;        ///< Items waiting now.
    int64_t running = 0;       ///< Items in a worker now.
    int64_t long_running = 0;  ///< Of `running`: long ones.
    int64_t slices = 0;        ///< Calls of Run() so far.
    int64_t dropped = 0;       ///< Items that expired in the queue so far.
  };

  explicit WorkerPool(int threads);
  /// Drops what is queued and joins. No Submit() may come any more.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  void Submit(std::unique_ptr<WorkItem> item);

  int threads() const { return static_cast<int>(threads_.size()); }
  Stats stats() const;

 private:
  friend class WorkItem::Yield;

  struct Entry {
    std::unique_ptr<WorkItem> item;
    bool is_long = false;
    int64_t ticket = 0;  ///< Who came first has the lower one.
  };
  using Queue = std::deque<Entry>;

  void Work();
  Entry Take();
  void Finished(Entry entry, WorkItem::Progress progress);

  void Push(Entry entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Entry Pop(Queue& queue) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Queue* NextQueue() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  int64_t Waiting() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const int64_t max_long_running_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  Queue short_ ABSL_GUARDED_BY(mutex_);
  Queue long_ ABSL_GUARDED_BY(mutex_);
  int64_t next_ticket_ ABSL_GUARDED_BY(mutex_) = 0;
  Stats stats_ ABSL_GUARDED_BY(mutex_);
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::atomic<int64_t> waiting_{0};  ///< Waiting(), read without the lock between shots.
  std::vector<std::thread> threads_;
};

/// Tells a running item when to let others in.
class WorkItem::Yield {
 public:
  explicit Yield(const WorkerPool& pool)
      : pool_(pool), slice_end_(std::chrono::steady_clock::now() + WorkerPool::kTimeSlice) {}

  bool operator()() const {
    return pool_.waiting_.load(std::memory_order_relaxed) > 0 &&
           std::chrono::steady_clock::now() >= slice_end_;
  }

 private:
  const WorkerPool& pool_;
  const std::chrono::steady_clock::time_point slice_end_;
};

}  // namespace carom

#endif  // CAROM_SERVER_WORKER_POOL_H_
