#include "server/estimate_reactor.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "core/base/version.h"
#include "server/cell_run.h"
#include "server/handover.h"
#include "server/split.h"
#include "server/wire_message.h"

namespace carom {
namespace {

// Progress is told so often in a call: enough for a bar.
constexpr int64_t kProgressMessages = 32;

}  // namespace

/// Takes cells of a round until none is left.
class EstimateReactor::Runner : public WorkItem {
 public:
  Runner(EstimateReactor& call, Lane lane) : call_(call), lane_(lane) {}

  Lane lane() const override { return lane_; }
  const void* call() const override { return &call_; }
  bool Expired() const override { return call_.control_.Over(); }
  void Drop() override { call_.RunnerDone(call_.control_.OverStatus()); }

  Progress Run(Worker& worker, const Yield& yield) override {
    if (call_.run_ == nullptr) {
      call_.RunnerDone(call_.Open());
      return Progress::kDone;
    }
    if (!cell_) cell_.emplace(*call_.run_, call_.control_);
    for (;;) {
      if (!begun_ && !BeginNext()) break;
      const ShotRun::State state = cell_->Run(worker, yield);
      if (state == ShotRun::State::kAgain) return Progress::kAgain;
      if (state == ShotRun::State::kLong) {
        call_.long_ = true;
        return Progress::kLong;
      }
      if (state == ShotRun::State::kOver) {
        call_.RunnerDone(call_.control_.OverStatus());
        return Progress::kDone;
      }
      begun_ = false;
      call_.TellProgress();
      if (yield()) return Progress::kAgain;
    }
    call_.RunnerDone(absl::OkStatus());
    return Progress::kDone;
  }

 private:
  bool BeginNext() {
    const size_t cell = call_.next_cell_++;
    if (cell >= call_.run_->cells()) return false;
    cell_->Begin(cell);
    begun_ = true;
    return true;
  }

  EstimateReactor& call_;
  const Lane lane_;
  std::optional<CellRun> cell_;
  bool begun_ = false;
};

EstimateReactor::EstimateReactor(ServiceContext& service, grpc::CallbackServerContext* context,
                                 const grpc::ByteBuffer* request)
    : service_(service),
      context_(context),
      request_bytes_(request),
      log_(service.log, service.timings, Method::kEstimateOutcomes, *context, *service.security),
      control_(absl::FromChrono(context->deadline())) {
  ++service_.stats.calls_running;
  HandOver(this);
}

EstimateReactor* EstimateReactor::Start(ServiceContext& service,
                                        grpc::CallbackServerContext* context,
                                        const grpc::ByteBuffer* request) {
  auto* const call = new EstimateReactor(service, context, request);
  Admission::Answer answer = service.admission.TakeBatch(static_cast<int64_t>(request->Length()));
  call->mutex_.Lock();
  if (const auto* const refusal = std::get_if<Refusal>(&answer)) {
    AddPushback(refusal->pushback, *context);
    call->status_ = refusal->status;
    call->Advance();
    return call;
  }
  call->ticket_ = std::get<0>(std::move(answer));
  call->runners_ = 1;
  call->mutex_.Unlock();
  service.pool.Submit(std::make_unique<Runner>(*call, Lane::kBulk));
  return call;
}

absl::Status EstimateReactor::Open() {
  const RequestLimits& limits = service_.options.requests;
  if (absl::Status bad = ParseRequest(*request_bytes_, limits, *ticket_, message_); !bad.ok()) {
    return bad;
  }
  request_.emplace(message_);
  if (absl::Status bad = CheckRequest(*request_, limits.max_shots_per_batch); !bad.ok()) return bad;
  absl::StatusOr<std::unique_ptr<EstimateRun>> run =
      EstimateRun::Make(message_, *request_, limits, service_.scenes);
  if (!run.ok()) return run.status();
  if (absl::Status full = ticket_->Grow((*run)->most_bytes()); !full.ok()) return full;
  run_ = *std::move(run);
  long_ = request_->AsksForCompliantEngine();
  return absl::OkStatus();
}

void EstimateReactor::RunnerDone(const absl::Status& status) {
  mutex_.Lock();
  status_.Update(status);
  if (!status_.ok()) control_.Cancel();  // Spares the other runners.
  if (runners_ > 1) {
    --runners_;
    mutex_.Unlock();
    return;
  }
  // The last runner: nobody else touches the run. While it counts, the call cannot end.
  if (status_.ok()) {
    mutex_.Unlock();
    const absl::Status planned = PlanRound();
    mutex_.Lock();
    status_.Update(planned);
  }
  runners_ = 0;
  if (absl::IsResourceExhausted(status_) && ticket_ != nullptr) {
    AddPushback(ticket_->Pushback(), *context_);
  }
  if (!status_.ok() || complete_) return Advance();
  const int runners =
      static_cast<int>(std::min(run_->cells(), static_cast<size_t>(service_.pool.threads())));
  runners_ = runners;
  mutex_.Unlock();
  const Lane lane = long_ ? Lane::kLong : Lane::kBulk;
  for (int i = 0; i < runners; ++i) {
    service_.pool.Submit(std::make_unique<Runner>(*this, lane));
  }
}

absl::Status EstimateReactor::PlanRound() {
  if (service_.draining) return absl::UnavailableError("the server is shutting down");
  next_cell_ = 0;
  if (run_->NextRound()) return absl::OkStatus();
  v1::EstimateOutcomesResponse response;
  response.set_engine_version(kEngineVersion);
  run_->Write(*response.mutable_estimates());
  grpc::ByteBuffer bytes;
  {
    const Timings::Timer timer(service_.timings.encode(Method::kEstimateOutcomes));
    bytes = ToBytes(response);
  }
  const int64_t most = service_.options.requests.max_message_bytes;
  if (static_cast<int64_t>(bytes.Length()) > most) return TooLarge(most);
  const MutexLock lock(mutex_);
  sent_ = {run_->draws_done(), run_->draws_failed(), run_->events(),
           static_cast<int64_t>(bytes.Length())};
  waiting_ = std::move(bytes);
  complete_ = true;
  return absl::OkStatus();
}

void EstimateReactor::TellProgress() {
  const int64_t done = run_->draws_done();
  int64_t told = told_draws_.load(std::memory_order_relaxed);
  if (done - told < run_->most_draws() / kProgressMessages) return;
  if (!told_draws_.compare_exchange_strong(told, done)) return;
  v1::EstimateOutcomesResponse response;
  response.set_engine_version(kEngineVersion);
  v1::EstimateProgress& progress = *response.mutable_progress();
  progress.set_draws_done(static_cast<uint64_t>(done));
  progress.set_draws_at_most(static_cast<uint64_t>(run_->most_draws()));
  progress.set_candidates_left(static_cast<uint32_t>(run_->candidates_left()));
  grpc::ByteBuffer bytes = ToBytes(response);
  mutex_.Lock();
  if (writing_ || waiting_) return mutex_.Unlock();
  waiting_ = std::move(bytes);
  Advance();
}

void EstimateReactor::OnWriteDone(bool ok) {
  mutex_.Lock();
  writing_.reset();
  if (ok) {
    service_.timings.Written(Method::kEstimateOutcomes, Timings::Clock::now() - write_began_);
  }
  if (!ok) status_.Update(absl::CancelledError("the stream is broken"));
  Advance();
}

void EstimateReactor::OnCancel() {
  TakeOver(this);
  control_.Cancel();
  service_.pool.Discard(this);
  mutex_.Lock();
  status_.Update(control_.OverStatus());
  Advance();
}

void EstimateReactor::OnDone() {
  {
    const MutexLock lock(mutex_);
    if (!sent_status_.ok()) sent_ = {};
    service_.stats.Count(sent_);
    log_.Done(sent_status_, sent_);
  }
  ticket_.reset();
  --service_.stats.calls_running;
  ++service_.stats.calls_done;
  delete this;
}

void EstimateReactor::Advance() {
  const grpc::ByteBuffer* write = nullptr;
  grpc::Status status;
  if (!status_.ok()) {
    control_.Cancel();
    waiting_.reset();
  }
  if (!writing_ && waiting_) {
    writing_ = std::move(waiting_);
    waiting_.reset();
    write = &*writing_;
    write_began_ = Timings::Clock::now();
  }
  const bool over = complete_ || !status_.ok();
  const bool finish = !finished_ && over && runners_ == 0 && !writing_;
  if (finish) {
    finished_ = true;
    sent_status_ = status = ToGrpcStatus(status_);
  }
  mutex_.Unlock();
  // gRPC is not called under the lock: it may answer at once, in this thread.
  if (write != nullptr) StartWrite(write);
  if (finish) Finish(status);
}

}  // namespace carom
