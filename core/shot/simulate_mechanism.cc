#include "core/shot/simulate_mechanism.h"

namespace carom {
namespace {

absl::Status Run(const DoublePendulum& pendulum, const MechanismDetail& detail, StopToken stop,
                 MechanismRecord& record) {
  return RunDoublePendulum(pendulum, detail, stop, record);
}

absl::Status Run(const RollingBall& ball, const MechanismDetail& detail, StopToken stop,
                 MechanismRecord& record) {
  return RunRollingBall(ball, detail, stop, record);
}

absl::Status Run(const NewtonsCradle& cradle, const MechanismDetail& detail, StopToken stop,
                 MechanismRecord& record) {
  return RunNewtonsCradle(cradle, detail, stop, record);
}

absl::Status Run(const BallBearing& bearing, const MechanismDetail& detail, StopToken stop,
                 MechanismRecord& record) {
  return RunBallBearing(bearing, detail, stop, record);
}

absl::Status Run(const BouncingBalls& bounce, const MechanismDetail& detail, StopToken stop,
                 MechanismRecord& record) {
  return RunBouncingBalls(bounce, detail, stop, record);
}

}  // namespace

absl::Status SimulateMechanism(const Mechanism& mechanism, const MechanismDetail& detail,
                               StopToken stop, MechanismRecord& record) {
  record.Clear();
  return std::visit([&](const auto& system) { return Run(system, detail, stop, record); },
                    mechanism);
}

}  // namespace carom
