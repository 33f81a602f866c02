#include "server/simulate_reactor.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "core/base/version.h"
#include "server/split.h"
#include "server/wire_message.h"

namespace carom {

class SimulateReactor::Runner : public WorkItem {
 public:
  Runner(SimulateReactor& call, Lane lane)
      : call_(call), lane_(lane), part_(call.shots_.TakePart()) {}

  Lane lane() const override { return lane_; }
  const void* call() const override { return &call_; }
  bool Expired() const override { return call_.control_.Over(); }
  Progress Run(Worker& worker, const Yield& yield) override {
    return call_.RunPart(part_, worker, yield);
  }
  void Drop() override { call_.RunnerDone(call_.control_.OverStatus()); }

 private:
  SimulateReactor& call_;
  const Lane lane_;
  size_t part_;
};

SimulateReactor* SimulateReactor::Start(ServiceContext& service,
                                        grpc::CallbackServerContext* context,
                                        const grpc::ByteBuffer* request,
                                        grpc::ByteBuffer* response) {
  auto* const call = new SimulateReactor(service, context, request, response);
  const int64_t bytes = call->request_size();
  const absl::Time deadline = absl::FromChrono(context->deadline());
  if (!call->TakeUp(service.admission.TakeCall(bytes, deadline))) return call;
  call->SubmitRunners(1, LaneOfRequest(bytes));
  return call;
}

SimulateReactor::SimulateReactor(ServiceContext& service, grpc::CallbackServerContext* context,
                                 const grpc::ByteBuffer* request, grpc::ByteBuffer* response)
    : UnaryReactor(service, Method::kSimulate, context, request, response),
      shots_(control_, service.options.requests) {}

WorkItem::Progress SimulateReactor::RunPart(size_t& index, Worker& worker,
                                            const WorkItem::Yield& yield) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  auto progress = WorkItem::Progress::kDone;
  absl::Status status = shots_.planned() ? absl::OkStatus() : Open(index);
  if (status.ok()) status = shots_.RunPart(index, worker, yield, progress);
  if (status.ok() && progress == WorkItem::Progress::kLong) status = ticket_->BecomesLong();
  ticket_->Worked(Clock::now() - begin);
  if (status.ok() && progress != WorkItem::Progress::kDone) return progress;
  RunnerDone(status);
  return WorkItem::Progress::kDone;
}

absl::Status SimulateReactor::Open(size_t& index) {
  if (absl::Status bad =
          ParseRequest(*request_bytes_, service_.options.requests, *ticket_, message_);
      !bad.ok())
    return bad;
  request_.emplace(message_);
  absl::Status bad = shots_.Plan(*request_, service_.scenes, service_.pool.threads(),
                                 *response_.mutable_results());
  if (!bad.ok()) return bad;
  if (bad = ticket_->Grow(kAnswerCopies * shots_.most_bytes()); !bad.ok()) return bad;
  const size_t runners =
      std::min(shots_.part_count(), static_cast<size_t>(service_.pool.threads()));
  if (request_->AsksForCompliantEngine()) {
    if (bad = ticket_->BecomesLong(); !bad.ok()) return bad;
    shots_.GiveBackParts();
    index = shots_.part_count();  // This runner plays no long shots.
    SubmitRunners(runners, Lane::kLong);
  } else {
    SubmitRunners(runners - 1, Lane::kLarge);
  }
  return absl::OkStatus();
}

void SimulateReactor::SubmitRunners(size_t count, Lane lane) {
  shots_.AddRunners(count);
  for (size_t i = 0; i < count; ++i) {
    service_.pool.Submit(std::make_unique<Runner>(*this, lane));
  }
}

void SimulateReactor::RunnerDone(const absl::Status& status) {
  if (!status.ok()) {
    shots_.Fail(status);
    service_.pool.Discard(this);  // This runner still counts, so the call lives.
  }
  const std::optional<absl::Status> all = shots_.RunnerDone();
  if (!all) return;  // The call may be gone.
  if (!all->ok()) return FinishCall(*all);
  ticket_->Answered();
  FinishCall(Assemble());
}

absl::Status SimulateReactor::Assemble() {
  response_.set_engine_version(kEngineVersion);
  shots_.Assemble();
  {
    const Timings::Timer timer(service_.timings.encode(Method::kSimulate));
    *response_bytes_ = ToBytes(response_);
  }
  const int64_t bytes = response_size();
  const int64_t max_bytes = service_.options.requests.max_message_bytes;
  if (bytes > max_bytes) return TooLarge(max_bytes);
  const MutexLock lock(mutex_);
  sent_ = Sent(response_.results(), bytes);
  return absl::OkStatus();
}

void SimulateReactor::Free() {
  shots_.Free();
  response_ = {};
  message_ = {};
}

void SimulateReactor::Log(const grpc::Status& sent) {
  const MutexLock lock(mutex_);
  service_.stats.Count(sent_);
  log_.Done(sent, sent_);
}

}  // namespace carom
