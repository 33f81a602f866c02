#include "core/solid/solid.h"

#include "core/solid/edge.h"
#include "core/solid/gap.h"
#include "core/solid/resolution.h"

namespace carom {

OptionalTime PocketMouth::Crossing(const Approach& approach) const {
  const Motion3D& centre = approach.centre;
  const auto enters = [&] {
    return CircleCrossing(centre.x, centre.y, circle_.centre_m, circle_.radius_m, approach.window_s,
                          false, approach.useful_s);
  };
  if (approach.on_cloth) return enters();
  if (!approach.Low(top_m_)) return std::nullopt;
  auto beside = enters();
  // At the height of the top itself a ball comes from above, or rises and does not enter.
  if (beside && centre.z.At(*beside) >= top_m_ + radius_m_ - kSeamDepth_m) beside = std::nullopt;
  const auto within = [&](const Vec2& point) { return circle_.Covers(point); };
  return EarlierOf(beside, PlateCrossing(centre, top_m_, radius_m_, within, approach.window_s,
                                         false, approach.useful_s));
}

OptionalTime DropEdge::Crossing(const Approach& approach) const {
  if (!approach.on_cloth) return std::nullopt;
  return CircleCrossing(approach.centre.x, approach.centre.y, circle_.centre_m, circle_.radius_m,
                        approach.window_s, false, approach.useful_s);
}

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
