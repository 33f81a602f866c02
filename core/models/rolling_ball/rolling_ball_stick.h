#ifndef CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_STICK_H_
#define CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_STICK_H_

#include "absl/status/status.h"
#include "core/models/rolling_ball/rolling_ball.h"

namespace carom {

/// What the ball does. Friction and rolling resistance are set-valued without smoothing: each takes
/// whatever value within its bounds keeps its own motion at zero.
enum class RollingBallPhase {
  kSlides,       ///< The patch slips or spins, the ball moves on.
  kRolls,        ///< The patch sticks.
  kTurnsOnSpot,  ///< The patch slips or spins, rolling resistance holds the centre in its place.
  kRests,
};

/// INVALID_ARGUMENT at "patch.lean" when friction cannot make a ball roll against its resistance,
/// a d > 7 r mu.
absl::Status ValidateStick(const RollingBall& ball);

/// Rolls a ball by the event-driven scheme that the smoothed laws of [Contensou ball] 2.4 stand in
/// for: the unsmoothed laws between events at which the patch or the centre sticks or breaks away.
/// The smoothing of ball.patch is ignored. So is the method of ball.integration: Dormand-Prince
/// 5(4) is used, since a ball that rolls is not stiff here. (A ball that crawls over a spinning
/// patch is stiff: 1e5 steps in a second or two.) Speeds below 1e-6 m/s are taken as zero.
///
/// The record is that of Simulate(), with the changes of phase that have an event: from sliding to
/// rolling, and from rolling or spinning to rest. Errors are those of Validate() and of
/// ValidateStick().
absl::Status RunWithStick(const RollingBall& ball, const MechanismDetail& detail, StopToken stop,
                          MechanismRecord& record);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_STICK_H_
