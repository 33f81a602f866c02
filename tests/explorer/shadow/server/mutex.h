#ifndef CAROM_SERVER_MUTEX_H_
#define CAROM_SERVER_MUTEX_H_

#include <chrono>

#include "absl/base/thread_annotations.h"
#include "tests/explorer/scheduler.h"

// In place of the server's own file of this name: the same classes, between the explorer's fibers.

namespace carom {

class Mutex {
 public:
  void Lock() { lock_.Take(); }
  void Unlock() { lock_.Give(); }

 private:
  explore::Lock lock_;
};

class MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) : mutex_(mutex) { mutex_.Lock(); }
  ~MutexLock() {
    if (held_) mutex_.Unlock();
  }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

  void Unlock() {
    mutex_.Unlock();
    held_ = false;
  }
  void Lock() {
    mutex_.Lock();
    held_ = true;
  }

 private:
  Mutex& mutex_;
  bool held_ = true;
};

class Condition {
 public:
  template <class Predicate>
  void Wait(Mutex& mutex, Predicate holds) {
    while (!holds()) {
      mutex.Unlock();
      waiters_.Wait("a condition");
      mutex.Lock();
    }
  }

  template <class Predicate>
  void WaitFor(Mutex& mutex, std::chrono::milliseconds patience, Predicate holds) {
    const std::chrono::nanoseconds end = explore::Now() + patience;
    while (!holds() && explore::Now() < end) {
      mutex.Unlock();
      waiters_.Wait("a condition, for a time", end - explore::Now());
      mutex.Lock();
    }
  }

  void NotifyOne() { waiters_.WakeOne(); }
  void NotifyAll() { waiters_.WakeAll(); }

 private:
  explore::Waiters waiters_;
};

}  // namespace carom

#endif  // CAROM_SERVER_MUTEX_H_
