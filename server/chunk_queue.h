#ifndef CAROM_SERVER_CHUNK_QUEUE_H_
#define CAROM_SERVER_CHUNK_QUEUE_H_

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "server/request_limits.h"
#include "server/shot_plan.h"
#include "server/split.h"

namespace carom {

/// Shots [begin, end) of a request, counted from 0.
struct ChunkRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// The path of a batch's shots: ranges wait, chunks that are cut from them run, and their answers
/// wait in an outbox until somebody takes them. A chunk starts only while the outbox has room for
/// it. So workers never wait for a reader, and a reader that stops costs at most outbox_bytes plus
/// the amount by which the running chunks exceed their estimates. Not thread-safe.
template <class Answer>
class ChunkQueue {
 public:
  /// An answer and the space that it occupies in the outbox.
  struct Packet {
    Answer answer;
    int64_t bytes = 0;
  };

  /// Adds all shots of the plan; called once. `limits` outlives the queue.
  void Start(const ShotPlan& plan, const StreamLimits& limits, int threads) {
    limits_ = &limits;
    threads_ = threads;
    const uint32_t shots = plan.request().shot_count;
    const int most = plan.detail().selected ? limits.chunk_played_shots : limits.chunk_shots;
    shots_per_chunk_ = std::min(static_cast<uint32_t>(most), ShotsPerPart(shots, threads));
    ranges_.push_back({0, shots});
  }

  /// The next chunk to run; empty where none is left or there is no room for it.
  std::optional<ChunkRange> Next() {
    if (ranges_.empty() || !HasRoom()) return std::nullopt;
    ChunkRange& range = ranges_.back();
    const ChunkRange cut{range.begin, std::min(range.end, range.begin + shots_per_chunk_)};
    range.begin = cut.end;
    if (range.begin == range.end) ranges_.pop_back();
    ++running_;
    return cut;
  }

  /// A chunk is done. If it closed early, `rest` is what remains of its range.
  void Done(Packet packet, const ChunkRange& rest) {
    --running_;
    if (rest.begin < rest.end) ranges_.push_back(rest);
    occupied_bytes_ += packet.bytes;
    outbox_.push_back(std::move(packet));
  }
  /// A chunk has ended without an answer.
  void Lost() { --running_; }

  bool HasPacket() const { return !outbox_.empty(); }
  /// The first packet, which occupies the outbox until Release().
  Packet Take() {
    Packet packet = std::move(outbox_.front());
    outbox_.pop_front();
    return packet;
  }
  void Release(int64_t bytes) { occupied_bytes_ -= bytes; }

  /// Whether shots are left that are in no chunk yet.
  bool HasRanges() const { return !ranges_.empty(); }
  void DropRanges() { ranges_.clear(); }
  void DropPackets() {
    for (const Packet& packet : outbox_) occupied_bytes_ -= packet.bytes;
    outbox_.clear();
  }

  int64_t occupied_bytes() const { return occupied_bytes_; }

 private:
  /// A chunk may run if fewer chunks than threads run and the outbox has room for its answer.
  bool HasRoom() const {
    if (running_ == 0 && occupied_bytes_ == 0) return true;
    return running_ < threads_ &&
           occupied_bytes_ + (running_ + 1) * limits_->chunk_bytes <= limits_->outbox_bytes;
  }

  const StreamLimits* limits_ = nullptr;
  int threads_ = 1;
  uint32_t shots_per_chunk_ = 1;
  std::vector<ChunkRange> ranges_;  ///< The next one is at the back.
  int running_ = 0;                 ///< Chunks queued in the pool or running.
  std::deque<Packet> outbox_;
  int64_t occupied_bytes_ = 0;  ///< Bytes of outbox_ and of packets taken but not released.
};

}  // namespace carom

#endif  // CAROM_SERVER_CHUNK_QUEUE_H_
