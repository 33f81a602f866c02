#ifndef CAROM_CLIENT_CLI_COMMANDS_H_
#define CAROM_CLIENT_CLI_COMMANDS_H_

#include <memory>

#include "client/cli/command.h"

namespace carom {

/// One shot or a few, printed for people or as JSON.
std::unique_ptr<Command> MakeSimulateCommand();

/// One shot or a few, with what the engine weighed before each event.
std::unique_ptr<Command> MakeExplainCommand();

/// One shot as a picture or a page.
std::unique_ptr<Command> MakeRenderCommand();

/// Many shots, summed up in one line, with a row for each if wanted.
std::unique_ptr<Command> MakeBatchCommand();

/// How probably a shot with noise meets a goal.
std::unique_ptr<Command> MakeEstimateCommand();

/// Which strikes pot a ball.
std::unique_ptr<Command> MakeAimCommand();

/// The shot to play from a position of a game.
std::unique_ptr<Command> MakePlanCommand();

/// A whole game between two players.
std::unique_ptr<Command> MakePlayCommand();

/// One of the papers' other systems.
std::unique_ptr<Command> MakeMechanismCommand();

/// The catalogue's tables.
std::unique_ptr<Command> MakeTablesCommand();

/// Version, limits and names of the service.
std::unique_ptr<Command> MakeServerInfoCommand();

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_COMMANDS_H_
