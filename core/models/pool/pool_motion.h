#ifndef CAROM_CORE_MODELS_POOL_POOL_MOTION_H_
#define CAROM_CORE_MODELS_POOL_POOL_MOTION_H_

#include <span>
#include <vector>

#include "core/laws/compliant.h"
#include "core/models/pool/pool_table.h"
#include "core/multibody/body.h"
#include "core/multibody/multibody_system.h"
#include "core/state/trajectory.h"
#include "core/table/ball.h"

namespace carom {

/// What a ball touches at a moment.
struct PoolTouch {
  bool cloth = false;
  bool others = false;  ///< Balls, cushions.
};

/// What a compliant ball is doing, as one of the event engine's states of motion.
///
/// Compliant friction fades out towards rest, so that a ball never stops: it creeps ever more
/// slowly. Two speeds distinguish rest from motion. The speed of the centre, and the speed that
/// spin gives the surface, are compared with both:
///
///   zero_m_s         what is slower is at rest, and is recorded with a velocity of zero: what
///   rolling
///                    friction would stop within a picometre (0.4 um/s on usual cloth), as in the
///                    event engine, or what the integration does not tell from zero
///   rest_speed_m_s   what is slower begins neither to roll nor to spin; what rolls or spins goes
///                    on until it is at rest
///
/// so that no transition is repeated by noise. On the cloth:
/// - stationary: at rest;
/// - spinning: at rest but for a spin about the vertical;
/// - rolling: from where nothing else touches the ball and its contact slips by less than 1 % of
///   the speed, which is the definition of no slip here, and the slip in which friction builds up.
///   It ends where the contact slips by more while something else touches the ball: the cloth alone
///   never makes a rolling ball slip, as in the event engine;
/// - sliding: any other motion, also that of a ball that only sinks into the cloth or swings in it.
/// Off the cloth: supported when at rest and something else touches the ball; else airborne.
struct PoolMotionRule {
  BallSpec ball;
  double zero_m_s = 0.0;
  double rest_speed_m_s = 0.0;
  /// Heights are left out: nothing ends a motion up or down (CompliantSettings::vertical_friction).
  bool horizontal = false;
  double full_slip_m_s = 0.0;  ///< Slip at which the cloth's friction is full; less builds up.

  /// `before` is what the ball did a step ago.
  MotionState Classify(const BodyMotion& motion, const PoolTouch& touch, MotionState before) const;

  /// Slower than rest_speed_m_s in all.
  bool Slow(const BodyMotion& motion) const;

  /// The state of a ball whose motion was `last` at the last step, with its true velocities. What
  /// was at rest then has none; a state that the velocities contradict, because the ball was set
  /// in motion since, gives way to sliding or airborne.
  BallState StateOf(const BodyMotion& motion, MotionState last) const;
};

/// The rules of all balls.
std::vector<PoolMotionRule> MakePoolMotionRules(const PoolTableModel& model,
                                                const CompliantSettings& settings,
                                                std::span<const BallSpec> balls,
                                                double gravity_m_s2);

/// What balls do before the first step: those in play are stationary until their velocities have
/// been looked at, whatever the start calls them.
std::vector<MotionState> MotionStatesAtStart(std::span<const BallState> start);

/// What a compliant shot looks at after every step. Reads a system made of the model; both and the
/// balls outlive it.
class PoolWatch {
 public:
  PoolWatch(const PoolTableModel& model, MultibodySystem& system, std::span<const BallSpec> balls);

  /// What each ball touches now; valid until the next call.
  std::span<const PoolTouch> Touches();

  /// A ball at the turning point of its motion is as slow as one at rest. Forces tell them apart:
  /// within 5 ms no ball may come to move faster than rest_speed_m_s.
  bool StaysStill(double rest_speed_m_s, double t, std::span<const double> y);

  /// Whether a ball has penetrated a cushion so deeply that its solid is no longer valid: the
  /// centre is inside, or under the line of a nose, which then presses the ball down instead of
  /// back.
  bool IsInsideACushion(std::span<const double> y);

 private:
  const PoolTableModel& model_;
  MultibodySystem& system_;
  std::span<const BallSpec> balls_;
  std::vector<PoolTouch> touches_;  // by ball
};

}  // namespace carom

#endif  // CAROM_CORE_MODELS_POOL_POOL_MOTION_H_
