#include "client/local/local_batch.h"

#include <optional>
#include <utility>

#include "server/batch_chunk.h"
#include "server/split.h"

namespace carom {

class LocalBatch::Chunk : public BatchChunk {
 public:
  Chunk(LocalBatch& batch, const ChunkRange& range)
      : BatchChunk(*batch.plan_, batch.call_.control(), batch.lane_, batch.call_.engine().streams(),
                   batch.call_.engine().limits().max_shot_bytes, range,
                   std::make_unique<v1::SimulateBatchResponse>()),
        batch_(batch) {}

  const void* call() const override { return batch_.call_.id(); }

 private:
  void Done(Response response, int64_t bytes, const ChunkRange& rest) override {
    response->set_engine_version(batch_.call_.engine().info().engine_version());
    batch_.ChunkDone({std::move(response), bytes}, rest);
  }
  void Lost(const absl::Status& status) override { batch_.call_.Ended(status); }

  LocalBatch& batch_;
};

LocalBatch::LocalBatch(WaitedCall& call, const v1::SimulateBatchRequest& request,
                       const ResponseCallback& on_response)
    : call_(call), request_(request), on_response_(on_response) {}

absl::Status LocalBatch::Run() {
  if (absl::Status bad = Plan(); !bad.ok()) return bad;
  {
    const MutexLock lock(mutex_);
    LocalEngine& engine = call_.engine();
    queue_.Start(*plan_, engine.streams(), engine.pool().threads());
  }
  StartChunks();
  for (;;) {
    const absl::Status status = call_.Wait([this] { return HasPacket(); });
    if (!status.ok()) break;
    if (HasPacket()) {
      HandOver();
      continue;
    }
    // No item is left, and nothing waits: all is done, or the call was cut between two chunks.
    const MutexLock lock(mutex_);
    if (!queue_.HasRanges()) return absl::OkStatus();
    return call_.control().OverStatus();
  }
  return call_.Wait();
}

absl::Status LocalBatch::Plan() {
  const RequestLimits& limits = call_.engine().limits();
  absl::Status bad = CheckRequest(request_, limits.max_shots_per_batch);
  if (!bad.ok()) return bad;
  absl::StatusOr<std::unique_ptr<ShotPlan>> plan =
      ShotPlan::Make(request_, ToConvertLimits(limits), call_.engine().scenes());
  if (!plan.ok()) return plan.status();
  plan_ = *std::move(plan);
  if (request_.AsksForCompliantEngine()) lane_ = Lane::kLong;
  return absl::OkStatus();
}

void LocalBatch::StartChunks() {
  while (std::unique_ptr<Chunk> chunk = NextChunk()) call_.Submit(std::move(chunk));
}

std::unique_ptr<LocalBatch::Chunk> LocalBatch::NextChunk() {
  std::optional<ChunkRange> range;
  {
    const MutexLock lock(mutex_);
    if (!call_.control().Over()) range = queue_.Next();
  }
  return range ? std::make_unique<Chunk>(*this, *range) : nullptr;
}

void LocalBatch::ChunkDone(Packet packet, const ChunkRange& rest) {
  {
    const MutexLock lock(mutex_);
    queue_.Done(std::move(packet), rest);
  }
  StartChunks();
  call_.Ended(absl::OkStatus());  // The call may be gone.
}

bool LocalBatch::HasPacket() {
  const MutexLock lock(mutex_);
  return queue_.HasPacket();
}

LocalBatch::Packet LocalBatch::TakePacket() {
  const MutexLock lock(mutex_);
  Packet packet = queue_.Take();
  queue_.Release(packet.bytes);
  return packet;
}

void LocalBatch::HandOver() {
  const absl::Status taken =
      call_.CallBack([&] { return on_response_(std::move(*TakePacket().answer)); });
  if (!taken.ok()) return call_.Fail(taken);
  StartChunks();
}

}  // namespace carom
