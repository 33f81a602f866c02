#ifndef CAROM_SERVER_UNARY_SHOTS_H_
#define CAROM_SERVER_UNARY_SHOTS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "carom/v1/result.pb.h"
#include "server/call_control.h"
#include "server/request_limits.h"
#include "server/request_view.h"
#include "server/scene_store.h"
#include "server/shot_plan.h"
#include "server/worker_pool.h"

namespace carom {

/// The shots of one call of Simulate, cut into parts that workers play in any order and that are
/// put together in the order of the shots.
///
/// First Plan(), by one thread. Then any number of workers: each takes a part and runs it, which
/// gives it the next one. At last Assemble(), by one thread, when all workers are done.
class UnaryShots {
 public:
  /// Both outlive this object.
  UnaryShots(const CallControl& control, const RequestLimits& limits);
  ~UnaryShots();

  /// Checks and plans the request. All arguments outlive the run; `results` will have the answer.
  absl::Status Plan(const RequestView& request, SceneStore& scenes, int threads,
                    v1::ShotResults& results);
  bool planned() const { return plan_ != nullptr; }
  std::size_t part_count() const { return parts_.size(); }
  /// An upper bound of the answer's bytes.
  int64_t most_bytes() const { return most_bytes_; }

  /// A part that nobody else has taken; part_count() or more when none is left. May be called
  /// before Plan().
  std::size_t TakePart() { return next_part_++; }
  /// Gives all parts back. None of them may have been run.
  void GiveBackParts() { next_part_ = 0; }

  /// Works on part `index`, and makes it the next part to take when that is done. `progress` says
  /// how to go on: kDone when no part is left.
  absl::Status RunPart(std::size_t& index, Worker& worker, const WorkItem::Yield& yield,
                       WorkItem::Progress& progress);

  /// Puts the parts together in `results`.
  void Assemble();
  void Free();

 private:
  struct Part;

  absl::Status CheckAnswer(const RequestView& request);
  void Split(uint32_t shots, int threads, v1::ShotResults& results);

  const CallControl& control_;
  const RequestLimits& limits_;
  v1::ShotResults* results_ = nullptr;
  std::unique_ptr<ShotPlan> plan_;
  int64_t most_bytes_ = 0;
  std::vector<std::unique_ptr<Part>> parts_;
  std::atomic<std::size_t> next_part_{0};
  std::atomic<int64_t> answer_bytes_{0};  ///< Of all parts so far.
};

}  // namespace carom

#endif  // CAROM_SERVER_UNARY_SHOTS_H_
