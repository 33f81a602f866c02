#ifndef CAROM_TESTS_CLIENT_NO_MORE_THREADS_H_
#define CAROM_TESTS_CLIENT_NO_MORE_THREADS_H_

#include <pthread.h>

#include <cstddef>

namespace carom {

/// While it lives, the process cannot start a thread: each would have a stack that no address space
/// holds. A limit of the system's does the same, but does not bind root.
class NoMoreThreads {
 public:
  NoMoreThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge;
    pthread_attr_init(&huge);
    pthread_attr_setstacksize(&huge, size_t{1} << 50);
    pthread_setattr_default_np(&huge);
    pthread_attr_destroy(&huge);
  }
  ~NoMoreThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  NoMoreThreads(const NoMoreThreads&) = delete;
  NoMoreThreads& operator=(const NoMoreThreads&) = delete;

 private:
  pthread_attr_t before_;
};

}  // namespace carom

#endif  // CAROM_TESTS_CLIENT_NO_MORE_THREADS_H_
