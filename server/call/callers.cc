#include "server/call/callers.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

namespace carom {

absl::Status WaitingCaller::Run(Call& call, const CallerStopToken& stop, Worker* worker,
                                const OnPacket& on_packet) {
  std::exception_ptr thrown;
  const auto take = [&](const Packet& packet) {
    try {
      return on_packet(packet);
    } catch (...) {
      thrown = std::current_exception();
      return absl::AbortedError("a callback has thrown an exception");
    }
  };
  {
    const std::function<void()> cancel = [&call] {
      call.Cancel(absl::CancelledError("the call was cancelled"));
    };
    const CallerStopCallback on_stop(stop, cancel);
    if (worker != nullptr) {
      call.StartHere(*worker);
    } else {
      call.Start();
    }
    while (const Packet* const packet = Wait(call)) {
      if (const absl::Status taken = take(*packet); !taken.ok()) call.Cancel(taken);
      call.Written(true);
    }
  }
  absl::Status status;
  std::unique_ptr<Packet> last;
  {
    const MutexLock lock(mutex_);
    status = status_;
    last = std::move(last_);
  }
  if (status.ok() && last != nullptr) status = take(*last);
  if (thrown != nullptr) std::rethrow_exception(thrown);
  return status;
}

void WaitingCaller::Write(const Packet& packet) {
  const MutexLock lock(mutex_);
  packet_ = &packet;
  moved_.NotifyAll();
}

void WaitingCaller::End(const absl::Status& status, std::unique_ptr<Packet> last) {
  const MutexLock lock(mutex_);
  status_ = status;
  last_ = std::move(last);
  ended_ = true;
  moved_.NotifyAll();  // Under the lock: whoever waits may then destroy this.
}

const Packet* WaitingCaller::Wait(Call& call) {
  const SteadyClock::time_point deadline = call.control().deadline();
  bool is_past = false;
  MutexLock lock(mutex_);
  const auto has_moved = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return packet_ != nullptr || ended_;
  };
  while (!has_moved()) {
    if (deadline == kNoDeadline || is_past) {
      moved_.Wait(mutex_, has_moved);
    } else if (const auto left = deadline - SteadyClock::now(); left > left.zero()) {
      // Rounded up, so that the deadline is past afterwards; an hour at most, for a clock cannot
      // count to every deadline.
      const auto rounded = std::chrono::ceil<std::chrono::milliseconds>(left);
      moved_.WaitFor(mutex_, std::min<std::chrono::milliseconds>(rounded, std::chrono::hours(1)),
                     has_moved);
    } else {
      is_past = true;
      lock.Unlock();
      call.Cancel(call.control().OverStatus());
      lock.Lock();
    }
  }
  return std::exchange(packet_, nullptr);
}

void AsyncCaller::Begin(Call& call, const CallerStopToken& stop) {
  const std::shared_ptr<AsyncCaller> self = shared_from_this();
  self_ = self;
  begun_ = &call;
  call.Start();
  on_stop_.emplace(stop, [this] { Cut(absl::CancelledError("the call was cancelled")); });
}

void AsyncCaller::Cut(const absl::Status& why) {
  // Null while the last owner lets go: the call has ended, and the destructor waits for the stop
  // that has come here.
  const std::shared_ptr<AsyncCaller> self = weak_from_this().lock();
  if (self != nullptr) begun_->Cancel(why, WorkerPool::DropOn::kWorker);
}

void AsyncCaller::End(const absl::Status& status, std::unique_ptr<Packet> last) {
  const std::shared_ptr<AsyncCaller> self = std::move(self_);
  Ended(status, std::move(last));
}

}  // namespace carom
