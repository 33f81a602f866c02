#ifndef CAROM_CORE_MODELS_POOL_POOL_WATCH_H_
#define CAROM_CORE_MODELS_POOL_POOL_WATCH_H_

#include <span>
#include <vector>

#include "core/models/pool/pool_motion.h"
#include "core/models/pool/pool_table.h"
#include "core/multibody/multibody_system.h"
#include "core/table/ball.h"

namespace carom {

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

#endif  // CAROM_CORE_MODELS_POOL_POOL_WATCH_H_
