#ifndef CAROM_SERVER_CONVERT_DISTRIBUTION_CONVERT_H_
#define CAROM_SERVER_CONVERT_DISTRIBUTION_CONVERT_H_

#include "absl/status/status.h"
#include "carom/v1/distribution.pb.h"
#include "core/draw/distribution.h"

namespace carom {

/// Checks ranges and lists, not what the quantity allows. Pure; paths begin below the distribution:
/// "normal.sigma: -1 must be in [0, 1e+06]".
absl::Status ConvertDistribution(const v1::Distribution& wire, Distribution& distribution);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_DISTRIBUTION_CONVERT_H_
