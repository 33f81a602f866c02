#ifndef CAROM_CLIENT_CLI_DESCRIBE_MECHANISM_H_
#define CAROM_CLIENT_CLI_DESCRIBE_MECHANISM_H_

#include <cstdint>
#include <ostream>

#include "carom/v1/mechanism.pb.h"

namespace carom {

/// A run whose columns fit, as tables: how it ended, its figures, the first of its events and
/// impacts, and its samples.
void DescribeRun(const carom::v1::MechanismRun& run, std::ostream& out);

/// The spins that an aim has found, as a table, and whether the search ended because it had rolled
/// `max_runs` balls.
void DescribeAimedSpins(const carom::v1::AimedSpins& spins, uint32_t max_runs, std::ostream& out);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_DESCRIBE_MECHANISM_H_
