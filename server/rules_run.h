#ifndef CAROM_SERVER_RULES_RUN_H_
#define CAROM_SERVER_RULES_RUN_H_

#include <cstdint>

#include "absl/status/status.h"
#include "carom/v1/rules.pb.h"

namespace carom {

/// An estimate of the memory that the answer takes, rarely too low.
int64_t RulingsBytes(const v1::RuleShotsRequest& request);

/// Converts, rules and answers one request of RuleShots, in about a microsecond a shot. Errors are
/// INVALID_ARGUMENT with the field's path, and then no shot is ruled. A pure function; thread-safe.
absl::Status RunRules(const v1::RuleShotsRequest& request, v1::RuleShotsResponse& response);

}  // namespace carom

#endif  // CAROM_SERVER_RULES_RUN_H_
