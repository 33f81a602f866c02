#ifndef CAROM_CORE_EVENT_SCHEDULER_H_
#define CAROM_CORE_EVENT_SCHEDULER_H_

#include <cstdint>

#include "core/base/register_width.h"
#include "core/event/event_queue.h"
#include "core/event/predict/predict.h"
#include "core/event/trajectory_table.h"
#include "core/event/world.h"
#include "core/kernels/rows.h"
#include "core/math/first_crossing.h"
#include "core/record/event.h"

namespace carom {

/// How much was searched, for benchmarks.
struct SearchCounts {
  int64_t table_searches = 0;  ///< Balls that searched cushions, pockets and edges.
  int64_t rows = 0;            ///< Balls whose partners were tested.
  int64_t pairs = 0;           ///< Pairs tested for a possible collision.
  int64_t candidates = 0;      ///< Pairs that may collide.
  int64_t solved = 0;          ///< Pairs whose time of collision was solved for.
};

/// What happens next? The scheduler predicts events from the phases of the balls and from the
/// solids, and keeps them in a queue. It knows no law: what an event does is the stage's affair
/// (event/stage.h). After each event it predicts again for the balls that have begun a new phase;
/// other balls are left alone.
///
/// Holds the memory of one shot and reuses it. Not thread-safe; one per worker.
class Scheduler {
 public:
  /// Predicts the first events of the balls in `phases`. Both must outlive the shot.
  void Begin(const World& world, TrajectoryTable& phases);
  /// The next event; EventQueue::kNothing if there is none.
  Event Next();
  /// Predicts again for these balls, one bit per ball, at the time of the last event.
  void Predict(uint32_t balls, double now_s);

  /// Calls `add` for all that could happen next, as [Event-based] Fig. 9 lists it.
  template <class Add>
  void ForEachCandidate(const Add& add) const;

  /// Adds the searches of all later shots to `counts`, which must outlive them. Null ends the
  /// counting.
  void CountInto(SearchCounts* counts) { counts_ = counts; }

 private:
  void FindPartners(int ball, uint32_t partners);
  OptionalTime SolveCollision(int ball, int partner);
  void PredictSingleBallEvent(int ball, double now_s);
  Event FindSingleBallEvent(int ball);
  int BallCount() const { return static_cast<int>(world_->balls.size()); }

  const rows::Kernels& kernels_ = rows::KernelsOf(ChosenWidth());
  const World* world_ = nullptr;
  TrajectoryTable* phases_ = nullptr;
  EventQueue queue_;
  SearchCounts* counts_ = nullptr;
};

// A part of the loop over all events: a call would cost more than what it takes.
[[gnu::always_inline]] inline Event Scheduler::Next() {
  return queue_.Next([this](int ball) { return FindSingleBallEvent(ball); },
                     [this](int ball, int partner) { return SolveCollision(ball, partner); });
}

template <class Add>
void Scheduler::ForEachCandidate(const Add& add) const {
  for (int ball = 0; ball < BallCount(); ++ball) {
    if (!phases_->InPlay(ball)) continue;
    for (const Event& own : SingleBallCandidates(*world_, *phases_, ball)) {
      if (own.ball >= 0) add(own);
    }
    for (int other = ball + 1; other < BallCount(); ++other) {
      if (!phases_->InPlay(other)) continue;
      if (!phases_->Translates(ball) && !phases_->Translates(other)) continue;
      const auto impact = NextBallBall(*world_, *phases_, ball, other, EventQueue::kNothing);
      if (impact) add(*impact);
    }
  }
}

}  // namespace carom

#endif  // CAROM_CORE_EVENT_SCHEDULER_H_
