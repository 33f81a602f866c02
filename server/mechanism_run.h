#ifndef CAROM_SERVER_MECHANISM_RUN_H_
#define CAROM_SERVER_MECHANISM_RUN_H_

#include <cstdint>
#include <functional>

#include "absl/status/status.h"
#include "carom/v1/mechanism.pb.h"
#include "server/call_control.h"
#include "server/convert/mechanism_convert.h"
#include "server/log/log_field.h"
#include "server/request_limits.h"

namespace carom {

/// What a mechanism is run with, free of gRPC. Everything outlives the run.
struct MechanismSurroundings {
  const RequestLimits& limits;
  const CallControl& control;
  StopToken stop;  ///< Of the run; once it has stopped, the control is over.
  /// Takes memory for the answer; a status other than OK ends the run with it.
  std::function<absl::Status(int64_t bytes)> take_memory;
  /// What has been done, also by a run that was cancelled: "stop" and "evaluations" of a run,
  /// "runs" of a search.
  LogFields& outcome;
};

/// Converts, runs and answers one request of SimulateMechanism. The errors are the service's:
/// INVALID_ARGUMENT with the field's path, OUT_OF_RANGE where the answer fits no message, and those
/// of a call that is over.
absl::Status RunMechanism(const v1::SimulateMechanismRequest& request,
                          const MechanismSurroundings& around,
                          v1::SimulateMechanismResponse& response);

}  // namespace carom

#endif  // CAROM_SERVER_MECHANISM_RUN_H_
