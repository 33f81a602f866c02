#include "server/estimate_reactor.h"

#include <algorithm>
#include <utility>

#include "core/base/version.h"
#include "server/cell_run.h"
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
  const void* call() const override { return call_.id(); }
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
    : StreamReactor(service, Method::kEstimateOutcomes, context, request) {}

EstimateReactor* EstimateReactor::Start(ServiceContext& service,
                                        grpc::CallbackServerContext* context,
                                        const grpc::ByteBuffer* request) {
  auto* const call = new EstimateReactor(service, context, request);
  call->Begin(std::make_unique<Runner>(*call, Lane::kBulk));
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
  if (!status.ok()) Fail(status);
  mutex_.Lock();
  if (items_ > 1) {
    --items_;
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
  --items_;
  // The round is marked as planned only here, where this runner no longer counts: the last runner
  // of the next round must be able to recognise itself.
  round_is_planned_ = status_.ok() && !complete_;
  Advance();
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
  const auto size = static_cast<int64_t>(bytes.Length());
  const int64_t most = service_.options.requests.max_message_bytes;
  if (size > most) return TooLarge(most);
  const MutexLock lock(mutex_);
  waiting_ =
      Packet{std::move(bytes), {run_->draws_done(), run_->draws_failed(), run_->events(), size}};
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
  if (IsWriting() || waiting_) return mutex_.Unlock();
  waiting_ = Packet{std::move(bytes), {}};
  Advance();
}

std::vector<std::unique_ptr<WorkItem>> EstimateReactor::NextItems() {
  std::vector<std::unique_ptr<WorkItem>> runners;
  if (!std::exchange(round_is_planned_, false)) return runners;
  const size_t count = std::min(run_->cells(), static_cast<size_t>(service_.pool.threads()));
  const Lane lane = long_ ? Lane::kLong : Lane::kBulk;
  while (runners.size() < count) runners.push_back(std::make_unique<Runner>(*this, lane));
  return runners;
}

std::optional<StreamReactor::Packet> EstimateReactor::NextPacket() {
  return std::exchange(waiting_, std::nullopt);
}

void EstimateReactor::Discard() { waiting_.reset(); }

bool EstimateReactor::IsComplete() const { return complete_; }

}  // namespace carom
