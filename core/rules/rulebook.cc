#include "core/rules/rulebook.h"

#include "core/rules/pool.h"
#include "core/rules/three_cushion.h"

namespace carom::rules {

GameState StartOf(GameKind game, int first_player) {
  switch (game) {
    case GameKind::kNineBall:
      return NineBallStart(first_player);
    case GameKind::kEightBall:
      return EightBallStart(first_player);
    case GameKind::kThreeCushion:
      break;
  }
  return ThreeCushionStart(first_player, GameState().distance, /*equalizing=*/false);
}

const char* RackOf(GameKind game) {
  switch (game) {
    case GameKind::kNineBall:
      return "nine_ball";
    case GameKind::kEightBall:
      return "eight_ball";
    case GameKind::kThreeCushion:
      break;
  }
  return "three_cushion";
}

int CueBallOf(GameKind game, const GameState& state) {
  return game == GameKind::kThreeCushion ? CueBallOf(state, state.shooter) : 0;
}

BallMask FirstTargetsOf(GameKind game, const GameState& state) {
  switch (game) {
    case GameKind::kNineBall:
      return NineBallTarget(state);
    case GameKind::kEightBall:
      return state.phase == Phase::kBreak ? state.on_table : EightBallTargets(state);
    case GameKind::kThreeCushion:
      break;
  }
  return (Bit(kWhite) | Bit(kYellow) | Bit(kRed)) & ~Bit(CueBallOf(game, state));
}

BallMask PotTargetsOf(GameKind game, const GameState& state) {
  switch (game) {
    case GameKind::kNineBall:
      return state.on_table;
    case GameKind::kEightBall:
      return state.phase == Phase::kBreak ? state.on_table : EightBallTargets(state);
    case GameKind::kThreeCushion:
      break;
  }
  return 0;
}

int GameBallOf(GameKind game) {
  switch (game) {
    case GameKind::kNineBall:
      return kNine;
    case GameKind::kEightBall:
      return kEight;
    case GameKind::kThreeCushion:
      break;
  }
  return -1;
}

Ruling Rule(GameKind game, const GameState& state, const Call& call, const ShotView& shot) {
  switch (game) {
    case GameKind::kNineBall:
      return RuleNineBall(state, call, shot);
    case GameKind::kEightBall:
      return RuleEightBall(state, call, shot);
    case GameKind::kThreeCushion:
      break;
  }
  return RuleThreeCushion(state, shot);
}

}  // namespace carom::rules
