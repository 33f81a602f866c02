#include "server/worker_pool.h"

#include <algorithm>
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

WorkerPool::WorkerPool(int threads) : max_long_running_(std::max(1, threads - 1)) {
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
  for (const Queue* queue : {&short_, &long_}) {
    for (const Entry& entry : *queue) entry.item->Drop();
  }
}

void WorkerPool::Submit(std::unique_ptr<WorkItem> item) {
  const bool is_long = item->Long();
  {
    const std::lock_guard lock(mutex_);
    Push({std::move(item), is_long});
  }
  wake_.notify_one();
}

WorkerPool::Stats WorkerPool::stats() const {
  const std::lock_guard lock(mutex_);
  Stats stats = stats_;
  stats.queued = Waiting();
  return stats;
}

void WorkerPool::Work() {
  Worker worker;
  for (Entry entry = Take(); entry.item != nullptr; entry = Take()) {
    const WorkItem::Yield yield(*this);
    const WorkItem::Progress progress = entry.item->Run(worker, yield);
    Trim(worker.record);
    Finished(std::move(entry), progress);
  }
}

/// The next item to run; null when the pool ends.
WorkerPool::Entry WorkerPool::Take() {
  std::unique_lock lock(mutex_);
  while (true) {
    Queue* queue = nullptr;
    wake_.wait(lock, [&] { return stopping_ || (queue = NextQueue()) != nullptr; });
    if (stopping_) return {};
    Entry entry = Pop(*queue);
    if (!entry.item->Expired()) {
      ++stats_.running;
      ++stats_.slices;
      if (entry.is_long) ++stats_.long_running;
      return entry;
    }
    ++stats_.dropped;
    lock.unlock();  // Drop() may end the call and submit for another.
    entry.item->Drop();
    entry.item.reset();
    lock.lock();
  }
}

void WorkerPool::Finished(Entry entry, WorkItem::Progress progress) {
  const bool was_long = entry.is_long;
  {
    const std::lock_guard lock(mutex_);
    --stats_.running;
    if (was_long) --stats_.long_running;
    if (progress == WorkItem::Progress::kAgain) Push(std::move(entry));
  }
  // There is room for a long item, which this worker need not be the one to take: what it takes
  // next may be older, or expired and slow to drop.
  if (was_long) wake_.notify_one();
}

/// To the back of its queue.
void WorkerPool::Push(Entry entry) {
  entry.ticket = next_ticket_++;
  (entry.is_long ? long_ : short_).push_back(std::move(entry));
  waiting_.store(Waiting(), std::memory_order_relaxed);
}

WorkerPool::Entry WorkerPool::Pop(Queue& queue) {
  Entry entry = std::move(queue.front());
  queue.pop_front();
  waiting_.store(Waiting(), std::memory_order_relaxed);
  return entry;
}

/// Where the first waits of those that may run; null: none may.
WorkerPool::Queue* WorkerPool::NextQueue() {
  const bool long_may = !long_.empty() && stats_.long_running < max_long_running_;
  if (long_may && (short_.empty() || long_.front().ticket < short_.front().ticket)) return &long_;
  return short_.empty() ? nullptr : &short_;
}

int64_t WorkerPool::Waiting() const { return static_cast<int64_t>(short_.size() + long_.size()); }

}  // namespace carom
