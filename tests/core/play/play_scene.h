#ifndef CAROM_TESTS_CORE_PLAY_PLAY_SCENE_H_
#define CAROM_TESTS_CORE_PLAY_PLAY_SCENE_H_

#include <memory>
#include <vector>

#include "core/base/constants.h"
#include "core/play/plan.h"
#include "core/rules/placement.h"
#include "core/rules/pool.h"
#include "core/table/catalog.h"

namespace carom::play {

inline Scene PoolScene(int balls = 16) {
  const BallSet& set = *FindBallSet("pool");
  return *Scene::Make(std::make_shared<Table>(FindTable("pool_8ft")->table),
                      std::make_shared<Settings>(), {set.balls.begin(), set.balls.begin() + balls});
}

/// Eight-ball with the solids to pot; all balls are out of play until they are put down.
inline Position EmptyTable(const Scene& scene) {
  Position position;
  position.game = rules::GameKind::kEightBall;
  position.state = rules::EightBallStart(0);
  position.state.phase = rules::Phase::kPlay;
  position.state.on_table = 0;
  position.state.group = {rules::Group::kSolids, rules::Group::kStripes};
  position.balls.resize(scene.balls().size());
  for (BallState& ball : position.balls) ball.motion = MotionState::kPocketed;
  return position;
}

inline void Put(const Scene& scene, int ball, double x, double y, Position& position) {
  position.balls[Index(ball)] = rules::BallAt({x, y}, scene.balls()[Index(ball)].radius_m);
  if (ball > 0) position.state.on_table |= rules::Bit(ball);
}

}  // namespace carom::play

#endif  // CAROM_TESTS_CORE_PLAY_PLAY_SCENE_H_
