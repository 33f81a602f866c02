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

/// Ends a shot that begins now when its call is cancelled and, but in the long lane, when it takes
/// longer than kLongShot. The tokens refer to it.
class ShotStop {
 public:
  ShotStop(const CallControl& control, Lane lane) : control_(control), lane_(lane) {}
  ShotStop(const ShotStop&) = delete;
  ShotStop& operator=(const ShotStop&) = delete;

  StopToken token() const {
    const StopToken cancelled = control_.stop_token();
    return lane_ == Lane::kLong ? cancelled : cancelled.Or(IsOver, this);
  }

 private:
  using Clock = std::chrono::steady_clock;

  // The time begins with the first question: most shots end before it and read no clock.
  static bool IsOver(const void* stop) {
    const auto& self = *static_cast<const ShotStop*>(stop);
    const Clock::time_point now = Clock::now();
    if (!self.end_) self.end_ = now + kLongShot;
    return now >= *self.end_;
  }

  const CallControl& control_;
  const Lane lane_;
  mutable std::optional<Clock::time_point> end_;
};

}  // namespace carom

#endif  // CAROM_SERVER_SHOT_STOP_H_
