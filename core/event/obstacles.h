#ifndef CAROM_CORE_EVENT_OBSTACLES_H_
#define CAROM_CORE_EVENT_OBSTACLES_H_

#include <vector>

#include "core/base/vec3.h"
#include "core/table/ball.h"
#include "core/table/table.h"

namespace carom {

/// An axis-parallel rectangle, ends included, m.
struct Box {
  double x_low = 0.0;
  double x_high = 0.0;
  double y_low = 0.0;
  double y_high = 0.0;

  bool Meets(const Box& other) const {
    return x_low <= other.x_high && other.x_low <= x_high && y_low <= other.y_high &&
           other.y_low <= y_high;
  }
};

/// A directed straight edge of the table in the plane of the cloth.
struct StraightEdge {
  Vec2 start_m = Vec2::Zero();
  Vec2 along = Vec2::Zero();   ///< Unit, from start to end.
  Vec2 normal = Vec2::Zero();  ///< Unit, `along` turned left.
  double length_m = 0.0;
  double reach_m = 0.0;    ///< Distance of a touching ball's centre.
  bool slopes = false;     ///< A nose whose ends differ in height: its reach is the ball's radius.
  bool leads_out = false;  ///< Of the bed's outline: `normal` points inwards, and it has no ends.
  Box box;                 ///< Holds every centre within reach.

  Vec2 end_m() const { return start_m + length_m * along; }
};

/// A circle that the centre of a ball crosses when it touches (jaw) or drops (pocket).
struct CentreCircle {
  Vec2 centre_m = Vec2::Zero();
  double reach_m = 0.0;
  Box box;  ///< Holds the circle.
};

/// The table as balls of one radius meet it: everything is grown by the contact distance, so that a
/// ball is a point. Indices are those of the Table.
struct ObstacleSet {
  double radius_m = 0.0;
  std::vector<StraightEdge> noses;
  std::vector<CentreCircle> jaws;
  std::vector<CentreCircle> pockets;
  std::vector<StraightEdge> outline;
  /// Indices of the noses, longest first: the order in which a search soon finds a near one.
  std::vector<size_t> nose_order;
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
