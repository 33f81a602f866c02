#ifndef CAROM_SERVER_CONVERT_POLICY_CONVERT_H_
#define CAROM_SERVER_CONVERT_POLICY_CONVERT_H_

#include "absl/status/status.h"
#include "carom/v1/laws.pb.h"
#include "core/table/environment.h"

namespace carom {

/// The choices among ways to simulate, each at the core's default where the wire is silent.
/// INVALID_ARGUMENT with the path below the settings ("flight: 7 must be one of Flight").
/// Pure and thread-safe.
absl::Status TakePolicies(const v1::Settings& wire, Environment& environment);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_POLICY_CONVERT_H_
