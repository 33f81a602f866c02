#include "server/heap_trimmer.h"

#include <malloc.h>

#include <chrono>
#include <system_error>
#include <utility>

namespace carom {
namespace {

// Between two trims, each of which walks over all that is free and takes the allocator's locks.
constexpr std::chrono::milliseconds kTrimEvery{100};

}  // namespace

HeapTrimmer::~HeapTrimmer() {
  std::thread thread;
  {
    const MutexLock lock(mutex_);
    ending_ = true;
    thread = std::move(thread_);
  }
  wake_.NotifyAll();
  if (thread.joinable()) thread.join();
}

void HeapTrimmer::TrimSoon() {
  {
    const MutexLock lock(mutex_);
    asked_ = true;
    if (!thread_.joinable() && !ending_) {
      try {
        thread_ = std::thread([this] { Work(); });
      } catch (const std::system_error&) {
        return;  // The machine has no thread left: the memory stays where it is for now.
      }
    }
  }
  wake_.NotifyOne();
}

void HeapTrimmer::Work() {
  MutexLock lock(mutex_);
  const auto is_ending = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return ending_; };
  while (true) {
    wake_.Wait(mutex_,
               [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return asked_ || ending_; });
    wake_.WaitFor(mutex_, kTrimEvery, is_ending);
    if (ending_) return;
    asked_ = false;
    lock.Unlock();
    malloc_trim(0);
    lock.Lock();
  }
}

}  // namespace carom
