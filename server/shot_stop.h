#ifndef CAROM_SERVER_SHOT_STOP_H_
#define CAROM_SERVER_SHOT_STOP_H_

#include <chrono>

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
  ShotStop(const CallControl& control, Lane lane)
      : control_(control), lane_(lane), end_(Clock::now() + kLongShot) {}
  ShotStop(const ShotStop&) = delete;
  ShotStop& operator=(const ShotStop&) = delete;

  StopToken token() const {
    const StopToken cancelled = control_.stop_token();
    return lane_ == Lane::kLong ? cancelled : cancelled.Or(IsOver, &end_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  static bool IsOver(const void* end) {
    return Clock::now() >= *static_cast<const Clock::time_point*>(end);
  }

  const CallControl& control_;
  const Lane lane_;
  const Clock::time_point end_;
};

}  // namespace carom

#endif  // CAROM_SERVER_SHOT_STOP_H_
