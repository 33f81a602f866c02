#ifndef CAROM_CLIENT_LOCAL_LOCAL_ESTIMATE_H_
#define CAROM_CLIENT_LOCAL_LOCAL_ESTIMATE_H_

#include <atomic>
#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "carom/client/options.h"
#include "carom/v1/simulation.pb.h"
#include "client/local/waited_call.h"
#include "server/estimate_run.h"
#include "server/request_view.h"

namespace carom {

/// One call of EstimateOutcomes in this process. In each round up to one runner per thread takes
/// cells, one after the other; the thread that has called plans the rounds and tells progress.
class LocalEstimate {
 public:
  /// All outlive the estimate.
  LocalEstimate(WaitedCall& call, const v1::EstimateOutcomesRequest& message,
                const EstimateProgressCallback& on_progress);

  absl::StatusOr<v1::EstimateOutcomesResponse> Run();

 private:
  class Runner;

  absl::Status Open();
  absl::Status RunRound();
  /// Of a runner, after a cell.
  void CellDone();
  bool IsDue() const;
  void TellProgress();

  WaitedCall& call_;
  const v1::EstimateOutcomesRequest& message_;
  const RequestView request_;
  const EstimateProgressCallback& on_progress_;
  std::unique_ptr<EstimateRun> run_;
  std::atomic<size_t> next_cell_{0};
  std::atomic<bool> long_{false};       ///< Shots take long: the lane of those that follow.
  std::atomic<int64_t> told_draws_{0};  ///< When progress was told last.
};

}  // namespace carom

#endif  // CAROM_CLIENT_LOCAL_LOCAL_ESTIMATE_H_
