#include "core/event/solids.h"

#include <algorithm>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/event/pocket_hole.h"
#include "core/event/predict/flight_solid.h"
#include "core/table/plane_geometry.h"

namespace carom {
namespace {

Box Around(const Vec2& a, const Vec2& b, double reach_m) {
  const double margin_m = reach_m + 1e-9;
  return {std::min(a.x(), b.x()) - margin_m, std::max(a.x(), b.x()) + margin_m,
          std::min(a.y(), b.y()) - margin_m, std::max(a.y(), b.y()) + margin_m};
}

Box Around(const std::vector<Vec2>& points_m) {
  Vec2 low = points_m.front();
  Vec2 high = low;
  for (const Vec2& point : points_m) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  return Around(low, high, 0.0);
}

// Whether a rail as high as the pocket's back goes on just outside of its circle, at `angle_rad`
// from its opening on one side of it.
bool RailBehind(const Table& table, const Pocket& pocket, double angle_rad) {
  constexpr double kJustOutside_m = 1e-6;
  const Vec2 aside(-pocket.opening.y(), pocket.opening.x());
  const Vec2 outwards = Cos(angle_rad) * pocket.opening + Sin(angle_rad) * aside;
  const Vec2 point = pocket.centre_m + (pocket.radius_m + kJustOutside_m) * outwards;
  return std::any_of(table.rail_tops.begin(), table.rail_tops.end(), [&](const RailTop& top) {
    return top.height_m == pocket.back_height_m && InsidePolygon(point, top.corners_m);
  });
}

// From the ends of the back towards the opening, as far as there are rails on both sides; what is
// left, less than a step, the facings' far ends bound.
double RimCosine(const Table& table, const Pocket& pocket) {
  constexpr int kSteps = 360;  // Quarters of a degree.
  if (!HasBack(pocket)) return 0.0;
  double cosine = 0.0;
  for (int step = kSteps - 1; step > 0; --step) {
    const double angle_rad = 0.5 * kPi * step / kSteps;
    if (!RailBehind(table, pocket, angle_rad) || !RailBehind(table, pocket, -angle_rad)) break;
    cosine = Cos(angle_rad);
  }
  return cosine;
}

}  // namespace

Solids MakeSolids(const Table& table, const std::vector<BallSpec>& balls) {
  double largest_m = 0.0;
  for (const BallSpec& ball : balls) largest_m = std::max(largest_m, ball.radius_m);
  Solids solids;
  for (const Nose& nose : table.noses) {
    solids.noses.push_back({MakeSpaceSegment(nose), Around(nose.start_m, nose.end_m, largest_m)});
  }
  for (const Jaw& jaw : table.jaws) {
    solids.jaws.push_back(Around(jaw.centre_m, jaw.centre_m, jaw.radius_m + largest_m));
  }
  for (const RailTop& top : table.rail_tops) {
    solids.rail_tops.push_back({top.corners_m, top.height_m, Around(top.corners_m)});
  }
  for (const Pocket& pocket : table.pockets) {
    solids.pockets.push_back(Around(pocket.centre_m, pocket.centre_m, pocket.radius_m + largest_m));
    solids.pocket_tops_m.push_back(PocketTop(table, pocket));
    solids.rim_cosines.push_back(RimCosine(table, pocket));
  }
  return solids;
}

bool OverPlate(const Solids::Plate& plate, const std::vector<Pocket>& pockets,
               const Vec2& point_m) {
  const bool over_hole = std::any_of(pockets.begin(), pockets.end(), [&](const Pocket& pocket) {
    return AboveHole(pocket, point_m);
  });
  return !over_hole && InsidePolygon(point_m, plate.corners_m);
}

}  // namespace carom
