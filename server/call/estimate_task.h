#ifndef CAROM_SERVER_CALL_ESTIMATE_TASK_H_
#define CAROM_SERVER_CALL_ESTIMATE_TASK_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "carom/v1/simulation.pb.h"
#include "server/call/task_context.h"
#include "server/estimate_run.h"
#include "server/request_view.h"

namespace carom {

/// EstimateOutcomes: rounds of cells, and one answer after the last. When some draws have been
/// played, it tells how far it is, unless the message before is still on its way: a client that
/// does not read costs one message.
class EstimateTask : public CallTask {
 public:
  EstimateTask(const TaskContext& context, LoadRequest<v1::EstimateOutcomesRequest> load);

  absl::StatusOr<PartState> Open(const WorkItem::Yield& yield) override;
  bool IsLong() const override { return request_->AsksForCompliantEngine(); }
  std::unique_ptr<Runner> MakeRunner() override;
  int Ready(const CallLoad&) const override { return static_cast<int>(cells_ - next_cell_); }
  bool HasParts() const override { return next_cell_ < cells_; }
  absl::StatusOr<Conclusion> Conclude(const WorkItem::Yield& yield) override;
  bool ConcludesLong() const override { return run_->RoundsAreLong(); }

 private:
  class CellRunner;

  /// Whether it is time to tell of progress, and nobody else does.
  bool TellsProgress();

  const TaskContext context_;
  const LoadRequest<v1::EstimateOutcomesRequest> load_;
  const v1::EstimateOutcomesRequest* message_ = nullptr;  ///< Null: not loaded.
  std::optional<RequestView> request_;
  std::unique_ptr<EstimateRun> run_;
  // Of this round; under the call's lock.
  size_t cells_ = 0;
  size_t next_cell_ = 0;
  std::atomic<int64_t> told_draws_{0};  ///< When progress was told last.
  v1::EstimateOutcomesResponse response_;
};

}  // namespace carom

#endif  // CAROM_SERVER_CALL_ESTIMATE_TASK_H_
