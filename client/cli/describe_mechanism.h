#ifndef CAROM_CLIENT_CLI_DESCRIBE_MECHANISM_H_
#define CAROM_CLIENT_CLI_DESCRIBE_MECHANISM_H_

#include <cstdint>
#include <ostream>

#include "carom/v1/mechanism.pb.h"

namespace carom {

/// Tells a run whose columns fit: how it ended, its figures, the first of its events and impacts,
/// and its samples, all as tables.
void DescribeRun(const carom::v1::MechanismRun& run, std::ostream& out);

/// The spins that an aim has found, as a table, and whether `max_runs` balls, as many as it was
/// allowed to roll, have cut the search short.
void DescribeAimedSpins(const carom::v1::AimedSpins& spins, uint32_t max_runs, std::ostream& out);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_DESCRIBE_MECHANISM_H_
