#ifndef CAROM_CLIENT_CLI_DESCRIBE_AIMS_H_
#define CAROM_CLIENT_CLI_DESCRIBE_AIMS_H_

#include <ostream>

#include "carom/v1/aim.pb.h"

namespace carom {

/// A line of counts, and a table with a row for each aim. Angles are in degrees.
void DescribeAims(const carom::v1::FindAimsResponse& answer, std::ostream& out);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_DESCRIBE_AIMS_H_
