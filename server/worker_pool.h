#ifndef CAROM_SERVER_WORKER_POOL_H_
#define CAROM_SERVER_WORKER_POOL_H_

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "core/record/record.h"
#include "core/shot/derivatives.h"
#include "core/shot/probe.h"
#include "core/shot/simulate.h"
#include "server/fair_queue.h"
#include "server/mutex.h"
#include "server/sync.h"

namespace carom {

/// What one thread of the pool owns, lent to the item that it runs.
struct Worker {
  Workspace workspace;
  Record record;
  TangentRecord tangents;
  ProbeReport probe;
};

/// Who goes first.
enum class Lane : uint8_t {
  kInteractive,  ///< Somebody waits for an answer. What takes more than a slice goes on in kLarge.
  kLarge,        ///< Unary calls that take longer.
  kBulk,         ///< Batches.
  kLong,         ///< One Run() may take minutes; the item lets others run meanwhile.
};
inline constexpr size_t kLanes = 4;

/// For the metrics.
constexpr const char* Name(Lane lane) {
  constexpr std::array<const char*, kLanes> kNames{"interactive", "large", "bulk", "long"};
  return kNames[static_cast<size_t>(lane)];
}

/// Learns how long items take, each under the lane that it was submitted to. Called by the pool's
/// threads.
class PoolObserver {
 public:
  virtual ~PoolObserver() = default;
  /// From Submit() to the first Run().
  virtual void Waited(Lane lane, std::chrono::steady_clock::duration time) = 0;
  /// In all calls of Run() of an item that is done.
  virtual void Worked(Lane lane, std::chrono::steady_clock::duration time) = 0;
};

/// A piece of a call's work. One item is run by one worker at a time.
class WorkItem {
 public:
  enum class Progress {
    kDone,
    kAgain,  ///< Others wait; it goes on later.
    kLong,   ///< It turns out to be long: it goes on in that lane.
  };

  virtual ~WorkItem() = default;

  /// These are asked once, by Submit(). Items of a call are known by one address, and those of a
  /// caller by one number, whatever connects them; 0 is nobody in particular.
  virtual Lane lane() const = 0;
  virtual const void* call() const = 0;
  virtual uint64_t caller() const { return 0; }

  /// Whether the call is over: then Drop() comes in place of Run(). Asked under the pool's lock
  /// whenever the item is queued, taken up, or lets others run, so whoever ends a call and then
  /// calls Discard() leaves no item of it behind: an item that waits before is found there, one
  /// that comes later is seen to be over. Must not block, nor call the pool.
  virtual bool Expired() const = 0;

  /// Works until done, or until `yield()` says that others wait and a time slice is over; kAgain
  /// queues the item again. Never blocks. After kDone the item is destroyed; its destructor must
  /// not touch the call, which may have ended.
  class Yield;
  virtual Progress Run(Worker& worker, const Yield& yield) = 0;

  /// The item will never run (again).
  virtual void Drop() = 0;
};

/// Threads that share their time among four lanes, and within each lane among callers, in turn. A
/// caller's interactive and large items go in the order in which they came, so that a call that was
/// promised an answer in time is not late because of one that came after it; its other calls have
/// their turns too. An interactive item that takes longer than a time slice goes on in the lane of
/// large ones. There an item keeps its turn until it is done, or for kTurn. Batches take turns of a
/// slice. The lane that has used the least of its share is served next; shares are 8 : 4 : 2 : 2,
/// and a lane that was empty has saved nothing up. So an interactive call waits for one slice at
/// the most, and batches keep a share beside any number of such calls.
///
/// Long items cannot return to the queue between two shots. All workers but one may run them at
/// once, so that the other items go on; in a pool of one they have a worker of their own, and the
/// system divides the time. After kLongTurn a long item waits, in LetOthersRun(), for its next
/// turn. It keeps its thread, and another thread takes its place; so the pool has more threads than
/// workers, of which as many run as there are workers. Thread-safe.
class WorkerPool {
 public:
  static constexpr std::chrono::microseconds kTimeSlice{2000};
  static constexpr std::chrono::microseconds kLeastSlice{200};
  /// The turn of a large item, before others of its lane have theirs. Chosen: 25 slices.
  static constexpr std::chrono::milliseconds kTurn{50};
  /// Likewise of a long item. Chosen: a thousand times what it costs to change threads.
  static constexpr std::chrono::milliseconds kLongTurn{10};
  /// Long items that wait for their next turn; more are not begun. Each keeps a thread, started
  /// when it is first needed. A quarter is left to callers who have no long item begun. Chosen: a
  /// thread has some 100 KB.
  static constexpr int64_t kMostResting = 16;
  /// Shares of the workers' time, by lane. Chosen: calls that somebody waits for go first, yet
  /// batches beside any number of calls keep a seventh of what they would have alone.
  static constexpr std::array<double, kLanes> kShares{8.0, 4.0, 2.0, 2.0};
  /// The share of the first two lanes together, beside batches.
  static constexpr double kShareOfCalls =
      (kShares[0] + kShares[1]) / (kShares[0] + kShares[1] + kShares[2]);

  struct Stats {
    int64_t queued = 0;  ///< Items waiting now, in all lanes.
    std::array<int64_t, kLanes> queued_in{};
    int64_t running = 0;       ///< Items in a worker now.
    int64_t long_running = 0;  ///< Of `running`: long ones.
    int64_t resting = 0;       ///< Of `queued`: long ones that are begun.
    int64_t slices = 0;        ///< Calls of Run() so far.
    int64_t dropped = 0;       ///< Items that expired in the queue so far.
  };

  /// `observer` may be null; else it outlives the pool. Throws std::system_error where the machine
  /// has no more threads.
  explicit WorkerPool(int threads, PoolObserver* observer = nullptr);
  /// Drops what is queued and joins. No Submit() may come any more.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// An item whose call is over already is dropped, by a thread of the pool.
  void Submit(std::unique_ptr<WorkItem> item);

  /// Frees records that one huge shot has grown, so that they do not stay for the life of the
  /// worker. For those who run an item themselves.
  static void Trim(Worker& worker);

  /// Who calls WorkItem::Drop().
  enum class DropOn { kThisThread, kWorker };
  /// Drops the items of this call that wait: it is over.
  void Discard(const void* call, DropOn thread = DropOn::kThisThread);

  int threads() const { return static_cast<int>(max_short_running_); }
  Stats stats() const;

 private:
  friend class WorkItem::Yield;

  using Clock = SteadyClock;

  /// A long item in a thread that waits for its next turn.
  struct Resting {
    bool over = false;
    Condition end;
  };

  /// An item that waits: in the queue, or in the thread of its `rest`.
  struct Entry {
    std::unique_ptr<WorkItem> item;  ///< Null while it rests.
    Resting* rest = nullptr;
    Lane lane = Lane::kBulk;
    const void* call = nullptr;
    uint64_t caller = 0;
    Lane first_lane = Lane::kBulk;
    Clock::time_point submitted;
    std::optional<Clock::duration> worked;  ///< None: it has never run.
    Clock::duration turn{};                 ///< Worked since it last went to the back of its lane.
  };
  /// Those that wait in one lane, and the time that it has used by its share.
  using Within = FairQueue<Entry>::WithinCaller;
  struct Queue {
    explicit Queue(Within within) : entries(within) {}
    FairQueue<Entry> entries;
    double used_s = 0.0;
  };

  void Work();
  void StopThreads();
  /// False where the machine has no more threads.
  bool TryStartThread() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Entry Take();
  void Finished(Entry entry, WorkItem::Progress progress, Clock::duration took);
  /// The running long item waits for its next turn, if others wait for theirs.
  void Rest(const WorkItem::Yield& yield);

  enum class Place { kFront, kBack };  // Of a lane's queue.
  void PushAgain(Entry entry, WorkItem::Progress progress, Clock::duration took)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Push(Entry entry, Place place) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Entry Pop(Lane lane) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Entry PopOver() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Begins(const Entry& entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Ends(const Entry& entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// What it has used counts for its lane.
  void Charge(Lane lane, Clock::duration took) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// Its thread goes on.
  void Resume(const Entry& resting) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool MayRun(Lane lane) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// Whether this one of its lane may run now, if any may.
  bool MayGo(const Entry& entry) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::optional<Lane> NextLane() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void CountWaiting() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Queue& QueueOf(Lane lane) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return queues_[static_cast<size_t>(lane)];
  }

  PoolObserver* const observer_;
  const int64_t max_short_running_;
  const int64_t max_long_running_;
  const int64_t max_running_;
  mutable Mutex mutex_;
  Condition wake_;
  std::array<Queue, kLanes> queues_ ABSL_GUARDED_BY(mutex_);
  // By caller, how many long items are begun: they run or rest. Callers without any are absent.
  std::unordered_map<uint64_t, int64_t> begun_of_ ABSL_GUARDED_BY(mutex_);
  // Of calls that are over: whichever thread is free next drops them.
  std::deque<Entry> over_ ABSL_GUARDED_BY(mutex_);
  Lane last_served_ ABSL_GUARDED_BY(mutex_) = Lane::kInteractive;
  Stats stats_ ABSL_GUARDED_BY(mutex_);
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  // Items that wait, read without the lock between shots.
  Atomic<int64_t> waiting_{0};
  Atomic<int64_t> interactive_waiting_{0};
  Atomic<int64_t> long_waiting_{0};
  std::vector<Thread> threads_ ABSL_GUARDED_BY(mutex_);
};

/// Tells a running item when to let others in: after a time slice, and much sooner where somebody
/// waits for an answer. Used by the thread that runs the item.
class WorkItem::Yield {
 public:
  /// Of an item that a thread runs which is not the pool's.
  Yield(WorkerPool& pool, Lane lane) : pool_(pool), lane_(lane) {}
  Yield(const Yield&) = delete;
  Yield& operator=(const Yield&) = delete;

  /// In which the item runs.
  Lane lane() const { return lane_; }

  /// Whether Run() should return kAgain.
  bool operator()() const {
    if (pool_.waiting_.load(std::memory_order_relaxed) == 0) return false;
    const bool urgent = lane_ != Lane::kInteractive &&
                        pool_.interactive_waiting_.load(std::memory_order_relaxed) > 0;
    return Clock::now() - turn_began_ >=
           (urgent ? WorkerPool::kLeastSlice : WorkerPool::kTimeSlice);
  }

  /// For what cannot return: called now and then by a long item, also by several functions in turn.
  /// Where its turn is over and others wait for theirs it returns when they have had them, or when
  /// the item's call is discarded. The caller holds no lock. In other lanes it does nothing.
  void LetOthersRun() const {
    if (entry_ == nullptr || lane_ != Lane::kLong ||
        pool_.long_waiting_.load(std::memory_order_relaxed) == 0) {
      return;
    }
    if (Clock::now() - turn_began_ >= WorkerPool::kLongTurn) pool_.Rest(*this);
  }

 private:
  friend class WorkerPool;
  using Clock = SteadyClock;

  Yield(WorkerPool& pool, const WorkerPool::Entry& entry)
      : pool_(pool), lane_(entry.lane), entry_(&entry) {}

  WorkerPool& pool_;
  const Lane lane_;
  const WorkerPool::Entry* const entry_ = nullptr;
  mutable Clock::time_point turn_began_ = Clock::now();
  mutable Clock::duration rested_{};
};

}  // namespace carom

#endif  // CAROM_SERVER_WORKER_POOL_H_
