#ifndef CAROM_SERVER_CONVERT_COMPLIANT_CONVERT_H_
#define CAROM_SERVER_CONVERT_COMPLIANT_CONVERT_H_

#include "absl/status/status.h"
#include "carom/v1/laws.pb.h"
#include "core/laws/settings.h"
#include "server/convert/request_convert.h"

namespace carom {

/// The engine and its contact forces, each at the core's default where the wire is silent.
/// INVALID_ARGUMENT with the path below the settings ("compliant.ball_ball.normal.flores.
/// restitution: ..."), also for forces that the engine chosen does not look at. Pure and
/// thread-safe.
absl::Status TakeEngine(const v1::Settings& wire, const ConvertLimits& limits, Settings& settings);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_COMPLIANT_CONVERT_H_
