#include "core/solid/mouth.h"

#include "core/solid/edge.h"
#include "core/solid/shell.h"

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

}  // namespace carom
