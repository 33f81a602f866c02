#ifndef CAROM_CORE_MODELS_POOL_MOTION_H_
#define CAROM_CORE_MODELS_POOL_MOTION_H_

#include "core/multibody/body.h"
#include "core/state/ball_state.h"
#include "core/table/ball.h"

namespace carom {

/// What a compliant ball is doing, in the words of the event engine. Compliant laws know no exact
/// rolling and no exact rest, so both have thresholds:
/// - still below rest_speed_m_s, by the speed of the centre and of the surface that spin gives it;
/// - rolling while the cloth contact slips by less than 1 % of the speed and 2 mm/s, twice what the
///   laws of the cloth take to build up their friction; a rolling ball slides again from four times
///   that on, so that it does not flicker;
/// - supported off the cloth when it is still and something else touches it; else airborne.
struct PoolMotionRule {
  double rest_speed_m_s = 1e-4;

  /// `on_cloth`: the cloth touches the ball; `supported`: something else does. `before` is what the
  /// ball did a step ago.
  MotionState Classify(const BodyMotion& motion, const BallSpec& ball, bool on_cloth,
                       bool supported, MotionState before) const;

  bool Still(const BodyMotion& motion, const BallSpec& ball) const;
};

}  // namespace carom

#endif  // CAROM_CORE_MODELS_POOL_MOTION_H_
