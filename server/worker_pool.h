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

/// A fixed set of threads over one first-come-first-served queue of items. An item that takes
/// longer than a time slice goes to the back, so a small call never waits for a large one to end.
/// Thread-safe.
class WorkerPool {
 public:
  static constexpr std::chrono::microseconds kTimeSlice{2000};

  struct Stats {
    int64_t queued = 0;   ///< Items waiting now.
    int64_t running = 0;  ///< Items in a worker now.
    int64_t slices = 0;   ///< Calls of Run() so far.
    int64_t dropped = 0;  ///< Items that expired in the queue so far.
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

  void Work();
  std::unique_ptr<WorkItem> Take();
  void Finished(std::unique_ptr<WorkItem> item, WorkItem::Progress progress);

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::unique_ptr<WorkItem>> queue_ ABSL_GUARDED_BY(mutex_);
  Stats stats_ ABSL_GUARDED_BY(mutex_);
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::atomic<int64_t> waiting_{0};  ///< queue_.size(), read without the lock between shots.
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
