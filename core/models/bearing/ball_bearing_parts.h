#ifndef CAROM_CORE_MODELS_BEARING_BALL_BEARING_PARTS_H_
#define CAROM_CORE_MODELS_BEARING_BALL_BEARING_PARTS_H_

#include <vector>

#include "core/models/bearing/ball_bearing.h"
#include "core/multibody/multibody_system.h"

namespace carom {

/// Body 0; the balls follow it. The inner race is the ground.
inline constexpr int kOuterRace = 0;

/// The two races where no ball deforms them: (D -+ d)/2, each moved by half the interference.
double InnerRaceRadius(const BallBearing& bearing);
double OuterRaceRadius(const BallBearing& bearing);

/// Bodies, contacts and springs of a bearing. For each ball its pairs with the inner and the outer
/// race, in this order; then, with an axial load, for each its pairs with the two shoulders.
MultibodySpec PartsOf(const BallBearing& bearing);

/// The start: balls at rest, the outer race at its speed.
std::vector<BodyMotion> StartOf(const BallBearing& bearing);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_BEARING_BALL_BEARING_PARTS_H_
