#ifndef CAROM_SERVER_CONVERT_MECHANISM_CONVERT_H_
#define CAROM_SERVER_CONVERT_MECHANISM_CONVERT_H_

#include <string>
#include <variant>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/v1/mechanism.pb.h"
#include "core/models/patch/patch_study.h"
#include "core/models/rolling_ball/rolling_ball_aim.h"
#include "core/shot/simulate_mechanism.h"
#include "server/convert/request_convert.h"

namespace carom {

/// The inverse problem of a rolling ball.
struct RollingBallAim {
  RollingBall ball;
  SpinAim aim;
};

/// What a request asks for: a run, or one of the tasks that are no run.
using MechanismTask = std::variant<Mechanism, RollingBallAim, PatchSurface, PatchFit>;

/// A request in the core's terms.
struct ConvertedMechanism {
  MechanismTask task;
  MechanismDetail detail;
};

/// Every field starts at the core's default and is overwritten where the wire has a value. The
/// errors are INVALID_ARGUMENT with the whole path: a mechanism that is absent, names and enums
/// that are unknown, and what is beyond the server's limits. Ranges of numbers are the core's to
/// check. Pure and thread-safe.
absl::StatusOr<ConvertedMechanism> ConvertMechanism(const v1::SimulateMechanismRequest& request,
                                                    const ConvertLimits& limits);

/// The name of the field that holds the request's mechanism; "none" where there is none.
std::string MechanismName(const v1::SimulateMechanismRequest& request);

/// An error of the core about this request, in the wire's terms.
absl::Status ToMechanismPath(const absl::Status& status,
                             const v1::SimulateMechanismRequest& request);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_MECHANISM_CONVERT_H_
