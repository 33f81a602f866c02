#ifndef CAROM_SERVER_MUTEX_H_
#define CAROM_SERVER_MUTEX_H_

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "absl/base/thread_annotations.h"

// std::mutex and std::condition_variable with the annotations that clang's -Wthread-safety reads
// (tests/layering/thread_safety.py); those of libstdc++ have none. Not absl::Mutex: the thread
// sanitizer cannot look into it, for its library comes uninstrumented with the system.

namespace carom {

class ABSL_LOCKABLE Mutex {
 public:
  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() { mutex_.lock(); }
  void Unlock() ABSL_UNLOCK_FUNCTION() { mutex_.unlock(); }

 private:
  friend class Condition;
  std::mutex mutex_;
};

/// Holds a mutex for as long as it lives, but for what is between Unlock() and Lock().
class ABSL_SCOPED_LOCKABLE MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) ABSL_EXCLUSIVE_LOCK_FUNCTION(mutex) : mutex_(mutex) {
    mutex_.Lock();
  }
  ~MutexLock() ABSL_UNLOCK_FUNCTION() {
    if (held_) mutex_.Unlock();
  }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

  void Unlock() ABSL_UNLOCK_FUNCTION() {
    mutex_.Unlock();
    held_ = false;
  }
  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() {
    mutex_.Lock();
    held_ = true;
  }

 private:
  Mutex& mutex_;
  bool held_ = true;
};

/// Lets threads wait for what a mutex guards. The mutex is held whenever `holds` is asked, and when
/// a wait is over; a lambda says so to the compiler by ABSL_EXCLUSIVE_LOCKS_REQUIRED.
class Condition {
 public:
  template <class Predicate>
  void Wait(Mutex& mutex, Predicate holds) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    std::unique_lock<std::mutex> lock(mutex.mutex_, std::adopt_lock);
    condition_.wait(lock, std::move(holds));
    lock.release();
  }

  /// The same, no longer than `patience`.
  template <class Predicate>
  void WaitFor(Mutex& mutex, std::chrono::milliseconds patience, Predicate holds)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    std::unique_lock<std::mutex> lock(mutex.mutex_, std::adopt_lock);
    condition_.wait_for(lock, patience, std::move(holds));
    lock.release();
  }

  void NotifyOne() { condition_.notify_one(); }
  void NotifyAll() { condition_.notify_all(); }

 private:
  std::condition_variable condition_;
};

}  // namespace carom

#endif  // CAROM_SERVER_MUTEX_H_
