#ifndef CAROM_CLIENT_CLI_DESCRIBE_H_
#define CAROM_CLIENT_CLI_DESCRIBE_H_

#include <ostream>
#include <vector>

#include "carom/client/shot_outcome.h"
#include "client/cli/shot_names.h"

namespace carom {

/// A shot's outcome in words: how it ended, what was pocketed, what the cue ball did.
void DescribeOutcome(const ShotOutcome& outcome, const ShotNames& names, std::ostream& out);

/// Where every ball is at the end, as a table; with heights if any is off the cloth, with speeds if
/// any still moves.
void PrintFinalBalls(const ShotOutcome& outcome, const ShotNames& names, std::ostream& out);

/// The event log as a table.
void PrintEvents(const std::vector<ShotEvent>& events, const ShotNames& names, std::ostream& out);

/// Each event and below it the events that the engine chose it from (*: the one it took), as a
/// table.
void PrintCandidates(const std::vector<ShotEvent>& events, const ShotNames& names,
                     std::ostream& out);

/// The contacts as a table, each with the extremes of its history if it has one.
void PrintContacts(const std::vector<ShotContact>& contacts, const ShotNames& names,
                   std::ostream& out);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_DESCRIBE_H_
