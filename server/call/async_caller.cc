#include "server/call/async_caller.h"

#include <utility>

namespace carom {

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
