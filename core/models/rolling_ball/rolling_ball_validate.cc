#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/models/rolling_ball/rolling_ball.h"
#include "core/models/rolling_ball/rolling_ball_stick.h"

namespace carom {
namespace {

absl::Status CheckPatch(const RollingBall& ball) {
  const ContensouPatch& patch = ball.patch;
  if (absl::Status bad = ValidateContensouPatch(patch); !bad.ok()) return UnderPath("patch", bad);
  const Interval below_ball{0.0, ball.ball_radius_m};
  if (!below_ball.Contains(patch.radius_m)) {
    return InvalidField("patch.radius_m", patch.radius_m, "at most the ball's");
  }
  // The patch does not move over the surface of a rigid ball.
  if (patch.other_lean != 0.0) {
    return InvalidField("patch.other_lean", patch.other_lean, "0, since this ball is rigid");
  }
  return patch.slip_smoothing_per_s == 0.0 ? ValidateStick(ball) : absl::OkStatus();
}

}  // namespace

absl::Status Validate(const RollingBall& ball, const MechanismDetail& detail) {
  if (absl::Status bad = CheckParameters(ball); !bad.ok()) return bad;
  if (absl::Status bad = CheckPatch(ball); !bad.ok()) return bad;
  if (absl::Status bad = ValidateRun(ball.duration_s, ball.integration); !bad.ok()) return bad;
  return ValidateDetail(detail, ball.duration_s);
}

}  // namespace carom
