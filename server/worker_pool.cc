#include "server/worker_pool.h"

#include <algorithm>
#include <utility>

namespace carom {
namespace {

/// A record beyond this size is freed.
constexpr size_t kKeptEvents = 1 << 14;
constexpr size_t kKeptSamples = 1 << 15;
constexpr size_t kKeptContactRows = 1 << 15;

}  // namespace

void WorkerPool::Trim(Record& record) {
  if (record.events.capacity() > kKeptEvents || record.event_states.capacity() > kKeptEvents ||
      record.samples.capacity() > kKeptSamples ||
      record.contact_rows.capacity() > kKeptContactRows) {
    record = Record();
  }
}

WorkerPool::WorkerPool(int threads, PoolObserver* observer)
    : observer_(observer),
      max_short_running_(threads),
      max_long_running_(std::max(1, threads - 1)) {
  const int with_one_for_long = std::max(2, threads);
  threads_.reserve(static_cast<size_t>(with_one_for_long));
  try {
    for (int i = 0; i < with_one_for_long; ++i) threads_.emplace_back([this] { Work(); });
  } catch (...) {
    StopThreads();
    throw;
  }
}

WorkerPool::~WorkerPool() {
  StopThreads();
  for (const Entry& entry : over_) entry.item->Drop();
  for (const Queue& queue : queues_) {
    for (const Entry& entry : queue.entries) entry.item->Drop();
  }
}

void WorkerPool::StopThreads() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  wake_.NotifyAll();
  for (Thread& thread : threads_) thread.join();
}

void WorkerPool::Submit(std::unique_ptr<WorkItem> item) {
  Entry entry;
  entry.lane = entry.first_lane = item->lane();
  entry.call = item->call();
  entry.item = std::move(item);
  entry.submitted = Clock::now();
  {
    const MutexLock lock(mutex_);
    Push(std::move(entry), Place::kBack);
  }
  wake_.NotifyOne();
}

void WorkerPool::Discard(const void* call, DropOn thread) {
  std::deque<Entry> discarded;
  {
    const MutexLock lock(mutex_);
    std::deque<Entry>& to = thread == DropOn::kWorker ? over_ : discarded;
    for (Queue& queue : queues_) {
      for (Entry& entry : queue.entries) {
        if (entry.call == call) to.push_back(std::move(entry));
      }
      std::erase_if(queue.entries, [](const Entry& entry) { return entry.item == nullptr; });
    }
    CountWaiting();
    stats_.dropped += static_cast<int64_t>(discarded.size());
  }
  if (thread == DropOn::kWorker) wake_.NotifyAll();
  for (const Entry& entry : discarded) entry.item->Drop();
}

WorkerPool::Stats WorkerPool::stats() const {
  const MutexLock lock(mutex_);
  Stats stats = stats_;
  for (size_t i = 0; i < kLanes; ++i) {
    stats.queued_in[i] = static_cast<int64_t>(queues_[i].entries.size());
    stats.queued += stats.queued_in[i];
  }
  stats.queued += static_cast<int64_t>(over_.size());
  return stats;
}

void WorkerPool::Work() {
  Worker worker;
  for (Entry entry = Take(); entry.item != nullptr; entry = Take()) {
    const Clock::time_point begin = Clock::now();
    if (observer_ != nullptr && !entry.worked) {
      observer_->Waited(entry.first_lane, begin - entry.submitted);
    }
    const WorkItem::Yield yield(*this, entry.lane);
    const WorkItem::Progress progress = entry.item->Run(worker, yield);
    Trim(worker.record);
    const Clock::duration took = Clock::now() - begin;
    entry.worked = entry.worked.value_or(Clock::duration::zero()) + took;
    if (observer_ != nullptr && progress == WorkItem::Progress::kDone) {
      observer_->Worked(entry.first_lane, *entry.worked);
    }
    Finished(std::move(entry), progress, took);
  }
}

/// The next item to run; null when the pool ends.
WorkerPool::Entry WorkerPool::Take() {
  MutexLock lock(mutex_);
  while (true) {
    std::optional<Lane> lane;
    wake_.Wait(mutex_, [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
      return stopping_ || !over_.empty() || (lane = NextLane()).has_value();
    });
    if (stopping_) return {};
    Entry entry = over_.empty() ? Pop(*lane) : PopOver();
    if (!entry.item->Expired()) {
      ++stats_.running;
      ++stats_.slices;
      if (entry.lane == Lane::kLong) ++stats_.long_running;
      return entry;
    }
    ++stats_.dropped;
    lock.Unlock();  // Drop() may end the call and submit for another.
    entry.item->Drop();
    entry.item.reset();
    lock.Lock();
  }
}

void WorkerPool::Finished(Entry entry, WorkItem::Progress progress, Clock::duration took) {
  bool others_wait = false;
  {
    const MutexLock lock(mutex_);
    --stats_.running;
    if (entry.lane == Lane::kLong) --stats_.long_running;
    QueueOf(entry.lane).used_s +=
        std::chrono::duration<double>(took).count() / kShares[static_cast<size_t>(entry.lane)];
    if (progress != WorkItem::Progress::kDone) PushAgain(std::move(entry), progress, took);
    others_wait = waiting_ > 0;
  }
  // There is room for another item. Another worker may take it: the item that this one takes next
  // may have expired and be slow to drop.
  if (others_wait) wake_.NotifyOne();
}

void WorkerPool::PushAgain(Entry entry, WorkItem::Progress progress, Clock::duration took) {
  entry.turn += took;
  const bool keeps_turn =
      progress == WorkItem::Progress::kAgain && entry.lane == Lane::kLarge && entry.turn < kTurn;
  if (!keeps_turn) entry.turn = Clock::duration::zero();
  if (progress == WorkItem::Progress::kLong) {
    entry.lane = Lane::kLong;
  } else if (entry.lane == Lane::kInteractive) {
    entry.lane = Lane::kLarge;
  }
  Push(std::move(entry), keeps_turn ? Place::kFront : Place::kBack);
}

void WorkerPool::Push(Entry entry, Place place) {
  if (entry.item->Expired()) {
    over_.push_back(std::move(entry));
    return CountWaiting();
  }
  Queue& queue = QueueOf(entry.lane);
  if (queue.entries.empty()) queue.used_s = std::max(queue.used_s, QueueOf(last_served_).used_s);
  if (place == Place::kFront) {
    queue.entries.push_front(std::move(entry));
  } else {
    queue.entries.push_back(std::move(entry));
  }
  CountWaiting();
}

WorkerPool::Entry WorkerPool::Pop(Lane lane) {
  Queue& queue = QueueOf(lane);
  Entry entry = std::move(queue.entries.front());
  queue.entries.pop_front();
  last_served_ = lane;
  CountWaiting();
  return entry;
}

WorkerPool::Entry WorkerPool::PopOver() {
  Entry entry = std::move(over_.front());
  over_.pop_front();
  CountWaiting();
  return entry;
}

bool WorkerPool::MayRun(Lane lane) const {
  const int64_t short_running = stats_.running - stats_.long_running;
  return lane == Lane::kLong ? stats_.long_running < max_long_running_
                             : short_running < max_short_running_;
}

/// Of the lanes whose items may run, the one that has used the least of its share.
std::optional<Lane> WorkerPool::NextLane() const {
  std::optional<size_t> next;
  for (size_t i = 0; i < kLanes; ++i) {
    if (queues_[i].entries.empty() || !MayRun(static_cast<Lane>(i))) continue;
    if (!next || queues_[i].used_s < queues_[*next].used_s) next = i;
  }
  return next ? std::optional(static_cast<Lane>(*next)) : std::nullopt;
}

void WorkerPool::CountWaiting() {
  auto waiting = static_cast<int64_t>(over_.size());
  for (const Queue& queue : queues_) waiting += static_cast<int64_t>(queue.entries.size());
  waiting_.store(waiting, std::memory_order_relaxed);
  interactive_waiting_.store(static_cast<int64_t>(QueueOf(Lane::kInteractive).entries.size()),
                             std::memory_order_relaxed);
}

}  // namespace carom
