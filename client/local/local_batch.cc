#include "client/local/local_batch.h"

#include <optional>
#include <utility>

#include "server/shot_run.h"
#include "server/split.h"

namespace carom {

/// A range of shots on its way through the pool.
class LocalBatch::Chunk : public WorkItem {
 public:
  Chunk(LocalBatch& batch, const ChunkRange& range)
      : batch_(batch),
        response_(std::make_unique<v1::SimulateBatchResponse>()),
        run_(*batch_.plan_, batch_.call_.control(), range.begin, range.end,
             batch_.call_.engine().limits().max_shot_bytes, response_->mutable_results()) {}

  Lane lane() const override { return batch_.lane_; }
  const void* call() const override { return batch_.call_.id(); }
  bool Expired() const override { return batch_.call_.control().Over(); }
  void Drop() override { batch_.call_.Ended(batch_.call_.control().OverStatus()); }

  Progress Run(Worker& worker, const Yield& yield) override {
    switch (run_.RunChunk(worker, yield, batch_.call_.engine().streams())) {
      case ShotRun::State::kAgain:
        return Progress::kAgain;
      case ShotRun::State::kLong:
        return Progress::kLong;
      case ShotRun::State::kOver:
        Drop();
        return Progress::kDone;
      case ShotRun::State::kDone:
      case ShotRun::State::kFull:
        break;
    }
    response_->set_engine_version(batch_.call_.engine().info().engine_version());
    batch_.ChunkDone({std::move(response_), run_.byte_size()}, {run_.next(), run_.end()});
    return Progress::kDone;
  }

 private:
  LocalBatch& batch_;
  Response response_;
  ShotRun run_;
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
  const absl::Status taken = on_response_(std::move(*TakePacket().answer));
  if (!taken.ok()) return call_.Fail(taken);
  StartChunks();
}

}  // namespace carom
