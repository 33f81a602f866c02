#include "client/local/waited_call.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "server/call_control.h"

namespace carom {
namespace {

// The longest single wait: the clock cannot count to now and the time until kNoDeadline.
constexpr SteadyClock::duration kLongestWait = std::chrono::hours(1);

}  // namespace

WaitedCall::WaitedCall(LocalEngine& engine, const CallOptions& options)
    : engine_(engine),
      count_(engine),
      deadline_(DeadlineAfter(options.timeout)),
      control_(deadline_),
      on_stop_(options.stop, [this] { Cut(); }) {}

void WaitedCall::Cut() {
  control_.Cancel();
  engine_.pool().Discard(id());
}

void WaitedCall::Begin() {
  const MutexLock lock(mutex_);
  ++items_;
}

void WaitedCall::Submit(std::unique_ptr<WorkItem> item) {
  Begin();
  engine_.pool().Submit(std::move(item));
}

void WaitedCall::Ended(const absl::Status& status) {
  if (!status.ok()) Fail(status);  // Spares the other items; this one still counts.
  const MutexLock lock(mutex_);
  --items_;
  moved_.NotifyAll();  // Under the lock: whoever waits may then destroy this.
}

void WaitedCall::Fail(const absl::Status& status) {
  {
    const MutexLock lock(mutex_);
    status_.Update(status);
  }
  Cut();
}

void WaitedCall::Notify() {
  const MutexLock lock(mutex_);
  moved_.NotifyAll();
}

bool WaitedCall::HasItems() {
  const MutexLock lock(mutex_);
  return items_ > 0;
}

absl::Status WaitedCall::Wait(const std::function<bool()>& holds) {
  bool cut = false;
  MutexLock lock(mutex_);
  const auto is_over = [&]()
                           ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return items_ == 0 || holds(); };
  while (!is_over()) {
    const auto left = cut ? kLongestWait : deadline_ - SteadyClock::now();
    if (left <= SteadyClock::duration::zero()) {
      cut = true;
      lock.Unlock();
      Cut();
      lock.Lock();
      continue;
    }
    // Rounded up, so that the deadline is past afterwards.
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(std::min(left, kLongestWait));
    moved_.WaitFor(mutex_, wait, is_over);
  }
  return status_;
}

}  // namespace carom
