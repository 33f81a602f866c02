#include "server/worker_pool.h"

#include <utility>

namespace carom {
namespace {

/// A record that one huge shot has grown beyond this is given back, so that it does not stay for
/// the life of the worker.
constexpr size_t kKeptEvents = 1 << 14;
constexpr size_t kKeptSamples = 1 << 15;
constexpr size_t kKeptContactRows = 1 << 15;

void Trim(Record& record) {
  if (record.events.capacity() > kKeptEvents || record.event_states.capacity() > kKeptEvents ||
      record.samples.capacity() > kKeptSamples ||
      record.contact_rows.capacity() > kKeptContactRows) {
    record = Record();
  }
}

}  // namespace

WorkerPool::WorkerPool(int threads) {
  threads_.reserve(static_cast<size_t>(threads));
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  for (const std::unique_ptr<WorkItem>& item : queue_) item->Drop();
}

void WorkerPool::Submit(std::unique_ptr<WorkItem> item) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(item));
    waiting_.store(static_cast<int64_t>(queue_.size()), std::memory_order_relaxed);
  }
  wake_.notify_one();
}

WorkerPool::Stats WorkerPool::stats() const {
  const std::lock_guard lock(mutex_);
  Stats stats = stats_;
  stats.queued = static_cast<int64_t>(queue_.size());
  return stats;
}

void WorkerPool::Work() {
  Worker worker;
  while (std::unique_ptr<WorkItem> item = Take()) {
    const WorkItem::Yield yield(*this);
    const WorkItem::Progress progress = item->Run(worker, yield);
    Trim(worker.record);
    Finished(std::move(item), progress);
  }
}

/// The next item to run; null when the pool ends.
std::unique_ptr<WorkItem> WorkerPool::Take() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (stopping_) return nullptr;
    std::unique_ptr<WorkItem> item = std::move(queue_.front());
    queue_.pop_front();
    waiting_.store(static_cast<int64_t>(queue_.size()), std::memory_order_relaxed);
    if (!item->Expired()) {
      ++stats_.running;
      ++stats_.slices;
      return item;
    }
    ++stats_.dropped;
    lock.unlock();  // Drop() may end the call and submit for another.
    item->Drop();
    item.reset();
    lock.lock();
  }
}

void WorkerPool::Finished(std::unique_ptr<WorkItem> item, WorkItem::Progress progress) {
  const std::lock_guard lock(mutex_);
  --stats_.running;
  if (progress == WorkItem::Progress::kDone) return;
  queue_.push_back(std::move(item));
  waiting_.store(static_cast<int64_t>(queue_.size()), std::memory_order_relaxed);
}

}  // namespace carom
