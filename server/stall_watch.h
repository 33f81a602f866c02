#ifndef CAROM_SERVER_STALL_WATCH_H_
#define CAROM_SERVER_STALL_WATCH_H_

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <list>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "server/mutex.h"

namespace carom {

/// Watches what calls wait for from their clients: requests that are on their way, and answers that
/// a client does not take. gRPC holds the bytes of both outside every budget, and by itself waits
/// for ever. Thread-safe.
class StallWatch {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Waits { kForRequest, kForReader };

  /// A call that waits for its client.
  class Waiter {
   public:
    enum class Why { kTooManyRequests, kTooLong };
    /// The call must end. By the watch's thread: it must not block, nor call the watch. A waiter
    /// that has waited with too many for its request waits for its reader from now on.
    virtual void Stalled(Why why) = 0;

   protected:
    ~Waiter() = default;

   private:
    friend class StallWatch;
    std::list<Waiter*>::iterator place_;
    Clock::time_point since_;
    Waits waits_ = Waits::kForRequest;
    bool entered_ = false;
  };

  struct Limits {
    std::chrono::milliseconds patience{30'000};        ///< A wait ends after this.
    std::chrono::milliseconds patience_at_end{1'000};  ///< The same of a server that is draining.
    /// Requests that may be on their way for longer than a healthy network takes.
    int64_t slow_requests = 16;
  };

  /// `draining` outlives the watch.
  StallWatch(const Limits& limits, const std::atomic<bool>& draining);
  ~StallWatch();
  StallWatch(const StallWatch&) = delete;
  StallWatch& operator=(const StallWatch&) = delete;

  /// The waiter waits from now on, until Leave().
  void Enter(Waiter& waiter, Waits waits);
  /// Returns false if the waiter does not wait for this (any more).
  bool Leave(Waiter& waiter, Waits waits);

  /// Calls that were ended so far because they had waited for too long, by what they waited for.
  int64_t ended(Waits waits) const { return ended_[static_cast<size_t>(waits)]; }
  /// Calls that were ended so far because too many were waiting for their requests.
  int64_t refused() const { return refused_; }

 private:
  using Waiters = std::list<Waiter*>;

  void Run();
  void Look(Clock::time_point now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void EndSlowRequests(Clock::time_point now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// Moves the waiter's node from a list to the end of that of `waits`.
  void Append(Waiter& waiter, Waiters& from, Waits waits, Clock::time_point now)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Waiters& Of(Waits waits) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return waiters_[static_cast<size_t>(waits)];
  }

  const Limits limits_;
  const std::atomic<bool>& draining_;
  Mutex mutex_;
  Condition stop_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::array<Waiters, 2> waiters_ ABSL_GUARDED_BY(mutex_);  ///< The longest wait first.
  Waiters spare_ ABSL_GUARDED_BY(mutex_);  ///< Nodes, so that Enter() allocates nothing.
  std::array<std::atomic<int64_t>, 2> ended_{};
  std::atomic<int64_t> refused_{0};
  std::thread thread_;
};

}  // namespace carom

#endif  // CAROM_SERVER_STALL_WATCH_H_
