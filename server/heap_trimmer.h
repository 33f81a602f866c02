#ifndef CAROM_SERVER_HEAP_TRIMMER_H_
#define CAROM_SERVER_HEAP_TRIMMER_H_

#include <thread>

#include "absl/base/thread_annotations.h"
#include "server/mutex.h"

namespace carom {

/// Gives memory that large calls have freed back to the system: the allocator keeps what lies below
/// anything that is in use. Thread-safe.
class HeapTrimmer {
 public:
  HeapTrimmer() = default;
  ~HeapTrimmer();
  HeapTrimmer(const HeapTrimmer&) = delete;
  HeapTrimmer& operator=(const HeapTrimmer&) = delete;

  /// Within some 100 ms, in a thread of its own, so that whoever asks can free the rest first.
  void TrimSoon();

 private:
  void Work();

  Mutex mutex_;
  Condition wake_;
  bool asked_ ABSL_GUARDED_BY(mutex_) = false;
  bool ending_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_ ABSL_GUARDED_BY(mutex_);  ///< Started when it is first asked.
};

}  // namespace carom

#endif  // CAROM_SERVER_HEAP_TRIMMER_H_
