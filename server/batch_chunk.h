#ifndef CAROM_SERVER_BATCH_CHUNK_H_
#define CAROM_SERVER_BATCH_CHUNK_H_

#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"
#include "server/call_control.h"
#include "server/chunk_queue.h"
#include "server/request_limits.h"
#include "server/shot_plan.h"
#include "server/shot_run.h"
#include "server/worker_pool.h"

namespace carom {

/// A range of a batch's shots on its way through the pool. It hands its results to the batch when
/// its last shot is played or its response is full.
class BatchChunk : public WorkItem {
 public:
  using Response = std::unique_ptr<v1::SimulateBatchResponse>;

  Lane lane() const final { return lane_; }
  bool Expired() const final { return control_.Over(); }
  Progress Run(Worker& worker, const Yield& yield) final;
  void Drop() final { Lost(control_.OverStatus()); }

 protected:
  /// All references outlive the chunk's last Run().
  BatchChunk(ShotPlan& plan, const CallControl& control, Lane lane, const StreamLimits& limits,
             int64_t max_shot_bytes, const ChunkRange& shots, Response response);

 private:
  /// The chunk has its results, of `bytes` by the estimate of its writer. `rest` is what remains of
  /// its range if it closed early. The batch may be gone afterwards.
  virtual void Done(Response response, int64_t bytes, const ChunkRange& rest) = 0;
  /// The call is over, for the reason of `status`: there are no results. The batch may be gone
  /// afterwards.
  virtual void Lost(const absl::Status& status) = 0;

  const CallControl& control_;
  const StreamLimits& limits_;
  const Lane lane_;
  Response response_;
  ShotRun run_;
};

}  // namespace carom

#endif  // CAROM_SERVER_BATCH_CHUNK_H_
