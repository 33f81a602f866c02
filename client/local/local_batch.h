#ifndef CAROM_CLIENT_LOCAL_LOCAL_BATCH_H_
#define CAROM_CLIENT_LOCAL_LOCAL_BATCH_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"
#include "client/connection.h"
#include "client/local/waited_call.h"
#include "server/mutex.h"
#include "server/request_view.h"
#include "server/shot_plan.h"
#include "server/shot_run.h"

namespace carom {

/// One call of SimulateBatch in this process. Its shots are cut into chunks that run on the pool;
/// finished ones wait in an outbox for the thread that has called. A chunk starts only while the
/// outbox has room for it, so that a slow callback costs no memory.
class LocalBatch {
 public:
  /// All outlive the batch.
  LocalBatch(WaitedCall& call, const v1::SimulateBatchRequest& request,
             const ResponseCallback& on_response);

  absl::Status Run();

 private:
  class Chunk;

  /// Shots [begin, end), counted from 0.
  struct Range {
    uint32_t begin;
    uint32_t end;
  };
  struct Packet {
    std::unique_ptr<v1::SimulateBatchResponse> response;
    int64_t bytes = 0;
  };

  absl::Status Plan();
  void StartChunks();
  std::unique_ptr<Chunk> NextChunk();
  bool HasRoom() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// A chunk is done, but for the rest of its range if it closed early.
  void ChunkDone(Packet packet, Range rest);
  bool HasPacket();
  Packet TakePacket();
  void HandOver();

  WaitedCall& call_;
  const RequestView request_;
  const ResponseCallback& on_response_;
  std::unique_ptr<ShotPlan> plan_;
  uint32_t shots_per_chunk_ = 1;
  Lane lane_ = Lane::kBulk;

  Mutex mutex_;
  std::vector<Range> ranges_ ABSL_GUARDED_BY(mutex_);  ///< Not yet started, next one at the back.
  int in_pool_ ABSL_GUARDED_BY(mutex_) = 0;            ///< Chunks queued or running.
  std::deque<Packet> outbox_ ABSL_GUARDED_BY(mutex_);
  int64_t occupied_bytes_ ABSL_GUARDED_BY(mutex_) = 0;  ///< Of outbox_.
};

}  // namespace carom

#endif  // CAROM_CLIENT_LOCAL_LOCAL_BATCH_H_
