#include "server/stall_watch.h"

#include <utility>

namespace carom {
namespace {

// How often the watch looks. A client in the same building sends 16 MiB within two looks.
constexpr std::chrono::milliseconds kLook{50};
// A request that has been on its way for longer is slow.
constexpr std::chrono::milliseconds kSlow{20};

}  // namespace

StallWatch::StallWatch(const Limits& limits, const std::atomic<bool>& draining)
    : limits_(limits), draining_(draining), thread_([this] { Run(); }) {}

StallWatch::~StallWatch() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  stop_.NotifyAll();
  thread_.join();
}

void StallWatch::Enter(Waiter& waiter, Waits waits) {
  const Clock::time_point now = Clock::now();
  const MutexLock lock(mutex_);
  if (spare_.empty()) spare_.push_back(nullptr);
  waiter.place_ = spare_.begin();
  *waiter.place_ = &waiter;
  Append(waiter, spare_, waits, now);
}

void StallWatch::Append(Waiter& waiter, Waiters& from, Waits waits, Clock::time_point now) {
  Of(waits).splice(Of(waits).end(), from, waiter.place_);
  waiter.since_ = now;
  waiter.waits_ = waits;
  waiter.entered_ = true;
}

bool StallWatch::Leave(Waiter& waiter, Waits waits) {
  const MutexLock lock(mutex_);
  if (!waiter.entered_ || waiter.waits_ != waits) return false;
  waiter.entered_ = false;
  spare_.splice(spare_.begin(), Of(waits), waiter.place_);
  return true;
}

void StallWatch::Run() {
  MutexLock lock(mutex_);
  while (!stopping_) {
    stop_.WaitFor(mutex_, kLook,
                  [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return stopping_; });
    Look(Clock::now());
  }
}

void StallWatch::Look(Clock::time_point now) {
  const auto patience = draining_ ? limits_.patience_at_end : limits_.patience;
  for (const Waits waits : {Waits::kForRequest, Waits::kForReader}) {
    Waiters& waiters = Of(waits);
    while (!waiters.empty() && now - waiters.front()->since_ >= patience) {
      Waiter& waiter = *waiters.front();
      ++ended_[static_cast<size_t>(waits)];
      waiter.entered_ = false;
      spare_.splice(spare_.begin(), waiters, waiter.place_);
      waiter.Stalled(Waiter::Why::kTooLong);
    }
  }
  EndSlowRequests(now);
}

// Those that have come first may go on: they are the nearest to their end.
void StallWatch::EndSlowRequests(Clock::time_point now) {
  Waiters& waiters = Of(Waits::kForRequest);
  auto next = waiters.begin();
  for (int64_t i = 0; i < limits_.slow_requests && next != waiters.end(); ++i) ++next;
  while (next != waiters.end() && now - (*next)->since_ >= kSlow) {
    Waiter& waiter = **next++;
    ++refused_;
    Append(waiter, waiters, Waits::kForReader, now);
    waiter.Stalled(Waiter::Why::kTooManyRequests);
  }
}

}  // namespace carom
