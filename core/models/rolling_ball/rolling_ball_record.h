#ifndef CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_RECORD_H_
#define CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_RECORD_H_

#include <span>
#include <vector>

#include "core/models/rolling_ball/rolling_ball_equations.h"
#include "core/record/energy_account.h"
#include "core/record/mechanism_record.h"

namespace carom {

/// What a run integrates: the motion, then the energy that friction has dissipated, J.
inline constexpr int kFrictionWork = kRollingBallSize;
inline constexpr int kRollingBallRunSize = kRollingBallSize + 1;

/// The channels of a rolling ball.
std::vector<Channel> RollingBallChannels();

/// The balance of energy of a run, and where it ended.
class RollingBallLedger {
 public:
  RollingBallLedger(const RollingBallEquations& equations, std::span<const double> start);

  /// A row of the channels.
  void WriteSample(std::span<const double> y, std::span<double> row) const;

  /// After every step.
  void Balance(std::span<const double> y);

  /// The figures of RunRollingBall(); the rest point only if the ball has stopped.
  void WriteFigures(bool stopped, double stop_time_s, std::span<const double> y,
                    MechanismRecord& record) const;

 private:
  EnergyAccount Account(std::span<const double> y) const;

  const RollingBallEquations& equations_;
  const double start_energy_J_;
  double greatest_residual_J_ = 0.0;
};

}  // namespace carom

#endif  // CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_RECORD_H_
