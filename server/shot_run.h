#ifndef CAROM_SERVER_SHOT_RUN_H_
#define CAROM_SERVER_SHOT_RUN_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "carom/v1/result.pb.h"
#include "core/goals/goal.h"
#include "core/shot/derivatives.h"
#include "server/call_control.h"
#include "server/convert/result_writer.h"
#include "server/request_limits.h"
#include "server/shot_cursor.h"
#include "server/shot_plan.h"
#include "server/worker_pool.h"

namespace carom {

/// Simulates consecutive shots of a plan into one ShotResults, judges them, and leaves out those
/// that do not pass its filter. A run can stop between two shots and be continued, also by another
/// worker. Not thread-safe.
class ShotRun {
 public:
  enum class State {
    kDone,   ///< The last shot is written.
    kFull,   ///< The results have no room left; next() is the shot to continue with.
    kAgain,  ///< Others wait for the worker: call Run() again later.
    kLong,   ///< The next shot takes longer than kLongShot: call Run() again in the long lane.
    kOver,   ///< The call is over; what is written is of no use to anybody.
  };

  /// Shots [begin, end), counted from 0, into `results` (cleared). All arguments outlive the run.
  ShotRun(ShotPlan& plan, const CallControl& control, uint32_t begin, uint32_t end,
          int64_t max_shot_bytes, v1::ShotResults* results);

  /// The results are full when they reach `max_bytes`.
  State Run(Worker& worker, const WorkItem::Yield& yield, int64_t max_bytes);

  /// The same for a chunk of a batch. Its bytes or the number of its reported shots close it and,
  /// with a filter, its played shots or its time.
  State RunChunk(Worker& worker, const WorkItem::Yield& yield, const StreamLimits& limits);

  uint32_t next() const { return next_; }
  uint32_t end() const { return end_; }
  int64_t byte_size() const { return writer_.byte_size(); }

 private:
  using Clock = std::chrono::steady_clock;

  template <class IsFull>
  State RunUntil(Worker& worker, const WorkItem::Yield& yield, const IsFull& is_full);
  /// False when the shot was not played to its end.
  bool RunShot(Worker& worker, const StopToken& stop);
  absl::Status Play(Worker& worker, const StopToken& stop);
  absl::Status Probe(Worker& worker, const StopToken& stop);
  void Report(const goals::FinishedShot& shot);

  const ShotPlan& plan_;
  const CallControl& control_;
  ShotCursor cursor_;
  ResultWriter writer_;
  uint32_t next_;
  const uint32_t end_;
  std::vector<double> labels_;              ///< The labels of one shot.
  MarginReport margins_;                    ///< Of one shot.
  std::optional<Clock::time_point> begun_;  ///< When the chunk began.
};

}  // namespace carom

#endif  // CAROM_SERVER_SHOT_RUN_H_
