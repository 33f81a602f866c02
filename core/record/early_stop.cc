#include "core/record/early_stop.h"

#include <algorithm>

namespace carom {

std::optional<StopReason> EarlyStop(const StopRules& rules, const Outcome& outcome, uint32_t potted,
                                    const Event& event) {
  const auto is_cue_ball = [&](const Departure& gone) { return gone.ball == outcome.cue_ball; };
  const bool balls_touched =
      outcome.cue_ball < 0 ? event.kind == EventKind::kBallBall : outcome.first_contact >= 0;
  if (rules.at_first_contact && balls_touched) return StopReason::kFirstContact;
  if (event.kind != EventKind::kBallPocket && event.kind != EventKind::kLeftTable) {
    return std::nullopt;
  }
  if (rules.at_scratch &&
      (std::any_of(outcome.pocketed.begin(), outcome.pocketed.end(), is_cue_ball) ||
       std::any_of(outcome.left_table.begin(), outcome.left_table.end(), is_cue_ball))) {
    return StopReason::kScratch;
  }
  if (rules.when_potted != 0 && (rules.when_potted & ~potted) == 0) {
    return StopReason::kBallsPotted;
  }
  return std::nullopt;
}

}  // namespace carom
