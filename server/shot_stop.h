#ifndef CAROM_SERVER_SHOT_STOP_H_
#define CAROM_SERVER_SHOT_STOP_H_

#include <chrono>
#include <optional>

#include "core/base/stop_token.h"
#include "server/call_control.h"
#include "server/worker_pool.h"

namespace carom {

/// A shot cannot be interrupted and resumed. One that takes longer than this is given up, and begun
/// anew in the lane where it keeps nobody waiting. Shots on usual tables with usual laws end long
/// before.
inline constexpr std::chrono::milliseconds kLongShot{50};

/// Likewise planning a call: it is begun anew in the long lane when it takes longer than a slice.
inline constexpr std::chrono::microseconds kLongPlan = WorkerPool::kTimeSlice;

/// Ends a shot, or a plan, that begins now when its call is cancelled and, but in the long lane,
/// when it takes longer than `most`; in the long lane lets others run meanwhile. The tokens refer
/// to it, and are asked by the thread that `yield` belongs to.
class ShotStop {
 public:
  ShotStop(const CallControl& control, const WorkItem::Yield& yield,
           std::chrono::microseconds most = kLongShot)
      : cancelled_(control.stop_token()), yield_(yield), most_(most) {}
  ShotStop(const ShotStop&) = delete;
  ShotStop& operator=(const ShotStop&) = delete;

  StopToken token() const {
    return cancelled_.Or(yield_.lane() == Lane::kLong ? IsCancelled : IsOver, this);
  }

 private:
  using Clock = std::chrono::steady_clock;

  static bool IsCancelled(const void* stop) {
    const auto& self = *static_cast<const ShotStop*>(stop);
    self.yield_.LetOthersRun();
    return self.cancelled_.StopRequested();
  }

  // The time begins with the first question: most shots end before it and read no clock.
  static bool IsOver(const void* stop) {
    const auto& self = *static_cast<const ShotStop*>(stop);
    const Clock::time_point now = Clock::now();
    if (!self.end_) self.end_ = now + self.most_;
    return now >= *self.end_;
  }

  const StopToken cancelled_;
  const WorkItem::Yield& yield_;
  const std::chrono::microseconds most_;
  mutable std::optional<Clock::time_point> end_;
};

}  // namespace carom

#endif  // CAROM_SERVER_SHOT_STOP_H_
