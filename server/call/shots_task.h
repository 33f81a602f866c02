#ifndef CAROM_SERVER_CALL_SHOTS_TASK_H_
#define CAROM_SERVER_CALL_SHOTS_TASK_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "carom/v1/simulation.pb.h"
#include "server/call/task_context.h"
#include "server/request_view.h"
#include "server/shot_plan.h"

namespace carom {

/// Simulate: the shots are cut into parts, which are played in any order and joined in the order of
/// the shots in one message.
class ShotsTask : public CallTask {
 public:
  ShotsTask(const TaskContext& context, LoadRequest<v1::SimulateRequest> load);
  ~ShotsTask() override;

  absl::StatusOr<PartState> Open(const WorkItem::Yield& yield) override;
  bool IsLong() const override { return request_->AsksForCompliantEngine(); }
  std::unique_ptr<Runner> MakeRunner() override;
  int Ready(const CallLoad&) const override { return static_cast<int>(parts_.size() - next_part_); }
  bool HasParts() const override { return next_part_ < parts_.size(); }
  absl::StatusOr<Conclusion> Conclude(const WorkItem::Yield& yield) override;
  bool ConcludesLong() const override;

 private:
  struct Part;
  class PartRunner;

  /// Takes memory for the answer, and for the shots' logs. One whose smallest form exceeds the
  /// limit of a message is refused before anything is played.
  absl::Status ReserveAnswer();
  void Split();
  absl::StatusOr<PartState> RunPart(Part& part, Worker& worker, const WorkItem::Yield& yield);

  const TaskContext context_;
  const LoadRequest<v1::SimulateRequest> load_;
  const v1::SimulateRequest* message_ = nullptr;  ///< Null: not loaded.
  std::optional<RequestView> request_;
  std::unique_ptr<ShotPlan> plan_;
  std::vector<std::unique_ptr<Part>> parts_;
  size_t next_part_ = 0;                  ///< Under the call's lock.
  std::atomic<int64_t> answer_bytes_{0};  ///< Of all parts so far.
  v1::SimulateResponse response_;
};

}  // namespace carom

#endif  // CAROM_SERVER_CALL_SHOTS_TASK_H_
