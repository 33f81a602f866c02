#include "client/internal/calls_in_flight.h"

#include <vector>

namespace carom {

void CallsInFlight::Add(const Place* place, const std::shared_ptr<Cancellable>& call) {
  absl::Status cut;
  {
    const ClientLock lock(mutex_);
    calls_.emplace(place, call);
    cut = cut_;
  }
  if (!cut.ok()) call->Cut(cut);
}

void CallsInFlight::Remove(const Place* place) {
  const ClientLock lock(mutex_);
  calls_.erase(place);
  moved_.notify_all();  // Under the lock: whoever waits may then destroy this.
}

void CallsInFlight::CutAndWait(const absl::Status& status) {
  std::vector<std::shared_ptr<Cancellable>> calls;
  {
    const ClientLock lock(mutex_);
    cut_ = status;
    for (const auto& [place, call] : calls_) calls.push_back(call.lock());
  }
  for (const std::shared_ptr<Cancellable>& call : calls) {
    if (call != nullptr) call->Cut(status);
  }
  calls.clear();
  const ClientLock lock(mutex_);
  moved_.wait(mutex_, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return calls_.empty(); });
}

}  // namespace carom
