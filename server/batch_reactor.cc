#include "server/batch_reactor.h"

#include <algorithm>
#include <utility>

#include "core/base/version.h"
#include "server/handover.h"
#include "server/split.h"
#include "server/wire_message.h"

namespace carom {

namespace {

// Memory beside the outbox: chunks in the making, as columns that have room to grow. Each chunk may
// be too long by a shot, which is reserved for every worker on top.
constexpr int64_t kOutboxes = 2;

}  // namespace

/// Opens the call on a worker: gRPC's threads must not compute.
class BatchReactor::Opener : public WorkItem {
 public:
  explicit Opener(BatchReactor& batch) : call_(batch) {}

  Lane lane() const override { return Lane::kBulk; }
  const void* call() const override { return &call_; }
  bool Expired() const override { return call_.control_.Over(); }
  Progress Run(Worker&, const Yield&) override {
    call_.Open();
    return Progress::kDone;
  }
  void Drop() override { call_.ChunkLost(call_.control_.OverStatus()); }

 private:
  BatchReactor& call_;
};

/// A range of shots on its way through the pool.
class BatchReactor::Chunk : public WorkItem {
 public:
  Chunk(BatchReactor& batch, Range range, std::unique_ptr<v1::SimulateBatchResponse> response)
      : call_(batch),
        response_(std::move(response)),
        run_(*call_.plan_, call_.control_, range.begin, range.end,
             call_.service_.options.requests.max_shot_bytes, response_->mutable_results()) {}

  Lane lane() const override { return call_.lane_; }
  const void* call() const override { return &call_; }
  bool Expired() const override { return call_.control_.Over(); }

  Progress Run(Worker& worker, const Yield& yield) override {
    switch (run_.Run(worker, yield, call_.service_.options.streams.chunk_bytes)) {
      case ShotRun::State::kAgain:
        return Progress::kAgain;
      case ShotRun::State::kLong:
        return Progress::kLong;
      case ShotRun::State::kOver:
        call_.ChunkLost(call_.control_.OverStatus());
        return Progress::kDone;
      case ShotRun::State::kDone:
      case ShotRun::State::kFull:
        break;
    }
    call_.ChunkDone(std::move(response_), {run_.next(), run_.end()});
    return Progress::kDone;
  }

  void Drop() override { call_.ChunkLost(call_.control_.OverStatus()); }

 private:
  BatchReactor& call_;
  std::unique_ptr<v1::SimulateBatchResponse> response_;
  ShotRun run_;
};

BatchReactor::BatchReactor(ServiceContext& service, grpc::CallbackServerContext* context,
                           const grpc::ByteBuffer* request)
    : service_(service),
      context_(context),
      request_bytes_(request),
      log_(service.log, service.timings, Method::kSimulateBatch, *context, *service.security),
      control_(absl::FromChrono(context->deadline())) {
  ++service_.stats.calls_running;
  HandOver(this);
}

BatchReactor* BatchReactor::Start(ServiceContext& service, grpc::CallbackServerContext* context,
                                  const grpc::ByteBuffer* request) {
  auto* const call = new BatchReactor(service, context, request);
  Admission::Answer answer = service.admission.TakeBatch(static_cast<int64_t>(request->Length()));
  call->mutex_.Lock();
  if (const auto* const refusal = std::get_if<Refusal>(&answer)) {
    AddPushback(refusal->pushback, *context);
    call->status_ = refusal->status;
    call->Advance();
    return call;
  }
  call->ticket_ = std::get<0>(std::move(answer));
  call->in_pool_ = 1;
  call->mutex_.Unlock();
  service.pool.Submit(std::make_unique<Opener>(*call));
  return call;
}

void BatchReactor::Open() {
  if (absl::Status bad = Plan(); !bad.ok()) {
    if (absl::IsResourceExhausted(bad)) AddPushback(ticket_->Pushback(), *context_);
    return ChunkLost(bad);
  }
  mutex_.Lock();
  --in_pool_;
  ranges_.push_back({0, request_->shot_count});
  Advance();
}

absl::Status BatchReactor::Plan() {
  if (absl::Status bad =
          ParseRequest(*request_bytes_, service_.options.requests, *ticket_, message_);
      !bad.ok())
    return bad;
  request_.emplace(message_);
  absl::Status bad = CheckRequest(*request_, service_.options.requests.max_shots_per_batch);
  if (!bad.ok()) return bad;
  absl::StatusOr<std::unique_ptr<ShotPlan>> plan =
      ShotPlan::Make(*request_, ToConvertLimits(service_.options.requests), service_.scenes);
  if (!plan.ok()) return plan.status();
  plan_ = *std::move(plan);
  shots_per_chunk_ = std::min(static_cast<uint32_t>(service_.options.streams.chunk_shots),
                              ShotsPerPart(request_->shot_count, service_.pool.threads()));
  if (request_->AsksForCompliantEngine()) lane_ = Lane::kLong;
  const AnswerBytes shot = ShotAnswerBytes(plan_->detail(), request_->MostBalls(),
                                           service_.options.requests.max_shot_bytes);
  return ticket_->Grow(kOutboxes * service_.options.streams.outbox_bytes +
                       kAnswerCopies * service_.pool.threads() * shot.most);
}

void BatchReactor::ChunkDone(std::unique_ptr<v1::SimulateBatchResponse> response, Range rest) {
  response->set_engine_version(kEngineVersion);
  Packet packet;
  {
    const Timings::Timer timer(service_.timings.encode(Method::kSimulateBatch));
    packet.bytes = ToBytes(*response);
  }
  const auto bytes = static_cast<int64_t>(packet.bytes.Length());
  packet.told = Sent(response->results(), bytes);
  mutex_.Lock();
  --in_pool_;
  if (rest.begin < rest.end) ranges_.push_back(rest);
  Occupy(bytes);
  Recycle(std::move(response), bytes);
  outbox_.push_back(std::move(packet));
  Advance();
}

void BatchReactor::ChunkLost(const absl::Status& status) {
  mutex_.Lock();
  --in_pool_;
  status_.Update(status);
  Advance();
}

void BatchReactor::OnWriteDone(bool ok) {
  mutex_.Lock();
  const Packet written = std::exchange(writing_, {});
  if (ok) {
    sent_ += written.told;
    service_.stats.Count(written.told);
    service_.timings.Written(Method::kSimulateBatch, Timings::Clock::now() - write_began_);
  } else {
    status_.Update(absl::CancelledError("the stream is broken"));
  }
  Occupy(-written.told.bytes);
  Advance();
}

void BatchReactor::OnCancel() {
  TakeOver(this);
  control_.Cancel();
  service_.pool.Discard(this);
  mutex_.Lock();
  status_.Update(control_.OverStatus());
  Advance();
}

void BatchReactor::OnDone() {
  {
    const MutexLock lock(mutex_);
    log_.Done(sent_status_, sent_);
  }
  ticket_.reset();
  --service_.stats.calls_running;
  ++service_.stats.calls_done;
  delete this;
}

void BatchReactor::Advance() {
  WorkerPool& pool = service_.pool;
  std::vector<std::unique_ptr<WorkItem>> chunks;
  const grpc::ByteBuffer* write = nullptr;
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
  if (!writing_.bytes.Valid() && !outbox_.empty()) {
    writing_ = std::move(outbox_.front());
    outbox_.pop_front();
    write = &writing_.bytes;
    write_began_ = Timings::Clock::now();
  }
  const bool finish = !finished_ && in_pool_ == 0 && ranges_.empty() && !writing_.bytes.Valid();
  if (finish) {
    finished_ = true;
    if (handed_back_) status_.Update(absl::UnavailableError("the server is shutting down"));
    sent_status_ = status = ToGrpcStatus(status_);
  }
  mutex_.Unlock();
  // From here on the reactor lives only while something that was decided above is still to be done:
  // a chunk that is not yet submitted, a write in flight, or the end. gRPC and the pool are not
  // called under the lock: both may answer at once, in this thread.
  if (write != nullptr) StartWrite(write);
  for (std::unique_ptr<WorkItem>& chunk : chunks) pool.Submit(std::move(chunk));
  if (finish) Finish(status);
}

/// An item may start if there are fewer items than threads and the outbox has room for its results.
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
  for (const Packet& packet : outbox_) Occupy(-packet.told.bytes);
  outbox_.clear();
}

/// Keeps a message whose columns are warm, unless one huge shot has made it large.
void BatchReactor::Recycle(std::unique_ptr<v1::SimulateBatchResponse> response, int64_t bytes) {
  const bool huge = bytes > 2 * service_.options.streams.chunk_bytes;
  const size_t enough = static_cast<size_t>(service_.pool.threads());
  if (!huge && spare_.size() < enough) spare_.push_back(std::move(response));
}

}  // namespace carom
