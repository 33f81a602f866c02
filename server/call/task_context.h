#ifndef CAROM_SERVER_CALL_TASK_CONTEXT_H_
#define CAROM_SERVER_CALL_TASK_CONTEXT_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>

#include "absl/status/statusor.h"
#include "carom/v1/result.pb.h"
#include "server/call/allowance.h"
#include "server/call/call_task.h"
#include "server/call_control.h"
#include "server/request_limits.h"
#include "server/request_view.h"
#include "server/scene_store.h"
#include "server/shot_plan.h"
#include "server/shot_run.h"
#include "server/shot_stop.h"

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

/// Gives a task its request, which stays valid as long as the task: a server parses it out of
/// bytes, a process has it already.
template <class Request>
using LoadRequest = std::function<absl::StatusOr<const Request*>()>;

/// Loads a request of shots and checks it as a whole, unless that is done.
template <class Request>
absl::Status LoadOnce(const LoadRequest<Request>& load, int max_shots, const Request*& request,
                      std::optional<RequestView>& view) {
  if (request != nullptr) return absl::OkStatus();
  const absl::StatusOr<const Request*> loaded = load();
  if (!loaded.ok()) return loaded.status();
  request = *loaded;
  view.emplace(*request);
  return CheckRequest(*view, max_shots);
}

/// What is asked while a call is planned in the lane of `stop`.
inline Planning PlanningOf(const ShotStop& stop, const TaskContext& context) {
  return {stop.token(),
          [&allowance = context.allowance](int64_t bytes) { return allowance.Grow(bytes); }};
}

/// Whether a plan that ended with this status is to be begun anew in the long lane.
inline bool TakesLong(const absl::Status& planned, const TaskContext& context) {
  return absl::IsCancelled(planned) && !context.control.Over();
}

/// A run of shots that was left, as a part of a call; kFull counts as done.
inline absl::StatusOr<PartState> ToPartState(ShotRun::State state, const CallControl& control) {
  switch (state) {
    case ShotRun::State::kOver:
      return control.OverStatus();
    case ShotRun::State::kAgain:
      return PartState::kAgain;
    case ShotRun::State::kLong:
      return PartState::kLong;
    case ShotRun::State::kDone:
    case ShotRun::State::kFull:
      break;
  }
  return PartState::kDone;
}

/// What one message of `bytes` bytes tells. With a selection all played shots count: they are
/// answered, though not one by one.
inline SentAnswers Told(const v1::ShotResults& results, int64_t bytes) {
  if (results.has_selection()) {
    const v1::ShotSelection& selection = results.selection();
    return {selection.played_count(), results.failures_size(),
            static_cast<int64_t>(selection.event_count()), bytes};
  }
  return {results.shot_count(), results.failures_size(),
          std::accumulate(results.event_counts().begin(), results.event_counts().end(), int64_t{0}),
          bytes};
}

/// UNAVAILABLE: another server does the rest.
inline absl::Status Draining() { return absl::UnavailableError("the server is shutting down"); }

}  // namespace carom

#endif  // CAROM_SERVER_CALL_TASK_CONTEXT_H_
