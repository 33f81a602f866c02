#ifndef CAROM_SERVER_ESTIMATE_RUN_H_
#define CAROM_SERVER_ESTIMATE_RUN_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/v1/estimate.pb.h"
#include "core/estimate/report.h"
#include "core/estimate/schedule.h"
#include "server/convert/estimate_convert.h"
#include "server/request_limits.h"
#include "server/request_view.h"
#include "server/shot_plan.h"

namespace carom {

/// The estimate of one request, free of gRPC: whoever has workers can run it. It goes in rounds.
/// NextRound() plans cells; a CellRun plays one, any number of them at a time; when all of the
/// round have been played, NextRound() takes their counts and plans the next. Only CellRun may be
/// used by several threads at a time.
class EstimateRun {
 public:
  /// `request` has passed CheckRequest(); it, `message` and `scenes` outlive the run. Nothing is
  /// played here, and no more allocated than counts of the candidates. INVALID_ARGUMENT with the
  /// field's path; OUT_OF_RANGE where the answer would not fit into a message; CANCELLED when
  /// `planning` asks to end.
  static absl::StatusOr<std::unique_ptr<EstimateRun>> Make(
      const v1::EstimateOutcomesRequest& message, const RequestView& request,
      const RequestLimits& limits, SceneStore& scenes, Planning planning = {});

  /// Memory that the run takes beside the request.
  int64_t most_bytes() const { return most_bytes_; }
  int64_t most_draws() const { return most_draws_; }

  /// Whether NextRound() or Write() may take longer than a slice of a worker's time.
  bool RoundsAreLong() const;

  /// Takes the counts of the round before and plans the next one; false when all is done.
  bool NextRound();
  size_t cells() const { return cells_.size(); }
  int candidates_left() const { return schedule_.candidates_left(); }
  /// Draws of the cells that have been played so far.
  int64_t draws_done() const { return draws_done_.load(std::memory_order_relaxed); }

  /// After the last round. What is written is of no use once `stop` asks to end.
  void Write(v1::Estimates& estimates, StopToken stop = {});

  int64_t draws_failed() const { return draws_failed_.load(std::memory_order_relaxed); }
  int64_t events() const { return events_.load(std::memory_order_relaxed); }

 private:
  friend class CellRun;

  /// The outcome of a cell.
  struct CellResult {
    estimate::CellCounts counts;
    absl::Status failure;  ///< Of the first draw that failed.
  };

  EstimateRun(const RequestView& request, std::unique_ptr<ShotPlan> plan,
              ConvertedEstimate converted, const RequestLimits& limits);

  absl::Status CheckSizes() const;
  void TakeRound();
  void NoteFailure(int candidate, const absl::Status& failure);
  void MakeRoomForReported();
  void WriteCounts(v1::CandidateCounts& counts) const;
  void WriteCandidate(size_t reported, v1::CandidateEstimate& wire, StopToken stop);

  const RequestView& request_;
  const RequestLimits limits_;
  const std::unique_ptr<ShotPlan> plan_;
  const ConvertedEstimate converted_;
  const int64_t most_draws_;
  int64_t most_bytes_ = 0;
  estimate::Schedule schedule_;
  std::span<const estimate::Cell> cells_;
  std::vector<CellResult> results_;
  std::vector<estimate::ReportedDraws> reported_;  ///< By Cell::reported.
  std::map<int, absl::Status> failures_;           ///< By candidate.
  std::atomic<int64_t> draws_done_{0};
  std::atomic<int64_t> draws_failed_{0};
  std::atomic<int64_t> events_{0};
};

}  // namespace carom

#endif  // CAROM_SERVER_ESTIMATE_RUN_H_
