#include "core/event/obstacles.h"

#include <algorithm>
#include <numeric>

namespace carom {
namespace {

// Grown by a rounding's worth, so that what only just touches is inside.
Box BoxAround(const Vec2& a, const Vec2& b, double reach_m) {
  const double margin_m = reach_m + 1e-9;
  return {std::min(a.x(), b.x()) - margin_m, std::max(a.x(), b.x()) + margin_m,
          std::min(a.y(), b.y()) - margin_m, std::max(a.y(), b.y()) + margin_m};
}

CentreCircle MakeCircle(const Vec2& centre_m, double reach_m) {
  return {centre_m, reach_m, BoxAround(centre_m, centre_m, reach_m)};
}

StraightEdge MakeEdge(const Vec2& start_m, const Vec2& end_m, double reach_m) {
  StraightEdge edge;
  const Vec2 span = end_m - start_m;
  edge.start_m = start_m;
  edge.length_m = span.norm();
  edge.along = span / edge.length_m;
  edge.normal = Vec2(-edge.along.y(), edge.along.x());
  edge.reach_m = reach_m;
  edge.box = BoxAround(start_m, end_m, reach_m);
  return edge;
}

// Twice the signed area: positive when the corners run counter-clockwise.
double Orientation(const std::vector<Vec2>& corners) {
  double sum = 0.0;
  for (size_t i = 0; i < corners.size(); ++i) {
    const Vec2& next = corners[(i + 1) % corners.size()];
    sum += corners[i].x() * next.y() - corners[i].y() * next.x();
  }
  return sum;
}

std::vector<StraightEdge> MakeOutline(const std::vector<Vec2>& corners) {
  std::vector<StraightEdge> outline;
  const bool counter_clockwise = Orientation(corners) > 0.0;
  for (size_t i = 0; i < corners.size(); ++i) {
    const Vec2& here = corners[i];
    const Vec2& next = corners[(i + 1) % corners.size()];
    outline.push_back(counter_clockwise ? MakeEdge(here, next, 0.0) : MakeEdge(next, here, 0.0));
    outline.back().leads_out = true;
  }
  return outline;
}

ObstacleSet MakeSet(const Table& table, NoseContact contact, double radius_m) {
  ObstacleSet set;
  set.radius_m = radius_m;
  for (const Nose& nose : table.noses) {
    const bool slopes = nose.rise_m != 0.0 && contact == NoseContact::kLine;
    const double reach_m =
        slopes ? radius_m : NoseContactDistance(contact, radius_m, nose.height_m);
    set.noses.push_back(MakeEdge(nose.start_m, nose.end_m, reach_m));
    set.noses.back().slopes = slopes;
  }
  for (const Jaw& jaw : table.jaws) {
    set.jaws.push_back(MakeCircle(
        jaw.centre_m, jaw.radius_m + NoseContactDistance(contact, radius_m, jaw.height_m)));
  }
  for (const Pocket& pocket : table.pockets) {
    set.pockets.push_back(MakeCircle(pocket.centre_m, pocket.radius_m));
  }
  set.outline = MakeOutline(table.bed_outline_m);
  set.nose_order.resize(set.noses.size());
  std::iota(set.nose_order.begin(), set.nose_order.end(), size_t{0});
  std::stable_sort(set.nose_order.begin(), set.nose_order.end(), [&](size_t a, size_t b) {
    return set.noses[a].length_m > set.noses[b].length_m;
  });
  return set;
}

}  // namespace

Obstacles MakeObstacles(const Table& table, NoseContact contact,
                        const std::vector<BallSpec>& balls) {
  Obstacles obstacles;
  for (const BallSpec& ball : balls) {
    const auto known =
        std::find_if(obstacles.sets.begin(), obstacles.sets.end(),
                     [&](const ObstacleSet& set) { return set.radius_m == ball.radius_m; });
    obstacles.set_of_ball.push_back(static_cast<int>(known - obstacles.sets.begin()));
    if (known == obstacles.sets.end()) {
      obstacles.sets.push_back(MakeSet(table, contact, ball.radius_m));
    }
  }
  return obstacles;
}

Vec2 NearestPoint(const StraightEdge& edge, const Vec2& point_m) {
  const double along_m = edge.along.dot(point_m - edge.start_m);
  return edge.start_m + std::clamp(along_m, 0.0, edge.length_m) * edge.along;
}

}  // namespace carom
