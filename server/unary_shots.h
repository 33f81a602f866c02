#ifndef CAROM_SERVER_UNARY_SHOTS_H_
#define CAROM_SERVER_UNARY_SHOTS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "carom/v1/result.pb.h"
#include "server/call_control.h"
#include "server/mutex.h"
#include "server/request_limits.h"
#include "server/request_view.h"
#include "server/scene_store.h"
#include "server/shot_plan.h"
#include "server/worker_pool.h"

namespace carom {

/// The shots of one call of Simulate, cut into parts. Workers play the parts in any order, and
/// their results are joined in the order of the shots.
///
/// First one thread calls Plan(). Then any number of runners each take a part and run it, which
/// gives them the next one. The runner for which RunnerDone() returns a status is the last one; it
/// calls Assemble().
class UnaryShots {
 public:
  /// Both outlive this object.
  UnaryShots(CallControl& control, const RequestLimits& limits);
  ~UnaryShots();

  /// Checks and plans the request. All arguments outlive the run; `results` receives the answer.
  absl::Status Plan(const RequestView& request, SceneStore& scenes, int threads,
                    v1::ShotResults& results);
  bool planned() const { return plan_ != nullptr; }
  std::size_t part_count() const { return parts_.size(); }
  /// An upper bound of the answer's bytes.
  int64_t most_bytes() const { return most_bytes_; }

  /// Takes a part that nobody else has; returns part_count() or more when none is left. May be
  /// called before Plan().
  std::size_t TakePart() { return next_part_++; }
  /// Returns all parts, none of which may have been run.
  void GiveBackParts() { next_part_ = 0; }

  /// Works on part `index`. When this part is done, sets `index` to the next part to take.
  /// `progress` says how to go on: kDone when no part is left.
  absl::Status RunPart(std::size_t& index, Worker& worker, const WorkItem::Yield& yield,
                       WorkItem::Progress& progress);

  /// Counts runners; before they are submitted.
  void AddRunners(std::size_t count);
  /// The first error becomes the status of the whole call and cancels the call. The runner that
  /// fails still counts; it discards those that wait in the pool.
  void Fail(const absl::Status& status);
  /// A runner has ended. Returns the status of the call to the last runner, and nothing to the
  /// others, for which the call may be gone.
  std::optional<absl::Status> RunnerDone();

  /// Joins the parts in `results`.
  void Assemble();
  void Free();

 private:
  struct Part;

  absl::Status CheckAnswer(const RequestView& request);
  void Split(uint32_t shots, int threads, v1::ShotResults& results);

  CallControl& control_;
  const RequestLimits& limits_;
  v1::ShotResults* results_ = nullptr;
  std::unique_ptr<ShotPlan> plan_;
  int64_t most_bytes_ = 0;
  std::vector<std::unique_ptr<Part>> parts_;
  std::atomic<std::size_t> next_part_{0};
  std::atomic<int64_t> answer_bytes_{0};  ///< Of all parts so far.

  Mutex mutex_;
  std::size_t runners_ ABSL_GUARDED_BY(mutex_) = 0;  ///< Queued or running.
  absl::Status status_ ABSL_GUARDED_BY(mutex_);      ///< The first error of a runner.
};

}  // namespace carom

#endif  // CAROM_SERVER_UNARY_SHOTS_H_
