#ifndef CAROM_SERVER_BATCH_REACTOR_H_
#define CAROM_SERVER_BATCH_REACTOR_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"
#include "server/chunk_queue.h"
#include "server/request_view.h"
#include "server/shot_plan.h"
#include "server/stream_reactor.h"

namespace carom {

/// One call of SimulateBatch. Its shots are cut into chunks that run on the pool. Each finished
/// chunk goes into an outbox, from which one chunk at a time is written.
class BatchReactor : public StreamReactor {
 public:
  /// Begins the call. All arguments outlive it.
  static BatchReactor* Start(ServiceContext& service, grpc::CallbackServerContext* context,
                             const grpc::ByteBuffer* request);

 private:
  class Opener;
  class Chunk;
  using Response = std::unique_ptr<v1::SimulateBatchResponse>;

  BatchReactor(ServiceContext& service, grpc::CallbackServerContext* context,
               const grpc::ByteBuffer* request);

  /// Run by a worker: parses and plans the call.
  void Open();
  absl::Status Plan();

  /// A chunk has left the pool with its results, and with the rest of its range if it closed early.
  void ChunkDone(Response response, ChunkRange rest);
  /// A chunk has left the pool without results; `status` becomes the call's.
  void ChunkLost(const absl::Status& status);

  std::vector<std::unique_ptr<WorkItem>> NextItems() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) override;
  std::optional<Packet> NextPacket() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) override;
  void PacketLeft(const Packet& packet) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) override;
  void Discard() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) override;
  bool IsComplete() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) override;

  /// Tells the service by how much the outbox has grown or shrunk.
  void CountOutbox() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Response TakeSpare() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Recycle(Response response, int64_t bytes) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Set before the first chunk.
  v1::SimulateBatchRequest message_;
  std::optional<RequestView> request_;
  std::unique_ptr<ShotPlan> plan_;
  Lane lane_ = Lane::kBulk;

  ChunkQueue<Packet> queue_ ABSL_GUARDED_BY(mutex_);
  int64_t counted_bytes_ ABSL_GUARDED_BY(mutex_) = 0;  ///< Counted by the service.
  std::vector<Response> spare_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace carom

#endif  // CAROM_SERVER_BATCH_REACTOR_H_
