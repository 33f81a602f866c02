#include "server/simulate_reactor.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/base/version.h"
#include "server/handover.h"
#include "server/split.h"

namespace carom {

/// Consecutive shots and where their results go.
struct SimulateReactor::Part {
  v1::ShotResults own_results;  ///< Unused where the call has one part only.
  std::unique_ptr<ShotRun> run;
};

class SimulateReactor::Runner : public WorkItem {
 public:
  explicit Runner(SimulateReactor& call) : call_(call), part_(call.next_part_++) {}

  bool Long() const override { return call_.has_long_shots_; }
  bool Expired() const override { return call_.control_.Over(); }
  Progress Run(Worker& worker, const Yield& yield) override {
    return call_.RunPart(part_, worker, yield);
  }
  void Drop() override { call_.RunnerDone(call_.control_.OverStatus()); }

 private:
  SimulateReactor& call_;
  size_t part_;
};

SimulateReactor* SimulateReactor::Start(ServiceContext& service,
                                        grpc::CallbackServerContext* context,
                                        const v1::SimulateRequest* request,
                                        v1::SimulateResponse* response) {
  auto* const call = new SimulateReactor(service, context, request, response);
  const absl::Status status =
      CheckRequest(call->request_, service.options.requests.max_shots_per_simulate);
  if (status.ok()) {
    call->has_long_shots_ = call->request_.AsksForCompliantEngine();
    service.pool.Submit(std::make_unique<Runner>(*call));
  } else {
    call->FinishCall(status);
  }
  return call;
}

SimulateReactor::SimulateReactor(ServiceContext& service, grpc::CallbackServerContext* context,
                                 const v1::SimulateRequest* request, v1::SimulateResponse* response)
    : service_(service),
      request_(*request),
      response_(response),
      log_(service.log, "Simulate", *context),
      control_(absl::FromChrono(context->deadline())) {
  ++service_.stats.calls_running;
  HandOver(this);
}

void SimulateReactor::OnCancel() {
  TakeOver(this);
  control_.Cancel();
}

void SimulateReactor::OnDone() {
  {
    const std::lock_guard lock(mutex_);
    service_.stats.shots_done += static_cast<int64_t>(sent_.shots);
    log_.Done(sent_status_, sent_);
  }
  --service_.stats.calls_running;
  ++service_.stats.calls_done;
  delete this;
}

WorkItem::Progress SimulateReactor::RunPart(size_t& index, Worker& worker,
                                            const WorkItem::Yield& yield) {
  absl::Status status;
  if (plan_ == nullptr) {
    status = PlanCall();
    if (status.ok()) SubmitOtherRunners();
  }
  if (status.ok() && index < parts_.size()) {
    const int64_t max_bytes = service_.options.requests.max_message_bytes;
    switch (parts_[index]->run->Run(worker, yield, max_bytes)) {
      case ShotRun::State::kAgain:
        return WorkItem::Progress::kAgain;
      case ShotRun::State::kDone:
        index = next_part_++;
        if (index < parts_.size()) return WorkItem::Progress::kAgain;
        break;
      case ShotRun::State::kFull:
        status = TooLarge(max_bytes);
        break;
      case ShotRun::State::kOver:
        status = control_.OverStatus();
        break;
    }
  }
  RunnerDone(status);
  return WorkItem::Progress::kDone;
}

absl::Status SimulateReactor::PlanCall() {
  absl::StatusOr<std::unique_ptr<ShotPlan>> plan =
      ShotPlan::Make(request_, ToConvertLimits(service_.options.requests));
  if (!plan.ok()) return plan.status();
  plan_ = *std::move(plan);
  Split();
  return absl::OkStatus();
}

void SimulateReactor::Split() {
  const uint32_t size = ShotsPerPart(request_.shot_count, service_.pool.threads());
  const bool alone = size >= request_.shot_count;
  for (uint32_t begin = 0; begin < request_.shot_count; begin += size) {
    auto part = std::make_unique<Part>();
    part->run = std::make_unique<ShotRun>(
        *plan_, control_, begin, std::min(begin + size, request_.shot_count),
        service_.options.requests.max_shot_bytes,
        alone ? response_->mutable_results() : &part->own_results);
    parts_.push_back(std::move(part));
  }
}

void SimulateReactor::SubmitOtherRunners() {
  const size_t runners = std::min(parts_.size(), static_cast<size_t>(service_.pool.threads()));
  {
    const std::lock_guard lock(mutex_);
    runners_ = runners;
  }
  for (size_t i = 1; i < runners; ++i) service_.pool.Submit(std::make_unique<Runner>(*this));
}

void SimulateReactor::RunnerDone(const absl::Status& status) {
  absl::Status all;
  {
    const std::lock_guard lock(mutex_);
    status_.Update(status);
    if (!status_.ok()) control_.Cancel();  // Spares the other runners.
    if (--runners_ > 0) return;
    all = status_;
  }
  FinishCall(all.ok() ? Assemble() : all);
}

absl::Status SimulateReactor::Assemble() {
  response_->set_engine_version(kEngineVersion);
  if (parts_.size() > 1) {
    for (const std::unique_ptr<Part>& part : parts_) {
      AppendResults(part->own_results, *response_->mutable_results());
      part->own_results = v1::ShotResults();
    }
  }
  const int64_t bytes = static_cast<int64_t>(response_->ByteSizeLong());
  const int64_t max_bytes = service_.options.requests.max_message_bytes;
  if (bytes > max_bytes) return TooLarge(max_bytes);
  const std::lock_guard lock(mutex_);
  sent_ = {request_.shot_count, static_cast<uint64_t>(response_->results().failures_size()), bytes};
  return absl::OkStatus();
}

void SimulateReactor::FinishCall(const absl::Status& status) {
  const grpc::Status sent = ToGrpcStatus(status);
  {
    const std::lock_guard lock(mutex_);
    sent_status_ = sent;
  }
  Finish(sent);
}

}  // namespace carom
