#ifndef CAROM_SERVER_CALL_TASKS_H_
#define CAROM_SERVER_CALL_TASKS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "carom/v1/mechanism.pb.h"
#include "carom/v1/rules.pb.h"
#include "carom/v1/simulation.pb.h"
#include "server/call/call_task.h"
#include "server/call_control.h"
#include "server/estimate_run.h"
#include "server/request_limits.h"
#include "server/request_view.h"
#include "server/scene_store.h"
#include "server/shot_plan.h"
#include "server/shot_run.h"

namespace carom {

/// What the tasks of calls work with. Everything outlives them.
struct TaskContext {
  SceneStore& scenes;
  const RequestLimits& limits;
  const StreamLimits& streams;
  int threads;
  const std::atomic<bool>& draining;  ///< What has not begun is left to other servers.
  const CallControl& control;
  Allowance& allowance;
};

/// A task that answers one request of the wire.
template <class RequestType, class ResponseType>
class RequestTask : public CallTask {
 public:
  using Request = RequestType;
  using Response = ResponseType;
  /// Gives the request, which stays valid as long as the task: a server parses it out of bytes, a
  /// process has it already.
  using Loaded = absl::StatusOr<const Request*>;
  using Load = std::function<Loaded()>;

  RequestTask(const TaskContext& context, Load load) : context_(context), load_(std::move(load)) {}

 protected:
  /// Ends with the response, of which `answers` tells, if it fits a message.
  absl::StatusOr<CallTask::Conclusion> EndWith(const SentAnswers& answers);

  const TaskContext context_;
  const Load load_;
  ResponseType response_;
};

/// A task whose request has shots.
template <class RequestType, class ResponseType>
class ShotRequestTask : public RequestTask<RequestType, ResponseType> {
 public:
  using RequestTask<RequestType, ResponseType>::RequestTask;
  bool IsLong() const override { return view_->AsksForCompliantEngine(); }

 protected:
  /// Loads the request and checks it as a whole, unless that is done.
  absl::Status LoadOnce(int max_shots);
  /// Loads, and makes the plan; kLong where that takes longer than others may wait.
  absl::StatusOr<PartState> Plan(int max_shots, const WorkItem::Yield& yield);
  /// Takes memory for the logs of the shots that run, and `bytes` for the answer.
  absl::Status Reserve(int64_t bytes);

  const RequestType* message_ = nullptr;  ///< Null: not loaded.
  std::optional<RequestView> view_;
  std::unique_ptr<ShotPlan> plan_;
  AnswerBytes shot_bytes_;  ///< Of the plan.
};

/// Simulate: the shots are cut into parts, which are played in any order and joined in the order of
/// the shots in one message.
class ShotsTask : public ShotRequestTask<v1::SimulateRequest, v1::SimulateResponse> {
 public:
  using ShotRequestTask::ShotRequestTask;

  absl::StatusOr<PartState> Open(const WorkItem::Yield& yield) override;
  std::unique_ptr<Runner> MakeRunner() override;
  int Ready(const CallLoad&) const override { return static_cast<int>(parts_.size() - next_part_); }
  bool HasParts() const override { return next_part_ < parts_.size(); }
  absl::StatusOr<Conclusion> Conclude(const WorkItem::Yield& yield) override;
  /// An answer of so many bytes is joined and serialised within a slice.
  bool ConcludesLong() const override { return answer_bytes_ > (1 << 20); }

 private:
  /// Consecutive shots and where their results go.
  struct Part {
    v1::ShotResults own_results;  ///< Unused where the call has a single part.
    std::optional<ShotRun> run;
    int64_t counted_bytes = 0;  ///< The share of this part in answer_bytes_.
  };
  class PartRunner;

  void Split();
  absl::StatusOr<PartState> RunPart(Part& part, Worker& worker, const WorkItem::Yield& yield);

  std::deque<Part> parts_;                ///< Each stays where it is.
  size_t next_part_ = 0;                  ///< Under the call's lock.
  std::atomic<int64_t> answer_bytes_{0};  ///< Of all parts so far.
};

/// SimulateBatch: the shots are cut into chunks, each of which is a message. A chunk begins only
/// while the outbox has room for it. So workers never wait for a reader, and a reader that stops
/// costs at most outbox_bytes plus the amount by which the running chunks exceed their estimates.
class BatchTask : public ShotRequestTask<v1::SimulateBatchRequest, v1::SimulateBatchResponse> {
 public:
  using ShotRequestTask::ShotRequestTask;

  absl::StatusOr<PartState> Open(const WorkItem::Yield& yield) override;
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

  uint32_t shots_per_chunk_ = 1;
  std::vector<Range> ranges_;  ///< In no chunk yet; the next one is at the back. Under the lock.
};

/// EstimateOutcomes: rounds of cells, and one answer after the last. When some draws have been
/// played, it tells how far it is, unless the message before is still on its way: a client that
/// does not read costs one message.
class EstimateTask
    : public ShotRequestTask<v1::EstimateOutcomesRequest, v1::EstimateOutcomesResponse> {
 public:
  using ShotRequestTask::ShotRequestTask;

  absl::StatusOr<PartState> Open(const WorkItem::Yield& yield) override;
  std::unique_ptr<Runner> MakeRunner() override;
  int Ready(const CallLoad&) const override { return static_cast<int>(cells_ - next_cell_); }
  bool HasParts() const override { return next_cell_ < cells_; }
  absl::StatusOr<Conclusion> Conclude(const WorkItem::Yield& yield) override;
  bool ConcludesLong() const override { return run_->RoundsAreLong(); }

 private:
  class CellRunner;

  /// Whether it is time to tell of progress, and nobody else does.
  bool ReportsProgress();

  std::unique_ptr<EstimateRun> run_;
  // Of this round; under the call's lock.
  size_t cells_ = 0;
  size_t next_cell_ = 0;
  std::atomic<int64_t> reported_draws_{0};  ///< When progress was reported last.
};

/// A question that is answered in one go; a cancellation reaches into the work.
template <class RequestType, class ResponseType>
class QuestionTask : public RequestTask<RequestType, ResponseType> {
 public:
  using RequestTask<RequestType, ResponseType>::RequestTask;

  absl::StatusOr<PartState> Open(const WorkItem::Yield& yield) override;
  absl::StatusOr<CallTask::Conclusion> Conclude(const WorkItem::Yield& yield) override;
  LogFields Outcome() const override { return outcome_; }

 private:
  static constexpr bool kIsMechanism = std::is_same_v<RequestType, v1::SimulateMechanismRequest>;
  LogFields outcome_ = LogFields(kIsMechanism ? 1 : 0, {"mechanism", std::string("none")});
};
/// Takes a few milliseconds at most.
using RulesTask = QuestionTask<v1::RuleShotsRequest, v1::RuleShotsResponse>;
using PlacingTask = QuestionTask<v1::PlaceBallsRequest, v1::PlaceBallsResponse>;
using AimsTask = QuestionTask<v1::FindAimsRequest, v1::FindAimsResponse>;
using PlanTask = QuestionTask<v1::PlanShotRequest, v1::PlanShotResponse>;
using MatchTask = QuestionTask<v1::PlayMatchRequest, v1::PlayMatchResponse>;
using MechanismCallTask = QuestionTask<v1::SimulateMechanismRequest, v1::SimulateMechanismResponse>;

}  // namespace carom

#endif  // CAROM_SERVER_CALL_TASKS_H_
