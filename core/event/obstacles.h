#ifndef CAROM_CORE_EVENT_OBSTACLES_H_
#define CAROM_CORE_EVENT_OBSTACLES_H_

#include <vector>

#include "core/base/vec3.h"
#include "core/table/ball.h"
#include "core/table/table.h"

namespace carom {

/// A directed straight edge of the table in the plane of the cloth.
struct StraightEdge {
  Vec2 start_m = Vec2::Zero();
  Vec2 along = Vec2::Zero();   ///< Unit, from start to end.
  Vec2 normal = Vec2::Zero();  ///< Unit, `along` turned left.
  double length_m = 0.0;
  double reach_m = 0.0;  ///< Distance of a touching ball's centre.

  Vec2 end_m() const { return start_m + length_m * along; }
};

/// A circle that the centre of a ball crosses when it touches (jaw) or drops (pocket).
struct CentreCircle {
  Vec2 centre_m = Vec2::Zero();
  double reach_m = 0.0;
};

/// The table as balls of one radius meet it: everything is grown by the contact distance, so that a
/// ball is a point. Indices are those of the Table.
struct ObstacleSet {
  double radius_m = 0.0;
  std::vector<StraightEdge> noses;
  std::vector<CentreCircle> jaws;
  std::vector<CentreCircle> pockets;
  std::vector<StraightEdge> outline;
};

/// One set for each distinct radius among the balls.
struct Obstacles {
  std::vector<ObstacleSet> sets;
  std::vector<int> set_of_ball;

  const ObstacleSet& ForBall(int ball) const {
    return sets[static_cast<size_t>(set_of_ball[static_cast<size_t>(ball)])];
  }
};

/// Requires a valid table and balls that fit it.
Obstacles MakeObstacles(const Table& table, NoseContact contact,
                        const std::vector<BallSpec>& balls);

/// Point of the edge, its ends included, that is nearest to `point_m`.
Vec2 NearestPoint(const StraightEdge& edge, const Vec2& point_m);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_OBSTACLES_H_
