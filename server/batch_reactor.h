#ifndef CAROM_SERVER_BATCH_REACTOR_H_
#define CAROM_SERVER_BATCH_REACTOR_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"
#include "server/admission.h"
#include "server/call_control.h"
#include "server/log/call_log.h"
#include "server/mutex.h"
#include "server/service_context.h"
#include "server/shot_plan.h"
#include "server/shot_run.h"

namespace carom {

/// One call of SimulateBatch. Its shots are cut into chunks that run on the pool; each finished
/// chunk goes into an outbox, from which one at a time is written. A chunk starts only while the
/// outbox has room for it, so workers never wait for the stream, and a client that stops reading
/// costs no more than outbox_bytes, plus the amount by which the running chunks exceed their
/// estimates.
///
/// Everything that happens (a chunk is done, a write is done, the call is cancelled) changes the
/// state under the lock and hands it to Advance(), the one place that decides what comes next. The
/// lock is held in between: a chunk that has left the pool no longer keeps the reactor alive.
///
/// Lifetime: deletes itself in OnDone(), which cannot come before Finish(), which is called once,
/// when no chunk is queued or running and no write is in flight. So chunks may refer to the reactor
/// and the request freely.
class BatchReactor : public grpc::ServerWriteReactor<grpc::ByteBuffer> {
 public:
  /// Begins the call. All arguments outlive it.
  static BatchReactor* Start(ServiceContext& service, grpc::CallbackServerContext* context,
                             const grpc::ByteBuffer* request);

  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  class Opener;
  class Chunk;

  /// Shots [begin, end), counted from 0.
  struct Range {
    uint32_t begin;
    uint32_t end;
  };
  /// A chunk that is ready to be sent.
  struct Packet {
    grpc::ByteBuffer bytes;
    SentAnswers told;
  };

  BatchReactor(ServiceContext& service, grpc::CallbackServerContext* context,
               const grpc::ByteBuffer* request);

  /// Run by a worker: parses and plans the call.
  void Open();
  absl::Status Plan();

  /// A chunk has left the pool with its results, and with the rest of its range if it closed early.
  void ChunkDone(std::unique_ptr<v1::SimulateBatchResponse> response, Range rest);
  /// A chunk has left the pool without results; `status` becomes the call's.
  void ChunkLost(const absl::Status& status);

  /// Starts chunks, a write, or the end of the call, as the state allows, and lets go the mutex.
  /// The reactor may be gone when this returns.
  void Advance() ABSL_UNLOCK_FUNCTION(mutex_);
  bool HasRoom() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::unique_ptr<WorkItem> NextChunk() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Occupy(int64_t bytes) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void DiscardOutbox() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Recycle(std::unique_ptr<v1::SimulateBatchResponse> response, int64_t bytes)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  ServiceContext& service_;
  grpc::CallbackServerContext* const context_;
  const grpc::ByteBuffer* const request_bytes_;
  const CallLog log_;
  CallControl control_;
  std::unique_ptr<Admission::Ticket> ticket_;  ///< Null: refused.
  // Set before the first chunk.
  v1::SimulateBatchRequest message_;
  std::optional<RequestView> request_;
  std::unique_ptr<ShotPlan> plan_;
  uint32_t shots_per_chunk_ = 1;
  Lane lane_ = Lane::kBulk;

  Mutex mutex_;
  std::vector<Range> ranges_ ABSL_GUARDED_BY(mutex_);  ///< Not yet started, next one at the back.
  int in_pool_ ABSL_GUARDED_BY(mutex_) = 0;            ///< Items queued or running.
  std::deque<Packet> outbox_ ABSL_GUARDED_BY(mutex_);
  Packet writing_ ABSL_GUARDED_BY(mutex_);  ///< In flight, if it is valid.
  Timings::Clock::time_point write_began_ ABSL_GUARDED_BY(mutex_);
  int64_t occupied_bytes_ ABSL_GUARDED_BY(mutex_) = 0;  ///< Of outbox_ and writing_.
  std::vector<std::unique_ptr<v1::SimulateBatchResponse>> spare_ ABSL_GUARDED_BY(mutex_);
  absl::Status status_ ABSL_GUARDED_BY(mutex_);       ///< Not OK: the call ends as soon as it can.
  bool handed_back_ ABSL_GUARDED_BY(mutex_) = false;  ///< Shots not begun, for another server.
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  grpc::Status sent_status_ ABSL_GUARDED_BY(mutex_);
  SentAnswers sent_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace carom

#endif  // CAROM_SERVER_BATCH_REACTOR_H_
