#ifndef CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_STICK_EQUATIONS_H_
#define CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_STICK_EQUATIONS_H_

#include <optional>

#include "core/models/rolling_ball/rolling_ball_equations.h"
#include "core/models/rolling_ball/rolling_ball_stick.h"

namespace carom {

/// Below these, motions count as none.
inline constexpr double kStillSpeed_m_s = 1e-6;   ///< Of the centre.
inline constexpr double kStuckRate_per_s = 1e-6;  ///< Of the patch: its lambda of Eq. (6).

/// What a ball on a patch without smoothing does in each phase of [Contensou ball]: the equations
/// of motion, with the values of friction and rolling resistance while they keep their own motion
/// at zero.
class StickEquations {
 public:
  /// The smoothing of ball.patch is ignored.
  explicit StickEquations(const RollingBall& ball);

  const RollingBallEquations& free() const { return free_; }
  const ContensouPatch& patch() const { return free_.patch(); }

  RollingBallPhase PhaseAt(const RollingBallState& state) const;
  RollingBallRates Rates(RollingBallPhase phase, const RollingBallState& state) const;

  /// lambda^2 of Eq. (6).
  double PatchRate2(const RollingBallState& state) const;

  /// The shift of the pressure under which no friction force acts, so that a centre at rest stays.
  /// The force is linear in the shift. There is none when only slip is left, which no shift
  /// balances.
  std::optional<Vec2> HoldingShift(const RollingBallState& state) const;
  bool Holds(const RollingBallState& state) const;
  /// How much of the rolling resistance is left, 1 - (|shift| / d)^2.
  double Reserve(const RollingBallState& state) const;

 private:
  RollingBallRates RatesOfRolling(const RollingBallState& state) const;
  RollingBallRates RatesOnSpot(const RollingBallState& state) const;

  RollingBallEquations free_;
};

}  // namespace carom

#endif  // CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_STICK_EQUATIONS_H_
