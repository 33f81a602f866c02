#ifndef CAROM_CLIENT_CLI_DESCRIBE_ESTIMATE_H_
#define CAROM_CLIENT_CLI_DESCRIBE_ESTIMATE_H_

#include <ostream>

#include "carom/v1/estimate.pb.h"

namespace carom {

/// Tells an estimate to people: of each of the best candidates its goals, places and pockets.
void DescribeEstimates(const carom::v1::Estimates& estimates, std::ostream& out);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_DESCRIBE_ESTIMATE_H_
