#include "server/mechanism_reactor.h"

#include <memory>

#include "server/convert/mechanism_convert.h"
#include "server/handover.h"
#include "server/mechanism_run.h"
#include "server/wire_message.h"

namespace carom {

class MechanismReactor::Runner : public WorkItem {
 public:
  explicit Runner(MechanismReactor& mechanism) : call_(mechanism) {}

  // Parses too, which takes next to no time compared with the run.
  Lane lane() const override { return Lane::kLong; }
  const void* call() const override { return &call_; }
  bool Expired() const override { return call_.control_.Over(); }
  Progress Run(Worker&, const Yield&) override {
    TakeOver(&call_);
    call_.Respond(call_.Run());
    return Progress::kDone;
  }
  void Drop() override { call_.Respond(call_.control_.OverStatus()); }

 private:
  MechanismReactor& call_;
};

MechanismReactor* MechanismReactor::Start(ServiceContext& service,
                                          grpc::CallbackServerContext* context,
                                          const grpc::ByteBuffer* request,
                                          grpc::ByteBuffer* response) {
  auto* const call = new MechanismReactor(service, context, request, response);
  if (call->TakeUp(service.admission.TakeLongCall(call->request_size()))) {
    service.pool.Submit(std::make_unique<Runner>(*call));
  }
  return call;
}

MechanismReactor::MechanismReactor(ServiceContext& service, grpc::CallbackServerContext* context,
                                   const grpc::ByteBuffer* request, grpc::ByteBuffer* response)
    : UnaryReactor(service, Method::kSimulateMechanism, context, request, response) {
  done_.mechanism = "none";
}

absl::Status MechanismReactor::Run() {
  if (absl::Status bad =
          ParseRequest(*request_bytes_, service_.options.requests, *ticket_, request_);
      !bad.ok())
    return bad;
  done_.mechanism = MechanismName(request_);
  const auto take_memory = [this](int64_t bytes) { return ticket_->Grow(bytes); };
  return RunMechanism(request_, {service_.options.requests, control_, take_memory, done_.outcome},
                      response_);
}

void MechanismReactor::Respond(const absl::Status& status) {
  if (!status.ok()) return FinishCall(status);
  // A large answer takes a tenth of a second, which nobody waits for any more.
  if (control_.Over()) return FinishCall(control_.OverStatus());
  {
    const Timings::Timer timer(service_.timings.encode(Method::kSimulateMechanism));
    *response_bytes_ = ToBytes(response_);
  }
  done_.bytes = response_size();
  FinishCall(absl::OkStatus());
}

void MechanismReactor::Log(const grpc::Status& sent) {
  service_.stats.bytes_sent += done_.bytes;
  log_.Done(sent, done_);
}

}  // namespace carom
