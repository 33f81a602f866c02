#include "client/local/local_batch.h"

#include <algorithm>
#include <utility>

#include "server/split.h"

namespace carom {

/// A range of shots on its way through the pool.
class LocalBatch::Chunk : public WorkItem {
 public:
  Chunk(LocalBatch& batch, Range range)
      : batch_(batch),
        response_(std::make_unique<v1::SimulateBatchResponse>()),
        run_(*batch_.plan_, batch_.call_.control(), range.begin, range.end,
             batch_.call_.engine().limits().max_shot_bytes, response_->mutable_results()) {}

  Lane lane() const override { return batch_.lane_; }
  const void* call() const override { return batch_.call_.id(); }
  bool Expired() const override { return batch_.call_.control().Over(); }
  void Drop() override { batch_.call_.Ended(batch_.call_.control().OverStatus()); }

  Progress Run(Worker& worker, const Yield& yield) override {
    switch (run_.Run(worker, yield, batch_.call_.engine().streams().chunk_bytes)) {
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
  std::unique_ptr<v1::SimulateBatchResponse> response_;
  ShotRun run_;
};

LocalBatch::LocalBatch(WaitedCall& call, const v1::SimulateBatchRequest& request,
                       const ResponseCallback& on_response)
    : call_(call), request_(request), on_response_(on_response) {}

absl::Status LocalBatch::Run() {
  if (absl::Status bad = Plan(); !bad.ok()) return bad;
  {
    const MutexLock lock(mutex_);
    ranges_.push_back({0, request_.shot_count});
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
    if (ranges_.empty()) return absl::OkStatus();
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
  shots_per_chunk_ = std::min(static_cast<uint32_t>(call_.engine().streams().chunk_shots),
                              ShotsPerPart(request_.shot_count, call_.engine().pool().threads()));
  if (request_.AsksForCompliantEngine()) lane_ = Lane::kLong;
  return absl::OkStatus();
}

void LocalBatch::StartChunks() {
  while (std::unique_ptr<Chunk> chunk = NextChunk()) call_.Submit(std::move(chunk));
}

/// Cuts the next chunk from the last range; null where none may start.
std::unique_ptr<LocalBatch::Chunk> LocalBatch::NextChunk() {
  Range cut;
  {
    const MutexLock lock(mutex_);
    if (ranges_.empty() || !HasRoom() || call_.control().Over()) return nullptr;
    Range& range = ranges_.back();
    cut = {range.begin, std::min(range.end, range.begin + shots_per_chunk_)};
    range.begin = cut.end;
    if (range.begin == range.end) ranges_.pop_back();
    ++in_pool_;
  }
  return std::make_unique<Chunk>(*this, cut);
}

bool LocalBatch::HasRoom() const {
  if (in_pool_ == 0 && occupied_bytes_ == 0) return true;
  const StreamLimits& limits = call_.engine().streams();
  return in_pool_ < call_.engine().pool().threads() &&
         occupied_bytes_ + (in_pool_ + 1) * limits.chunk_bytes <= limits.outbox_bytes;
}

void LocalBatch::ChunkDone(Packet packet, Range rest) {
  {
    const MutexLock lock(mutex_);
    --in_pool_;
    if (rest.begin < rest.end) ranges_.push_back(rest);
    occupied_bytes_ += packet.bytes;
    outbox_.push_back(std::move(packet));
  }
  StartChunks();
  call_.Ended(absl::OkStatus());  // The call may be gone.
}

bool LocalBatch::HasPacket() {
  const MutexLock lock(mutex_);
  return !outbox_.empty();
}

LocalBatch::Packet LocalBatch::TakePacket() {
  const MutexLock lock(mutex_);
  Packet packet = std::move(outbox_.front());
  outbox_.pop_front();
  occupied_bytes_ -= packet.bytes;
  return packet;
}

void LocalBatch::HandOver() {
  const absl::Status taken = on_response_(std::move(*TakePacket().response));
  if (!taken.ok()) return call_.Fail(taken);
  StartChunks();
}

}  // namespace carom
