#include "core/table/table.h"

#include <algorithm>

#include "core/solid/plane_geometry.h"

namespace carom {
namespace {

bool LiesIn(const Pocket& pocket, const std::vector<Vec2>& polygon) {
  if (InsidePolygon(pocket.centre_m, polygon)) return true;
  for (size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Vec2 nearest = NearestOnSegment(pocket.centre_m, polygon[j], polygon[i]);
    if ((nearest - pocket.centre_m).norm() < pocket.radius_m) return true;
  }
  return false;
}

}  // namespace

double PocketTop(const Table& table, const Pocket& pocket) {
  double top_m = pocket.opening.isZero() ? 0.0 : pocket.back_height_m;
  for (const RailTop& rail : table.rail_tops) {
    if (LiesIn(pocket, rail.corners_m)) top_m = std::max(top_m, rail.height_m);
  }
  return top_m;
}

}  // namespace carom
