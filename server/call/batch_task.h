#ifndef CAROM_SERVER_CALL_BATCH_TASK_H_
#define CAROM_SERVER_CALL_BATCH_TASK_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "carom/v1/simulation.pb.h"
#include "server/call/task_context.h"
#include "server/request_view.h"
#include "server/shot_plan.h"

namespace carom {

/// SimulateBatch: the shots are cut into chunks, each of which is a message. A chunk begins only
/// while the outbox has room for it. So workers never wait for a reader, and a reader that stops
/// costs at most outbox_bytes plus the amount by which the running chunks exceed their estimates.
class BatchTask : public CallTask {
 public:
  BatchTask(const TaskContext& context, LoadRequest<v1::SimulateBatchRequest> load);

  absl::StatusOr<PartState> Open(const WorkItem::Yield& yield) override;
  bool IsLong() const override { return request_->AsksForCompliantEngine(); }
  std::unique_ptr<Runner> MakeRunner() override;
  int Ready(const CallLoad& load) const override;
  bool HasParts() const override { return !ranges_.empty() && !context_.draining; }
  absl::StatusOr<Conclusion> Conclude(const WorkItem::Yield& yield) override;

 private:
  class ChunkRunner;

  /// Shots [begin, end) of the request, counted from 0.
  struct Range {
    uint32_t begin = 0;
    uint32_t end = 0;
  };

  Range Cut();

  const TaskContext context_;
  const LoadRequest<v1::SimulateBatchRequest> load_;
  const v1::SimulateBatchRequest* message_ = nullptr;  ///< Null: not loaded.
  std::optional<RequestView> request_;
  std::unique_ptr<ShotPlan> plan_;
  uint32_t shots_per_chunk_ = 1;
  std::vector<Range> ranges_;  ///< In no chunk yet; the next one is at the back. Under the lock.
};

}  // namespace carom

#endif  // CAROM_SERVER_CALL_BATCH_TASK_H_
