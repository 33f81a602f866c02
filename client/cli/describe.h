#ifndef CAROM_CLIENT_CLI_DESCRIBE_H_
#define CAROM_CLIENT_CLI_DESCRIBE_H_

#include <ostream>
#include <vector>

#include "client/cli/shot_names.h"
#include "client/shot_outcome.h"

namespace carom {

/// Tells a shot's outcome in words: how it ended, what was pocketed, what the cue ball did.
void DescribeOutcome(const ShotOutcome& outcome, const ShotNames& names, std::ostream& out);

/// Where every ball is at the end, as a table; with speeds if any still moves.
void PrintFinalBalls(const ShotOutcome& outcome, const ShotNames& names, std::ostream& out);

/// The event log as a table.
void PrintEvents(const std::vector<ShotEvent>& events, const ShotNames& names, std::ostream& out);

/// The samples as a table: a row for each time and ball.
void PrintSamples(const ShotSamples& samples, const ShotNames& names, std::ostream& out);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_DESCRIBE_H_
