#ifndef CAROM_SERVER_CONVERT_DISCRETE_TIME_CONVERT_H_
#define CAROM_SERVER_CONVERT_DISCRETE_TIME_CONVERT_H_

#include "absl/status/status.h"
#include "carom/v1/laws.pb.h"
#include "core/laws/discrete_time.h"
#include "server/convert/request_convert.h"

namespace carom {

/// The steps of the discrete-time evolution, each field at the core's default where the wire is
/// silent. INVALID_ARGUMENT with the path below the message ("step_s: ..."), also for more steps
/// than the server allows, be they the default. Pure and thread-safe.
absl::Status TakeDiscreteTime(const v1::DiscreteTimeSettings& wire, const ConvertLimits& limits,
                              DiscreteTimeSettings& settings);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_DISCRETE_TIME_CONVERT_H_
