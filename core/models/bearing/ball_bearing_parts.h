#ifndef CAROM_CORE_MODELS_BEARING_BALL_BEARING_PARTS_H_
#define CAROM_CORE_MODELS_BEARING_BALL_BEARING_PARTS_H_

#include <vector>

#include "core/models/bearing/ball_bearing.h"
#include "core/multibody/multibody_system.h"

namespace carom {

/// Frequencies of a radial ball bearing whose balls roll without slip, as multiples of the turning
/// race's. With g = d/D (ball over pitch diameter, contact angle 0) a ball's centre moves at half
/// the speed of the turning race at their contact.
struct BearingMultipliers {
  double cage = 0.0;             ///< Of the balls about the axis (FTF).
  double ball_pass_outer = 0.0;  ///< Balls that pass a point of the outer race (BPFO).
  double ball_pass_inner = 0.0;  ///< And of the inner race (BPFI).
  double ball_spin = 0.0;        ///< Of a ball against the cage (BSF).
};

/// The inner race on a turning shaft, the outer one fixed: cage (1 - g)/2.
constexpr BearingMultipliers InnerRaceTurns(int balls, double ball_m, double pitch_m) {
  const double g = ball_m / pitch_m;
  return {0.5 * (1.0 - g), 0.5 * balls * (1.0 - g), 0.5 * balls * (1.0 + g),
          0.5 * (1.0 - g * g) / g};
}

/// The outer race driven, the inner one fixed, as in [Smooth contact] 3: cage (1 + g)/2. The motion
/// of the balls relative to either race is the same.
constexpr BearingMultipliers OuterRaceTurns(int balls, double ball_m, double pitch_m) {
  BearingMultipliers multipliers = InnerRaceTurns(balls, ball_m, pitch_m);
  multipliers.cage = 0.5 * (1.0 + ball_m / pitch_m);
  return multipliers;
}

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
