#ifndef CAROM_SERVER_CONVERT_MECHANISM_FIELDS_H_
#define CAROM_SERVER_CONVERT_MECHANISM_FIELDS_H_

#include "absl/status/status.h"
#include "carom/v1/mechanism.pb.h"
#include "core/models/bearing/ball_bearing.h"
#include "core/models/bounce/bouncing_balls.h"
#include "core/models/cradle/newtons_cradle.h"
#include "core/models/pendulum/double_pendulum.h"
#include "core/models/rolling_ball/rolling_ball.h"
#include "server/convert/request_convert.h"

// The mechanisms field by field: each function overwrites the fields that the wire gives and leaves
// the others at the core's defaults. Errors are INVALID_ARGUMENT with the path below the message:
// names and enums that are unknown, and what is beyond the server's limits. Pure and thread-safe.

namespace carom {

absl::Status Take(const v1::DoublePendulum& wire, const ConvertLimits& limits,
                  DoublePendulum& pendulum);
absl::Status Take(const v1::RollingBall& wire, const ConvertLimits& limits, RollingBall& ball);
absl::Status Take(const v1::NewtonsCradle& wire, const ConvertLimits& limits,
                  NewtonsCradle& cradle);
absl::Status Take(const v1::BallBearing& wire, const ConvertLimits& limits, BallBearing& bearing);
absl::Status Take(const v1::BouncingBalls& wire, const ConvertLimits& limits,
                  BouncingBalls& bounce);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_MECHANISM_FIELDS_H_
