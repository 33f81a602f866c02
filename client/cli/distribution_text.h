#ifndef CAROM_CLIENT_CLI_DISTRIBUTION_TEXT_H_
#define CAROM_CLIENT_CLI_DISTRIBUTION_TEXT_H_

#include <string>

#include "absl/status/status.h"
#include "carom/v1/distribution.pb.h"

namespace carom {

/// Reads KIND:NUMBERS: "constant:2", "uniform:1,3", "normal:0,0.01", "truncated_normal:2,0.5,1,3"
/// (mean, standard deviation, bounds), "choice:1,2,5". Errors are INVALID_ARGUMENT with the right
/// form; the service checks the numbers.
absl::Status ParseDistribution(const std::string& text, carom::v1::Distribution* distribution);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_DISTRIBUTION_TEXT_H_
