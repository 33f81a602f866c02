#include "server/batch_reactor.h"

#include <algorithm>
#include <utility>

#include "core/base/version.h"
#include "server/split.h"

namespace carom {

/// Plans the call on a worker: gRPC's threads must not compute.
class BatchReactor::Planner : public WorkItem {
 public:
  explicit Planner(BatchReactor& call) : call_(call) {}

  bool Expired() const override { return call_.control_.Over(); }
  Progress Run(Worker&, const Yield&) override {
    call_.Plan();
    return Progress::kDone;
  }
  void Drop() override { call_.ChunkLost(call_.control_.OverStatus()); }

 private:
  BatchReactor& call_;
};

/// A range of shots on its way through the pool.
class BatchReactor::Chunk : public WorkItem {
 public:
  Chunk(BatchReactor& call, Range range, std::unique_ptr<v1::SimulateBatchResponse> response)
      : call_(call),
        response_(std::move(response)),
        run_(*call.plan_, call.control_, range.begin, range.end,
             call.service_.options.requests.max_shot_bytes, response_->mutable_results()) {}

  bool Long() const override { return call_.has_long_shots_; }
  bool Expired() const override { return call_.control_.Over(); }

  Progress Run(Worker& worker, const Yield& yield) override {
    switch (run_.Run(worker, yield, call_.service_.options.streams.chunk_bytes)) {
      case ShotRun::State::kAgain:
        return Progress::kAgain;
      case ShotRun::State::kOver:
        call_.ChunkLost(call_.control_.OverStatus());
        return Progress::kDone;
      case ShotRun::State::kDone:
      case ShotRun::State::kFull:
        break;
    }
    call_.ChunkDone({std::move(response_), run_.byte_size()}, {run_.next(), run_.end()});
    return Progress::kDone;
  }

  void Drop() override { call_.ChunkLost(call_.control_.OverStatus()); }

 private:
  BatchReactor& call_;
  std::unique_ptr<v1::SimulateBatchResponse> response_;
  ShotRun run_;
};

BatchReactor::BatchReactor(ServiceContext& service, grpc::CallbackServerContext* context,
                           const v1::SimulateBatchRequest* request)
    : service_(service),
      request_(*request),
      log_(service.log, "SimulateBatch", *context),
      shots_per_chunk_(std::min(static_cast<uint32_t>(service.options.streams.chunk_shots),
                                ShotsPerPart(request_.shot_count, service.pool.threads()))),
      control_(absl::FromChrono(context->deadline())) {
  ++service_.stats.calls_running;
}

BatchReactor* BatchReactor::Start(ServiceContext& service, grpc::CallbackServerContext* context,
                                  const v1::SimulateBatchRequest* request) {
  auto* const call = new BatchReactor(service, context, request);
  const absl::Status status =
      CheckRequest(call->request_, service.options.requests.max_shots_per_batch);
  if (status.ok()) call->has_long_shots_ = call->request_.AsksForCompliantEngine();
  {
    const std::lock_guard lock(call->mutex_);
    call->status_ = status;
    if (status.ok()) call->in_pool_ = 1;
  }
  if (status.ok()) {
    service.pool.Submit(std::make_unique<Planner>(*call));
  } else {
    call->Advance(std::unique_lock(call->mutex_));
  }
  return call;
}

void BatchReactor::Plan() {
  absl::StatusOr<std::unique_ptr<ShotPlan>> plan =
      ShotPlan::Make(request_, ToConvertLimits(service_.options.requests));
  if (!plan.ok()) return ChunkLost(plan.status());
  plan_ = *std::move(plan);
  std::unique_lock lock(mutex_);
  --in_pool_;
  ranges_.push_back({0, request_.shot_count});
  Advance(std::move(lock));
}

void BatchReactor::ChunkDone(Packet packet, Range rest) {
  packet.response->set_engine_version(kEngineVersion);
  std::unique_lock lock(mutex_);
  --in_pool_;
  if (rest.begin < rest.end) ranges_.push_back(rest);
  Occupy(packet.bytes);
  outbox_.push_back(std::move(packet));
  Advance(std::move(lock));
}

void BatchReactor::ChunkLost(const absl::Status& status) {
  std::unique_lock lock(mutex_);
  --in_pool_;
  status_.Update(status);
  Advance(std::move(lock));
}

void BatchReactor::OnWriteDone(bool ok) {
  std::unique_lock lock(mutex_);
  if (ok) {
    const v1::ShotResults& results = writing_.response->results();
    sent_.shots += results.shot_count();
    sent_.failed_shots += static_cast<uint64_t>(results.failures_size());
    sent_.bytes += writing_.bytes;
  } else {
    status_.Update(absl::CancelledError("the stream is broken"));
  }
  Occupy(-writing_.bytes);
  Recycle(std::exchange(writing_, {}));
  Advance(std::move(lock));
}

void BatchReactor::OnCancel() {
  std::unique_lock lock(mutex_);
  status_.Update(control_.OverStatus());
  Advance(std::move(lock));
}

void BatchReactor::OnDone() {
  {
    const std::lock_guard lock(mutex_);
    log_.Done(sent_status_, sent_);
    service_.stats.shots_done += static_cast<int64_t>(sent_.shots);
  }
  --service_.stats.calls_running;
  ++service_.stats.calls_done;
  delete this;
}

void BatchReactor::Advance(std::unique_lock<std::mutex> lock) {
  WorkerPool& pool = service_.pool;
  std::vector<std::unique_ptr<WorkItem>> chunks;
  const v1::SimulateBatchResponse* write = nullptr;
  grpc::Status status;
  if (!status_.ok()) {
    control_.Cancel();
    ranges_.clear();
    DiscardOutbox();
  }
  if (service_.draining && !ranges_.empty()) {
    ranges_.clear();
    handed_back_ = true;
  }
  while (!ranges_.empty() && HasRoom()) chunks.push_back(NextChunk());
  if (writing_.response == nullptr && !outbox_.empty()) {
    writing_ = std::move(outbox_.front());
    outbox_.pop_front();
    write = writing_.response.get();
  }
  const bool finish =
      !finished_ && in_pool_ == 0 && ranges_.empty() && writing_.response == nullptr;
  if (finish) {
    finished_ = true;
    if (handed_back_) status_.Update(absl::UnavailableError("the server is shutting down"));
    sent_status_ = status = ToGrpcStatus(status_);
  }
  lock.unlock();
  // From here on the reactor lives only as long as what was decided above is still to be done: a
  // chunk that is not yet submitted, a write in flight, or the end. And no call of gRPC or of the
  // pool under the lock: both may answer at once, in this thread.
  if (write != nullptr) StartWrite(write);
  for (std::unique_ptr<WorkItem>& chunk : chunks) pool.Submit(std::move(chunk));
  if (finish) Finish(status);
}

/// An item may start if the threads are not yet all served and the outbox will hold what it brings.
bool BatchReactor::HasRoom() const {
  if (in_pool_ == 0 && occupied_bytes_ == 0) return true;
  const StreamLimits& limits = service_.options.streams;
  return in_pool_ < service_.pool.threads() &&
         occupied_bytes_ + (in_pool_ + 1) * limits.chunk_bytes <= limits.outbox_bytes;
}

/// Cuts the next chunk from the last range.
std::unique_ptr<WorkItem> BatchReactor::NextChunk() {
  Range& range = ranges_.back();
  const Range cut{range.begin, std::min(range.end, range.begin + shots_per_chunk_)};
  range.begin = cut.end;
  if (range.begin == range.end) ranges_.pop_back();
  ++in_pool_;
  std::unique_ptr<v1::SimulateBatchResponse> response;
  if (spare_.empty()) {
    response = std::make_unique<v1::SimulateBatchResponse>();
  } else {
    response = std::move(spare_.back());
    spare_.pop_back();
  }
  return std::make_unique<Chunk>(*this, cut, std::move(response));
}

void BatchReactor::Occupy(int64_t bytes) {
  occupied_bytes_ += bytes;
  service_.stats.outbox_bytes += bytes;
  service_.stats.RaiseOutboxPeak(occupied_bytes_);
}

void BatchReactor::DiscardOutbox() {
  for (const Packet& packet : outbox_) Occupy(-packet.bytes);
  outbox_.clear();
}

/// Keeps a message whose columns are warm, unless one huge shot has blown it up.
void BatchReactor::Recycle(Packet packet) {
  const bool huge = packet.bytes > 2 * service_.options.streams.chunk_bytes;
  const size_t enough = static_cast<size_t>(service_.pool.threads());
  if (!huge && spare_.size() < enough) spare_.push_back(std::move(packet.response));
}

}  // namespace carom
