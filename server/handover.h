#ifndef CAROM_SERVER_HANDOVER_H_
#define CAROM_SERVER_HANDOVER_H_

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace carom {

/// An object that one thread makes and gives to gRPC reaches gRPC's other threads through locks
/// that TSan cannot see, for Debian's gRPC is not instrumented. These two functions tell TSan that
/// everything before HandOver(object) is seen after TakeOver(object). Without TSan they do nothing.
inline void HandOver([[maybe_unused]] const void* object) {
#if defined(__SANITIZE_THREAD__)
  __tsan_release(const_cast<void*>(object));
#endif
}

inline void TakeOver([[maybe_unused]] const void* object) {
#if defined(__SANITIZE_THREAD__)
  __tsan_acquire(const_cast<void*>(object));
#endif
}

}  // namespace carom

#endif  // CAROM_SERVER_HANDOVER_H_
