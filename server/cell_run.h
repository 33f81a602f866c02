#ifndef CAROM_SERVER_CELL_RUN_H_
#define CAROM_SERVER_CELL_RUN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "core/estimate/strike_noise.h"
#include "core/goals/goal.h"
#include "core/shot/simulate.h"
#include "server/call_control.h"
#include "server/estimate_run.h"
#include "server/shot_cursor.h"
#include "server/shot_run.h"
#include "server/worker_pool.h"

namespace carom {

/// Plays the draws of one cell of an estimate after the other. It can be left between two draws and
/// taken up again, by another worker too. Not thread-safe; one per worker.
class CellRun {
 public:
  /// Both outlive the object.
  CellRun(EstimateRun& run, const CallControl& control);

  /// Takes up a cell of the round.
  void Begin(size_t cell);

  /// Never kFull. After kDone the cell's counts are the run's.
  ShotRun::State Run(Worker& worker, const WorkItem::Yield& yield);

 private:
  /// False when the shot was not played to its end.
  bool PlayDraw(Worker& worker, const StopToken& stop);
  absl::Status Simulate(Worker& worker, const StopToken& stop);
  void Judge(const Record& record);
  void Fail(const absl::Status& status);
  void End();

  EstimateRun& run_;
  const CallControl& control_;
  const Detail detail_;
  ShotCursor cursor_;
  estimate::Cell cell_;
  EstimateRun::CellResult result_;
  size_t index_ = 0;
  int64_t next_ = 0;
  int64_t events_ = 0;
  absl::Status loaded_;
  Shot shot_;
  std::optional<CueStrike> meant_;
  estimate::StrikeNoise noise_room_;
  const estimate::StrikeNoise* noise_ = nullptr;
  std::vector<goals::Verdict> verdicts_;
};

}  // namespace carom

#endif  // CAROM_SERVER_CELL_RUN_H_
