#include "server/batch_reactor.h"

#include <utility>

#include "core/base/version.h"
#include "server/batch_chunk.h"
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
  const void* call() const override { return call_.id(); }
  bool Expired() const override { return call_.control_.Over(); }
  Progress Run(Worker&, const Yield&) override {
    call_.Open();
    return Progress::kDone;
  }
  void Drop() override { call_.ItemDone(call_.control_.OverStatus()); }

 private:
  BatchReactor& call_;
};

class BatchReactor::Chunk : public BatchChunk {
 public:
  Chunk(BatchReactor& batch, const ChunkRange& range, Response response)
      : BatchChunk(*batch.plan_, batch.control_, batch.lane_, batch.service_.options.streams,
                   batch.service_.options.requests.max_shot_bytes, range, std::move(response)),
        call_(batch) {}

  const void* call() const override { return call_.id(); }

 private:
  void Done(Response response, int64_t /*bytes*/, const ChunkRange& rest) override {
    call_.ChunkDone(std::move(response), rest);
  }
  void Lost(const absl::Status& status) override { call_.ChunkLost(status); }

  BatchReactor& call_;
};

BatchReactor::BatchReactor(ServiceContext& service, grpc::CallbackServerContext* context,
                           const grpc::ByteBuffer* request)
    : StreamReactor(service, Method::kSimulateBatch, context, request) {}

BatchReactor* BatchReactor::Start(ServiceContext& service, grpc::CallbackServerContext* context,
                                  const grpc::ByteBuffer* request) {
  auto* const call = new BatchReactor(service, context, request);
  call->Begin(std::make_unique<Opener>(*call));
  return call;
}

void BatchReactor::Open() {
  if (absl::Status bad = Plan(); !bad.ok()) return ItemDone(bad);
  mutex_.Lock();
  --items_;
  queue_.Start(*plan_, service_.options.streams, service_.pool.threads());
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
  if (request_->AsksForCompliantEngine()) lane_ = Lane::kLong;
  const AnswerBytes shot = ShotAnswerBytes(plan_->detail(), request_->MostBalls(),
                                           service_.options.requests.max_shot_bytes);
  return ticket_->Grow(kOutboxes * service_.options.streams.outbox_bytes +
                       kAnswerCopies * service_.pool.threads() * shot.most);
}

void BatchReactor::ChunkDone(Response response, ChunkRange rest) {
  response->set_engine_version(kEngineVersion);
  Packet packet;
  {
    const Timings::Timer timer(service_.timings.encode(Method::kSimulateBatch));
    packet.bytes = ToBytes(*response);
  }
  const auto bytes = static_cast<int64_t>(packet.bytes.Length());
  packet.told = Sent(response->results(), bytes);
  mutex_.Lock();
  --items_;
  queue_.Done({std::move(packet), bytes}, rest);
  CountOutbox();
  Recycle(std::move(response), bytes);
  Advance();
}

void BatchReactor::ChunkLost(const absl::Status& status) {
  mutex_.Lock();
  --items_;
  queue_.Lost();
  status_.Update(status);
  Advance();
}

std::vector<std::unique_ptr<WorkItem>> BatchReactor::NextItems() {
  if (service_.draining && queue_.HasRanges()) {
    queue_.DropRanges();  // Another server will play them.
    last_word_ = absl::UnavailableError("the server is shutting down");
  }
  std::vector<std::unique_ptr<WorkItem>> chunks;
  while (const std::optional<ChunkRange> range = queue_.Next()) {
    chunks.push_back(std::make_unique<Chunk>(*this, *range, TakeSpare()));
  }
  return chunks;
}

std::optional<StreamReactor::Packet> BatchReactor::NextPacket() {
  if (!queue_.HasPacket()) return std::nullopt;
  return queue_.Take().answer;
}

void BatchReactor::PacketLeft(const Packet& packet) {
  queue_.Release(packet.told.bytes);
  CountOutbox();
}

void BatchReactor::Discard() {
  queue_.DropRanges();
  queue_.DropPackets();
  CountOutbox();
}

bool BatchReactor::IsComplete() const { return !queue_.HasRanges(); }

void BatchReactor::CountOutbox() {
  service_.stats.outbox_bytes +=
      queue_.occupied_bytes() - std::exchange(counted_bytes_, queue_.occupied_bytes());
  service_.stats.RaiseOutboxPeak(counted_bytes_);
}

BatchReactor::Response BatchReactor::TakeSpare() {
  if (spare_.empty()) return std::make_unique<v1::SimulateBatchResponse>();
  Response response = std::move(spare_.back());
  spare_.pop_back();
  return response;
}

/// Keeps a message whose columns are warm, unless one huge shot has made it large.
void BatchReactor::Recycle(Response response, int64_t bytes) {
  const bool huge = bytes > 2 * service_.options.streams.chunk_bytes;
  const size_t enough = static_cast<size_t>(service_.pool.threads());
  if (!huge && spare_.size() < enough) spare_.push_back(std::move(response));
}

}  // namespace carom
