#include "server/rules_reactor.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include "server/handover.h"
#include "server/rules_run.h"
#include "server/split.h"
#include "server/wire_message.h"

namespace carom {

class RulesReactor::Runner : public WorkItem {
 public:
  explicit Runner(RulesReactor& call) : call_(call) {}

  Lane lane() const override { return LaneOfRequest(call_.request_size()); }
  const void* call() const override { return &call_; }
  bool Expired() const override { return call_.control_.Over(); }
  Progress Run(Worker&, const Yield&) override {
    using Clock = std::chrono::steady_clock;
    TakeOver(&call_);
    const Clock::time_point begin = Clock::now();
    const absl::Status status = call_.Run();
    call_.ticket_->Worked(Clock::now() - begin);
    if (status.ok()) call_.ticket_->Answered();
    call_.FinishCall(status);
    return Progress::kDone;
  }
  void Drop() override { call_.FinishCall(call_.control_.OverStatus()); }

 private:
  RulesReactor& call_;
};

RulesReactor* RulesReactor::Start(ServiceContext& service, grpc::CallbackServerContext* context,
                                  const grpc::ByteBuffer* request, grpc::ByteBuffer* response) {
  auto* const call = new RulesReactor(service, context, request, response);
  const absl::Time deadline = absl::FromChrono(context->deadline());
  if (call->TakeUp(service.admission.TakeCall(call->request_size(), deadline))) {
    service.pool.Submit(std::make_unique<Runner>(*call));
  }
  return call;
}

RulesReactor::RulesReactor(ServiceContext& service, grpc::CallbackServerContext* context,
                           const grpc::ByteBuffer* request, grpc::ByteBuffer* response)
    : UnaryReactor(service, Method::kRuleShots, context, request, response) {}

absl::Status RulesReactor::Run() {
  v1::RuleShotsRequest request;
  v1::RuleShotsResponse response;
  absl::Status status = ParseRequest(*request_bytes_, service_.options.requests, *ticket_, request);
  if (status.ok()) status = ticket_->Grow(RulingsBytes(request));
  if (status.ok()) status = RunRules(request, response);
  return status.ok() ? Send(response) : status;
}

absl::Status RulesReactor::Send(const v1::RuleShotsResponse& response) {
  {
    const Timings::Timer timer(service_.timings.encode(Method::kRuleShots));
    *response_bytes_ = ToBytes(response);
  }
  const int64_t max_bytes = service_.options.requests.max_message_bytes;
  if (response_size() > max_bytes) return TooLarge(max_bytes);
  const auto& rulings = response.rulings();
  sent_.shots = rulings.size();
  sent_.failed_shots = std::count_if(rulings.begin(), rulings.end(), [](const v1::Ruling& ruling) {
    return !ruling.failure().empty();
  });
  sent_.bytes = response_size();
  return absl::OkStatus();
}

// The shots were played, and counted, elsewhere.
void RulesReactor::Log(const grpc::Status& sent) {
  service_.stats.bytes_sent += sent_.bytes;
  log_.Done(sent, sent_);
}

}  // namespace carom
