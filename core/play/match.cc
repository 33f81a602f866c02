#include "core/play/match.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "core/base/constants.h"
#include "core/play/place_balls.h"
#include "core/rules/placement.h"
#include "core/rules/three_cushion.h"

namespace carom::play {
namespace {

absl::Status NoPlace() {
  return absl::FailedPreconditionError("a spotted ball finds no place on the table");
}

bool RacksAgain(rules::Choice choice) {
  return choice == rules::Choice::kRackAndBreak || choice == rules::Choice::kRackForOtherToBreak;
}

}  // namespace

absl::StatusOr<Position> Racked(const Scene& scene, const BallSet& balls, rules::GameKind game,
                                int first_player, const RackOptions& rack) {
  const auto layout = MakeRack(rules::RackOf(game), scene.table(), balls, rack);
  if (!layout.ok()) return layout.status();
  Position position;
  position.game = game;
  position.state = rules::StartOf(game, first_player);
  position.balls = layout->states;
  if (game != rules::GameKind::kThreeCushion) {
    position.cue_ball = rules::CueBallPlace::kBehindHeadString;
  }
  return position;
}

absl::StatusOr<Match> Match::Begin(const Scene& scene, const BallSet& balls,
                                   const MatchOptions& options) {
  auto position = Racked(scene, balls, options.game, options.first_player, options.rack);
  if (!position.ok()) return position.status();
  position->state.distance = options.distance;
  return Match(scene, balls, options, *std::move(position));
}

absl::StatusOr<Position> Match::RackAgain(int first_player) {
  ++options_.rack.seed;
  return Racked(*scene_, *balls_, options_.game, first_player, options_.rack);
}

absl::StatusOr<std::optional<rules::Choice>> Match::Choose(rules::Ruling& ruling,
                                                           const std::vector<BallState>& states,
                                                           const PositionJudge* values,
                                                           Position& next) {
  std::optional<rules::Choice> best;
  double best_value = -1.0;
  for (const rules::Choice choice : ruling.choices) {
    const auto chosen = rules::Choose(ruling, choice);
    double value = 0.5;  // Of a rack to come.
    if (!RacksAgain(choice)) {
      const auto after = After(*scene_, position_, *chosen, states);
      if (!after) return NoPlace();
      const double of_shooter = values != nullptr ? values->WinChance(*after) : 0.5;
      value = chosen->next.shooter == ruling.chooser ? of_shooter : 1.0 - of_shooter;
    }
    if (value <= best_value) continue;
    best_value = value;
    best = choice;
    if (values == nullptr) break;
  }
  ruling = *rules::Choose(ruling, *best);
  if (RacksAgain(*best)) {
    auto racked = RackAgain(ruling.next.shooter);
    if (!racked.ok()) return racked.status();
    next = *std::move(racked);
  } else {
    next = *After(*scene_, position_, ruling, states);
  }
  return best;
}

absl::StatusOr<Turn> Match::Play(const PlannedShot& shot, const estimate::StrikeNoise& noise,
                                 const PositionJudge* const (&values)[2], const Detail& detail,
                                 StopToken stop, Workspace& workspace, Record& record) {
  Turn turn;
  turn.shot = shot;
  turn.before = Placed(*scene_, position_, shot);
  turn.struck = shot.strike;
  if (absl::Status bad = estimate::AddNoise(noise, options_.seed, shots_, turn.struck); !bad.ok()) {
    return bad;
  }
  Detail with_touches = detail;
  AskForView(turn.before, with_touches);
  const Shot played{turn.before.balls, turn.struck};
  if (absl::Status bad = Simulate(*scene_, played, with_touches, stop, workspace, record);
      !bad.ok()) {
    return bad;
  }
  rules::ShotView view;
  if (absl::Status bad = rules::MakeShotView(record, {}, view); !bad.ok()) {
    return absl::FailedPreconditionError(bad.message());
  }
  SeeBehindString(*scene_, turn.before, record, view);
  turn.ruling = rules::Rule(position_.game, position_.state, shot.call, view);
  Position next = position_;
  if (!turn.ruling.choices.empty()) {
    auto chosen =
        Choose(turn.ruling, record.final_states, values[Index(turn.ruling.chooser)], next);
    if (!chosen.ok()) return chosen.status();
    turn.chosen = *chosen;
  } else if (turn.ruling.cue_ball == rules::CueBallPlace::kStartingPosition) {
    auto racked = RackAgain(turn.ruling.next.shooter);
    if (!racked.ok()) return racked.status();
    // The shooter's ball is where the rack has the white one ([UMB] Art. 23).
    racked->state = turn.ruling.next;
    if (racked->CueBall() == rules::kYellow) {
      std::swap(racked->balls[rules::kWhite], racked->balls[rules::kYellow]);
    }
    next = *std::move(racked);
  } else {
    auto after = After(*scene_, position_, turn.ruling, record.final_states);
    if (!after) return NoPlace();
    next = *std::move(after);
  }
  winner_ = turn.ruling.winner;
  position_ = std::move(next);
  ++shots_;
  return turn;
}

}  // namespace carom::play
