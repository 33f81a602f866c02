#include "core/rules/three_cushion.h"

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"

namespace carom::rules {
namespace {

constexpr int kCushions = 3;

// The contact with an object ball other than the first; null: none.
const CueBallContact* SecondBall(const ShotView& shot) {
  for (const CueBallContact& contact : shot.contacts) {
    if (contact.ball != shot.FirstContact()) return &contact;
  }
  return nullptr;
}

// [UMB] Art. 41: a ball leaves the billiard; a ball that is not the player's is struck.
Foul FoulOf(const GameState& state, const ShotView& shot) {
  if (shot.off_table != 0) return Foul::kBallOffTable;
  if (shot.cue_ball != CueBallOf(state, state.shooter)) return Foul::kWrongCueBall;
  return Foul::kNone;
}

// [UMB] Art. 23: the cannon from the starting position is played by direct attack on the red ball.
bool StartsRight(const GameState& state, const ShotView& shot) {
  if (state.phase != Phase::kBreak) return true;
  return shot.FirstContact() == kRed && shot.contacts.front().cushions_before == 0;
}

// [UMB] Art. 28, paper F: balls that left the billiard come back, the red to the top spot, the ball
// of the player whose turn it is to the bottom spot, the partner's to the middle.
void SpotBalls(const ShotView& shot, Ruling& ruling) {
  const int own = CueBallOf(ruling.next, ruling.next.shooter);
  for (int ball : {kWhite, kYellow, kRed}) {
    if ((shot.off_table & Bit(ball)) == 0) continue;
    const Spot others = ball == own ? Spot::kHead : Spot::kCentre;
    ruling.spotted.push_back({ball, ball == kRed ? Spot::kFoot : others});
  }
}

// [UMB] Art. 29: the match is over; with equal points it is a draw.
void End(Ruling& ruling) {
  ruling.rule = "Art. 29";
  const auto [first, second] = ruling.next.points;
  ruling.winner = first == second ? kDraw : first > second ? 0 : 1;
}

void EndInning(const GameState& state, Ruling& ruling) {
  ++ruling.next.innings[static_cast<size_t>(state.shooter)];
  ruling.next.shooter = Opponent(state.shooter);
}

void RulePoint(const GameState& state, Ruling& ruling) {
  ruling.rule = "Art. 83";
  const int points = ++ruling.next.points[static_cast<size_t>(state.shooter)];
  if (points < state.distance) return;  // The player goes on.
  EndInning(state, ruling);
  if (state.shooter != state.starter || !state.equalizing) {
    End(ruling);
    return;
  }
  // [UMB] Art. 29: the equalizing inning begins from the starting position.
  ruling.rule = "Art. 29";
  ruling.next.last_inning = true;
  ruling.next.phase = Phase::kBreak;
  ruling.cue_ball = CueBallPlace::kStartingPosition;
}

void RuleNoPoint(const GameState& state, const ShotView& shot, Ruling& ruling) {
  ruling.rule = ruling.legal ? "Art. 83" : "Art. 41";
  EndInning(state, ruling);
  if (state.last_inning) {
    End(ruling);
  } else {
    SpotBalls(shot, ruling);
  }
}

}  // namespace

GameState ThreeCushionStart(int starter, int distance, bool equalizing) {
  GameState state;
  state.shooter = state.starter = starter;
  state.distance = distance;
  state.equalizing = equalizing;
  return state;
}

absl::Status CheckMatch(const GameState& state) {
  const int starter = state.starter;
  if (state.last_inning && !state.equalizing) {
    return InvalidField("last_inning", "true", "false without equalizing");
  }
  if (state.last_inning && state.shooter == starter) {
    return InvalidField("shooter", starter, "the other player than the starter in last_inning");
  }
  for (int player = 0; player < 2; ++player) {
    const int points = state.points[Index(player)];
    const bool done = state.last_inning && player == starter;
    if (done ? points == state.distance : points < state.distance) continue;
    return InvalidField({"points", player}, points,
                        done ? absl::StrCat(state.distance, ", the distance, in last_inning")
                             : absl::StrCat("below ", state.distance, ", where the match is over"));
  }
  return absl::OkStatus();
}

int CueBallOf(const GameState& state, int player) {
  return player == state.starter ? kWhite : kYellow;
}

int CushionsBeforeSecondBall(const ShotView& shot) {
  const CueBallContact* second = SecondBall(shot);
  return second == nullptr ? -1 : second->cushions_before;
}

bool IsThreeCushionCannon(const ShotView& shot) {
  return CushionsBeforeSecondBall(shot) >= kCushions;
}

Ruling RuleThreeCushion(const GameState& state, const ShotView& shot) {
  Ruling ruling;
  ruling.next = state;
  ruling.next.phase = Phase::kPlay;
  ruling.foul = FoulOf(state, shot);
  ruling.legal = ruling.foul == Foul::kNone;
  if (ruling.legal && StartsRight(state, shot) && IsThreeCushionCannon(shot)) {
    RulePoint(state, ruling);
  } else {
    RuleNoPoint(state, shot, ruling);
  }
  return ruling;
}

}  // namespace carom::rules
