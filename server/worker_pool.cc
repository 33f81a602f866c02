#include "server/worker_pool.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace carom {
namespace {

/// A record beyond this size is freed.
constexpr size_t kKeptEvents = 1 << 14;
constexpr size_t kKeptSamples = 1 << 15;
constexpr size_t kKeptContactRows = 1 << 15;
constexpr size_t kKeptTangents = 1 << 18;

constexpr auto IsAny = [](const auto& /*entry*/) { return true; };

}  // namespace

void WorkerPool::Trim(Worker& worker) {
  TangentRecord& tangents = worker.tangents;
  if (tangents.event_states.capacity() > kKeptTangents ||
      tangents.samples.capacity() > kKeptTangents) {
    tangents = TangentRecord();
  }
  Record& record = worker.record;
  if (record.events.capacity() > kKeptEvents || record.event_states.capacity() > kKeptEvents ||
      record.candidates.capacity() > kKeptEvents || record.samples.capacity() > kKeptSamples ||
      record.contact_rows.capacity() > kKeptContactRows) {
    record = Record();
  }
}

WorkerPool::WorkerPool(int threads, PoolObserver* observer)
    : observer_(observer),
      max_short_running_(threads),
      max_long_running_(std::max(1, threads - 1)),
      max_running_(std::max(2, threads)),
      queues_{Queue(Within::kFirstComeFirstServed), Queue(Within::kFirstComeFirstServed),
              Queue(Within::kCallsInTurn), Queue(Within::kCallsInTurn)} {
  try {
    const MutexLock lock(mutex_);
    for (int64_t i = 0; i < max_running_; ++i) threads_.emplace_back([this] { Work(); });
  } catch (...) {
    StopThreads();
    throw;
  }
}

WorkerPool::~WorkerPool() {
  StopThreads();
  for (const Entry& entry : over_) entry.item->Drop();
  for (Queue& queue : queues_) {
    queue.entries.Extract(IsAny, [](const Entry& entry) { entry.item->Drop(); });
  }
}

void WorkerPool::StopThreads() {
  std::vector<Thread> threads;
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
    QueueOf(Lane::kLong)
        .entries.Extract([](const Entry& entry) { return entry.rest != nullptr; },
                         [this](const Entry& entry)
                             ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { Resume(entry); });
    threads.swap(threads_);  // No more are started.
  }
  wake_.NotifyAll();
  for (Thread& thread : threads) thread.join();
}

bool WorkerPool::TryStartThread() {
  try {
    threads_.emplace_back([this] { Work(); });
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

void WorkerPool::Submit(std::unique_ptr<WorkItem> item) {
  Entry entry;
  entry.lane = entry.first_lane = item->lane();
  entry.call = item->call();
  entry.caller = item->caller();
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
    const auto is_of_call = [call](const Entry& entry) { return entry.call == call; };
    const auto discard = [&](Entry entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
      if (entry.rest != nullptr) return Resume(entry);  // It finds out that its call is over.
      to.push_back(std::move(entry));
    };
    for (Queue& queue : queues_) queue.entries.Extract(is_of_call, discard);
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
    const WorkItem::Yield yield(*this, entry);
    const WorkItem::Progress progress = entry.item->Run(worker, yield);
    Trim(worker);
    const Clock::duration took = Clock::now() - begin - yield.rested_;
    entry.worked = entry.worked.value_or(Clock::duration::zero()) + took;
    if (observer_ != nullptr && progress == WorkItem::Progress::kDone) {
      observer_->Worked(entry.first_lane, *entry.worked);
    }
    Finished(std::move(entry), progress, Clock::now() - yield.turn_began_);
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
    if (entry.rest != nullptr) {
      Resume(entry);
      continue;
    }
    if (!entry.item->Expired()) {
      Begins(entry);
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
    Ends(entry);
    Charge(entry.lane, took);
    if (progress != WorkItem::Progress::kDone) PushAgain(std::move(entry), progress, took);
    others_wait = waiting_ > 0;
  }
  // There is room for another item. Another worker may take it: the item that this one takes next
  // may have expired and be slow to drop.
  if (others_wait) wake_.NotifyOne();
}

// A thread that rests cannot take up the items of others: for each that rests there is one more.
void WorkerPool::Rest(const WorkItem::Yield& yield) {
  const Entry& running = *yield.entry_;
  const Clock::time_point begin = Clock::now();
  {
    const MutexLock lock(mutex_);
    Charge(Lane::kLong, begin - yield.turn_began_);
    Queue& queue = QueueOf(Lane::kLong);
    const auto may_go = [this](const Entry& entry)
                            ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return MayGo(entry); };
    const bool has_thread = static_cast<int64_t>(threads_.size()) - stats_.resting > max_running_;
    // Where its call is over, whoever has ended it may have looked for it before.
    const bool rests = !stopping_ && !running.item->Expired();
    const bool others_go = rests && queue.entries.Has(may_go) && (has_thread || TryStartThread());
    if (others_go) {
      Resting rest;
      Entry entry;
      entry.rest = &rest;
      entry.lane = Lane::kLong;
      entry.call = running.call;
      entry.caller = running.caller;
      --stats_.running;
      --stats_.long_running;
      ++stats_.resting;
      queue.entries.PushBack(std::move(entry));
      CountWaiting();
      wake_.NotifyOne();
      rest.end.Wait(mutex_, [&] { return rest.over; });
    }
  }
  yield.turn_began_ = Clock::now();
  yield.rested_ += yield.turn_began_ - begin;
}

void WorkerPool::Resume(const Entry& resting) {
  --stats_.resting;
  ++stats_.running;
  ++stats_.long_running;
  ++stats_.slices;
  resting.rest->over = true;
  resting.rest->end.NotifyOne();
}

void WorkerPool::Begins(const Entry& entry) {
  ++stats_.running;
  ++stats_.slices;
  if (entry.lane != Lane::kLong) return;
  ++stats_.long_running;
  ++begun_of_[entry.caller];
}

void WorkerPool::Ends(const Entry& entry) {
  --stats_.running;
  if (entry.lane != Lane::kLong) return;
  --stats_.long_running;
  const auto begun = begun_of_.find(entry.caller);
  if (--begun->second == 0) begun_of_.erase(begun);
}

void WorkerPool::Charge(Lane lane, Clock::duration took) {
  QueueOf(lane).used_s +=
      std::chrono::duration<double>(took).count() / kShares[static_cast<size_t>(lane)];
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
    queue.entries.PushFront(std::move(entry));
  } else {
    queue.entries.PushBack(std::move(entry));
  }
  CountWaiting();
}

WorkerPool::Entry WorkerPool::Pop(Lane lane) {
  std::optional<Entry> entry = QueueOf(lane).entries.Pop(
      [this](const Entry& one) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return MayGo(one); });
  last_served_ = lane;
  CountWaiting();
  return *std::move(entry);
}

WorkerPool::Entry WorkerPool::PopOver() {
  Entry entry = std::move(over_.front());
  over_.pop_front();
  CountWaiting();
  return entry;
}

bool WorkerPool::MayRun(Lane lane) const {
  if (stats_.running >= max_running_) return false;
  const int64_t short_running = stats_.running - stats_.long_running;
  return lane == Lane::kLong ? stats_.long_running < max_long_running_
                             : short_running < max_short_running_;
}

bool WorkerPool::MayGo(const Entry& entry) const {
  if (entry.lane != Lane::kLong || entry.rest != nullptr) return true;
  const int64_t room = max_long_running_ + kMostResting - stats_.long_running - stats_.resting;
  return room > (begun_of_.contains(entry.caller) ? kMostResting / 4 : 0);
}

/// Of the lanes whose items may run, the one that has used the least of its share.
std::optional<Lane> WorkerPool::NextLane() {
  const auto may_go = [this](const Entry& entry)
                          ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return MayGo(entry); };
  std::optional<size_t> next;
  for (size_t i = 0; i < kLanes; ++i) {
    if (queues_[i].entries.empty() || !MayRun(static_cast<Lane>(i))) continue;
    if (next && queues_[i].used_s >= queues_[*next].used_s) continue;
    if (queues_[i].entries.Has(may_go)) next = i;
  }
  return next ? std::optional(static_cast<Lane>(*next)) : std::nullopt;
}

void WorkerPool::CountWaiting() {
  auto waiting = static_cast<int64_t>(over_.size());
  for (const Queue& queue : queues_) waiting += static_cast<int64_t>(queue.entries.size());
  waiting_.store(waiting, std::memory_order_relaxed);
  long_waiting_.store(static_cast<int64_t>(QueueOf(Lane::kLong).entries.size()),
                      std::memory_order_relaxed);
  interactive_waiting_.store(static_cast<int64_t>(QueueOf(Lane::kInteractive).entries.size()),
                             std::memory_order_relaxed);
}

}  // namespace carom
