#ifndef CAROM_CLIENT_CLI_ENDINGS_H_
#define CAROM_CLIENT_CLI_ENDINGS_H_

#include <vector>

#include "carom/client/shot_outcome.h"
#include "carom/v1/mechanism.pb.h"
#include "client/cli/console.h"

namespace carom {

/// Reports on the console's err the shots that could not be simulated, and warns of those that a
/// limit on their cost or a failure of their numbers has cut short, with what to change. A shot
/// that ends at a limit of time is no reason for a warning. How the program ends: as
/// ExitCodeOfShots() says, and with kFailed if the numbers of a shot failed.
ExitCode ReportEndings(const std::vector<ShotOutcome>& outcomes, const Console& console);

/// The same of a mechanism.
ExitCode ReportEnding(const carom::v1::MechanismRun& run, const Console& console);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_ENDINGS_H_
