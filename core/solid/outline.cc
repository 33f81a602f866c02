#include "core/solid/outline.h"

namespace carom {
namespace {

// Twice the signed area: positive when the corners run counter-clockwise.
double Orientation(const std::vector<Vec2>& corners) {
  double sum = 0.0;
  for (size_t i = 0; i < corners.size(); ++i) {
    const Vec2& next = corners[(i + 1) % corners.size()];
    sum += corners[i].x() * next.y() - corners[i].y() * next.x();
  }
  return sum;
}

}  // namespace

std::vector<OutlineEdge> MakeOutline(const std::vector<Vec2>& corners_m) {
  std::vector<OutlineEdge> outline;
  const bool counter_clockwise = Orientation(corners_m) > 0.0;
  for (size_t i = 0; i < corners_m.size(); ++i) {
    const Vec2& here = corners_m[i];
    const Vec2& next = corners_m[(i + 1) % corners_m.size()];
    StraightEdge edge = counter_clockwise ? MakeEdge(here, next, 0.0) : MakeEdge(next, here, 0.0);
    edge.leads_out = true;
    outline.emplace_back(edge);
  }
  return outline;
}

}  // namespace carom
