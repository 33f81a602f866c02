#include "server/unary_reactor.h"

#include <utility>
#include <variant>

#include "server/handover.h"
#include "server/wire_message.h"

namespace carom {

UnaryReactor::UnaryReactor(ServiceContext& service, Method method,
                           grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
                           grpc::ByteBuffer* response)
    : service_(service),
      request_bytes_(request),
      response_bytes_(response),
      log_(service.log, service.timings, method, *context, *service.security),
      control_(DeadlineAt(context->deadline())),
      method_(method),
      context_(context) {
  ++service_.stats.calls_running;
  HandOver(this);
}

bool UnaryReactor::TakeUp(Admission::Answer answer) {
  if (const auto* const refusal = std::get_if<Refusal>(&answer)) {
    AddPushback(refusal->pushback, *context_);
    FinishCall(refusal->status);
    return false;
  }
  ticket_ = std::get<0>(std::move(answer));
  HandOver(this);
  return true;
}

void UnaryReactor::OnCancel() {
  TakeOver(this);
  control_.Cancel();
  service_.pool.Discard(this);
}

void UnaryReactor::FinishCall(const absl::Status& status) {
  if (ticket_ != nullptr) {
    if (absl::IsResourceExhausted(status)) AddPushback(ticket_->Pushback(), *context_);
    Free();
    ticket_->bytes.Resize(request_size() + response_size());
  }
  sent_status_ = ToGrpcStatus(status);
  finished_ = Timings::Clock::now();
  HandOver(this);
  Finish(sent_status_);
}

void UnaryReactor::OnDone() {
  TakeOver(this);
  service_.timings.Written(method_, Timings::Clock::now() - finished_);
  Log(sent_status_);
  ticket_.reset();
  --service_.stats.calls_running;
  ++service_.stats.calls_done;
  delete this;
}

}  // namespace carom
