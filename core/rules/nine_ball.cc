#include "core/rules/nine_ball.h"

#include "core/rules/pool_fouls.h"

namespace carom::rules {
namespace {

constexpr BallMask kNineBallRack = 0b11'1111'1110;  // Balls 1 to 9.

bool Broken(const ShotView& shot) {
  return shot.PottedObjectBalls() != 0 || ObjectBallsDrivenToRail(shot) >= kBallsToRail;
}

Foul FoulOf(const GameState& state, const ShotView& shot, bool push_out) {
  const Foul foul = FoulOfShot(shot, NineBallTarget(state), push_out);
  if (foul != Foul::kNone) return foul;
  const bool is_break = state.phase == Phase::kBreak;
  return is_break && !Broken(shot) ? Foul::kIllegalBreak : Foul::kNone;  // [WPA] 2.3(b)
}

// [WPA] 2.6: a nine ball potted on a foul or push-out, or driven off the table, is spotted. No
// other ball ever is.
void SpotNine(const GameState& state, Ruling& ruling) {
  const BallMask nine = Bit(kNine) & state.on_table & ~ruling.next.on_table;
  if (nine == 0) return;
  ruling.next.on_table |= nine;
  ruling.spotted.push_back({kNine, Spot::kFoot});
}

// [WPA] 6.14: a player who is on two fouls and was not warned stays on two.
int CountFouls(const GameState& state) {
  const int fouls = state.consecutive_fouls[static_cast<size_t>(state.shooter)] + 1;
  return fouls >= 3 && !state.referee_warns ? 2 : fouls;
}

void RuleFoul(const GameState& state, Foul foul, Ruling& ruling) {
  const int fouls = CountFouls(state);
  ruling.legal = false;
  ruling.foul = foul;
  ruling.next.consecutive_fouls[static_cast<size_t>(state.shooter)] = fouls;
  SpotNine(state, ruling);
  if (fouls >= 3) {  // [WPA] 2.8 with 6.14
    ruling.rule = "2.8";
    ruling.winner = Opponent(state.shooter);
    return;
  }
  // [WPA] 2.7: play passes, the cue ball is in hand anywhere.
  ruling.rule = foul == Foul::kIllegalBreak ? "2.3" : "2.7";
  ruling.next.shooter = Opponent(state.shooter);
  ruling.cue_ball = CueBallPlace::kAnywhere;
}

// [WPA] 2.4: the other player chooses who shoots next; what is potted stays down but the nine.
void RulePushOut(const GameState& state, Ruling& ruling) {
  SpotNine(state, ruling);
  ruling.rule = "2.4";
  ruling.chooser = Opponent(state.shooter);
  ruling.choices = {Choice::kAcceptTable, Choice::kPassBack};
  ruling.next.shooter = ruling.chooser;
}

// [WPA] 2.5
void RuleLegal(const GameState& state, const ShotView& shot, Ruling& ruling) {
  ruling.rule = "2.5";
  const BallMask potted = shot.PottedObjectBalls();
  if ((potted & Bit(kNine)) != 0) {
    ruling.winner = state.shooter;
  } else if (potted == 0) {
    ruling.next.shooter = Opponent(state.shooter);
  }
}

}  // namespace

GameState NineBallStart(int breaker) {
  GameState state;
  state.shooter = breaker;
  state.on_table = kNineBallRack;
  return state;
}

BallMask NineBallTarget(const GameState& state) { return state.on_table & (~state.on_table + 1u); }

Ruling RuleNineBall(const GameState& state, const Call& call, const ShotView& shot) {
  const bool push_out = call.push_out && state.phase == Phase::kAfterBreak;  // [WPA] 2.4
  const Foul foul = FoulOf(state, shot, push_out);
  Ruling ruling;
  ruling.next = state;
  ruling.next.on_table = LeftOnTable(state, shot);
  ruling.next.phase = Phase::kPlay;
  if (foul != Foul::kNone) {
    RuleFoul(state, foul, ruling);
    return ruling;
  }
  if (state.phase == Phase::kBreak) ruling.next.phase = Phase::kAfterBreak;
  // [WPA] 6.14: a legal shot, which is one without a foul (8.2), ends the row of fouls.
  ruling.next.consecutive_fouls[static_cast<size_t>(state.shooter)] = 0;
  if (push_out) {
    RulePushOut(state, ruling);
  } else {
    RuleLegal(state, shot, ruling);
  }
  return ruling;
}

}  // namespace carom::rules
