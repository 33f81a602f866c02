#include "server/stream_reactor.h"

#include <utility>
#include <variant>

#include "server/handover.h"
#include "server/wire_message.h"

namespace carom {

StreamReactor::StreamReactor(ServiceContext& service, Method method,
                             grpc::CallbackServerContext* context, const grpc::ByteBuffer* request)
    : service_(service),
      request_bytes_(request),
      control_(DeadlineAt(context->deadline())),
      method_(method),
      context_(context),
      log_(service.log, service.timings, method, *context, *service.security) {
  ++service_.stats.calls_running;
}

void StreamReactor::Begin(std::unique_ptr<WorkItem> opener) {
  HandOver(this);  // Here, because the object is now complete.
  const auto bytes = static_cast<int64_t>(request_bytes_->Length());
  Admission::Answer answer = service_.admission.TakeBatch(bytes);
  mutex_.Lock();
  if (const auto* const refusal = std::get_if<Refusal>(&answer)) {
    AddPushback(refusal->pushback, *context_);
    status_ = refusal->status;
    return Advance();
  }
  ticket_ = std::get<0>(std::move(answer));
  items_ = 1;
  mutex_.Unlock();
  service_.pool.Submit(std::move(opener));
}

void StreamReactor::Fail(const absl::Status& status) {
  {
    const MutexLock lock(mutex_);
    status_.Update(status);
  }
  control_.Cancel();
  service_.pool.Discard(id());
}

void StreamReactor::ItemDone(const absl::Status& status) {
  if (!status.ok()) Fail(status);
  mutex_.Lock();
  --items_;
  Advance();
}

void StreamReactor::OnWriteDone(bool ok) {
  mutex_.Lock();
  const Packet written = *std::exchange(writing_, std::nullopt);
  if (ok) {
    sent_ += written.told;
    service_.stats.Count(written.told);
    service_.timings.Written(method_, Timings::Clock::now() - write_began_);
  } else {
    status_.Update(absl::CancelledError("the stream is broken"));
  }
  PacketLeft(written);
  Advance();
}

void StreamReactor::OnCancel() {
  TakeOver(this);
  control_.Cancel();
  service_.pool.Discard(id());
  mutex_.Lock();
  status_.Update(control_.OverStatus());
  Advance();
}

void StreamReactor::OnDone() {
  {
    const MutexLock lock(mutex_);
    log_.Done(sent_status_, sent_);
  }
  ticket_.reset();
  --service_.stats.calls_running;
  ++service_.stats.calls_done;
  delete this;
}

void StreamReactor::Advance() {
  WorkerPool& pool = service_.pool;
  std::vector<std::unique_ptr<WorkItem>> items;
  const grpc::ByteBuffer* write = nullptr;
  grpc::Status status;
  if (status_.ok()) {
    items = NextItems();
    items_ += static_cast<int>(items.size());
  } else {
    control_.Cancel();
    Discard();
  }
  if (!writing_) {
    writing_ = NextPacket();
    if (writing_) write = &writing_->bytes;
    write_began_ = Timings::Clock::now();
  }
  const bool over = !status_.ok() || IsComplete();
  const bool finish = !finished_ && over && items_ == 0 && !writing_;
  if (finish) {
    finished_ = true;
    sent_status_ = status = End();
  }
  mutex_.Unlock();
  // From here on the reactor lives only while something that was decided above is still to be done:
  // an item to submit, a write in flight, or the end. gRPC and the pool are not called under the
  // lock, because both may call back at once in this thread.
  if (write != nullptr) StartWrite(write);
  for (std::unique_ptr<WorkItem>& item : items) pool.Submit(std::move(item));
  if (finish) Finish(status);
}

grpc::Status StreamReactor::End() {
  status_.Update(last_word_);
  if (absl::IsResourceExhausted(status_) && ticket_ != nullptr) {
    AddPushback(ticket_->Pushback(), *context_);
  }
  return ToGrpcStatus(status_);
}

}  // namespace carom
