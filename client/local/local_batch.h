#ifndef CAROM_CLIENT_LOCAL_LOCAL_BATCH_H_
#define CAROM_CLIENT_LOCAL_LOCAL_BATCH_H_

#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "carom/client/connection.h"
#include "carom/v1/simulation.pb.h"
#include "client/local/waited_call.h"
#include "server/chunk_queue.h"
#include "server/mutex.h"
#include "server/request_view.h"
#include "server/shot_plan.h"

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

  using Response = std::unique_ptr<v1::SimulateBatchResponse>;
  using Packet = ChunkQueue<Response>::Packet;

  absl::Status Plan();
  void StartChunks();
  /// Null where none may start.
  std::unique_ptr<Chunk> NextChunk();
  /// A chunk is done, but for the rest of its range if it closed early.
  void ChunkDone(Packet packet, const ChunkRange& rest);
  bool HasPacket();
  Packet TakePacket();
  void HandOver();

  WaitedCall& call_;
  const RequestView request_;
  const ResponseCallback& on_response_;
  std::unique_ptr<ShotPlan> plan_;
  Lane lane_ = Lane::kBulk;

  Mutex mutex_;
  ChunkQueue<Response> queue_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace carom

#endif  // CAROM_CLIENT_LOCAL_LOCAL_BATCH_H_
