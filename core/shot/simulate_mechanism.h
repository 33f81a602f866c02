#ifndef CAROM_CORE_SHOT_SIMULATE_MECHANISM_H_
#define CAROM_CORE_SHOT_SIMULATE_MECHANISM_H_

#include <variant>

#include "absl/status/status.h"
#include "core/base/stop_token.h"
#include "core/models/bearing/ball_bearing.h"
#include "core/models/bounce/bouncing_balls.h"
#include "core/models/cradle/newtons_cradle.h"
#include "core/models/linkage/linkage.h"
#include "core/models/mechanism_run.h"
#include "core/models/pendulum/double_pendulum.h"
#include "core/models/rolling_ball/rolling_ball.h"
#include "core/record/record.h"

namespace carom {

/// The papers' systems beside the pool table. A new one is a file in models/ and an entry here.
using Mechanism =
    std::variant<DoublePendulum, RollingBall, NewtonsCradle, BallBearing, BouncingBalls, Linkage>;

/// The door of the mechanisms: runs one and writes what `detail` asks for into `record` (cleared
/// first). A pure function of (mechanism, detail's samples excepted): the same bits on every thread
/// and machine. Bounded by the mechanism's duration and its cap on evaluations; `stop` is asked
/// before every try of a step and within long ones, and ends the run with StopReason::kCancelled.
///
/// INVALID_ARGUMENT with the field's path below the mechanism or below "detail."; the record is
/// then empty.
inline absl::Status SimulateMechanism(const Mechanism& mechanism, const MechanismDetail& detail,
                                      StopToken stop, MechanismRecord& record) {
  record.Clear();
  return std::visit([&](const auto& system) { return Simulate(system, detail, stop, record); },
                    mechanism);
}

}  // namespace carom

#endif  // CAROM_CORE_SHOT_SIMULATE_MECHANISM_H_
