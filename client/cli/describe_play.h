#ifndef CAROM_CLIENT_CLI_DESCRIBE_PLAY_H_
#define CAROM_CLIENT_CLI_DESCRIBE_PLAY_H_

#include <ostream>
#include <string>

#include "carom/v1/play.pb.h"

namespace carom {

/// What the shot is meant to do, in words: "cut ball 3 into pocket 2", "safety", "break".
std::string IntentionOf(const carom::v1::PlannedShot& shot);

/// What became of a turn: "goes on", "passes", "foul 6.1", "player 0 wins".
std::string OutcomeOf(const carom::v1::MatchTurn& turn);

/// "1 shot", "7 shots".
std::string ShotsOf(const carom::v1::PlayMatchResponse& answer);

/// A line of counts, a table with a row for each shot, and how to read it. Angles are in degrees.
void DescribePlan(const carom::v1::PlanShotResponse& answer, std::ostream& out);

/// A table with a row for each turn, and a line that says who has won.
void DescribeMatch(const carom::v1::PlayMatchResponse& answer, std::ostream& out);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_DESCRIBE_PLAY_H_
