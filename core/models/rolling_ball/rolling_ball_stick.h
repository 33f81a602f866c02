#ifndef CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_STICK_H_
#define CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_STICK_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
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

struct StickRoll {
  struct Phase {
    double begin_s = 0.0;
    RollingBallPhase phase = RollingBallPhase::kSlides;
  };

  Vec2 rest_m = Vec2::Zero();
  double stop_time_s = 0.0;  ///< As the figure of Simulate().
  double rest_time_s = 0.0;  ///< When the last spin is gone.
  std::vector<Phase> phases;
  int64_t evaluations = 0;
  StopReason stop_reason = StopReason::kAtRest;  ///< Only then are the others those of rest.
};

/// Rolls a ball by the event-driven scheme that the smoothed laws of [Contensou ball] 2.4 stand in
/// for: the unsmoothed laws between events at which the patch or the centre sticks or breaks away.
/// The smoothing of ball.patch is ignored. So is the method of ball.integration: Dormand-Prince
/// 5(4) is used, since a ball that rolls is not stiff here. (A ball that crawls over a spinning
/// patch is stiff: 1e5 steps in a second or two.) Speeds below 1e-6 m/s are taken as zero.
///
/// Errors are those of Validate() and of ValidateStick().
absl::StatusOr<StickRoll> RollWithStick(const RollingBall& ball, StopToken stop);

/// INVALID_ARGUMENT at "patch.lean" when friction cannot make a ball roll against its resistance,
/// a d > 7 r mu.
absl::Status ValidateStick(const RollingBall& ball);

/// The same as a record: that of Simulate(), with the changes of phase that have an event:
/// from sliding to rolling, and from rolling or spinning to rest.
absl::Status RunWithStick(const RollingBall& ball, const MechanismDetail& detail, StopToken stop,
                          MechanismRecord& record);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_STICK_H_
