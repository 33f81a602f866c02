#ifndef CAROM_CLIENT_INTERNAL_MUTEX_H_
#define CAROM_CLIENT_INTERNAL_MUTEX_H_

#include <mutex>

#include "absl/base/thread_annotations.h"

// std::mutex with the annotations that clang's -Wthread-safety reads (tests/layering). For the
// reason given in server/mutex.h it is not absl::Mutex; the client stands on nothing of the
// server.

namespace carom {

/// A std::condition_variable_any can wait on it.
class ABSL_LOCKABLE ClientMutex {
 public:
  void lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() { mutex_.lock(); }
  void unlock() ABSL_UNLOCK_FUNCTION() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

/// Holds a mutex for as long as it lives.
class ABSL_SCOPED_LOCKABLE ClientLock {
 public:
  explicit ClientLock(ClientMutex& mutex) ABSL_EXCLUSIVE_LOCK_FUNCTION(mutex) : mutex_(mutex) {
    mutex_.lock();
  }
  ~ClientLock() ABSL_UNLOCK_FUNCTION() { mutex_.unlock(); }
  ClientLock(const ClientLock&) = delete;
  ClientLock& operator=(const ClientLock&) = delete;

 private:
  ClientMutex& mutex_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_INTERNAL_MUTEX_H_
