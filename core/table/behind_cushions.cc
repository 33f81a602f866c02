#include "core/solid/plane_geometry.h"
#include "core/table/validate.h"

namespace carom {
namespace {

bool DiscBetween(const Vec2& centre_m, double radius_m, const Vec2& from_m, const Vec2& to_m) {
  if (!BoxesMeet(from_m, to_m, centre_m, centre_m, radius_m)) return false;
  const Vec2 offset = NearestOnSegment(centre_m, from_m, to_m) - centre_m;
  return offset.squaredNorm() < radius_m * radius_m;
}

bool AnythingBetween(const Table& table, const Vec2& from_m, const Vec2& to_m) {
  for (const Nose& nose : table.noses) {
    if (BoxesMeet(from_m, to_m, nose.start_m, nose.end_m, 0.0) &&
        SegmentsMeet(from_m, to_m, nose.start_m, nose.end_m))
      return true;
  }
  for (const Jaw& jaw : table.jaws) {
    if (DiscBetween(jaw.centre_m, jaw.radius_m, from_m, to_m)) return true;
  }
  for (const Pocket& pocket : table.pockets) {
    if (DiscBetween(pocket.centre_m, pocket.radius_m, from_m, to_m)) return true;
  }
  return false;
}

Vec2 NearestOnOutline(const std::vector<Vec2>& outline, const Vec2& point_m) {
  Vec2 nearest = outline.front();
  for (size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    const Vec2 candidate = NearestOnSegment(point_m, outline[j], outline[i]);
    if ((candidate - point_m).squaredNorm() < (nearest - point_m).squaredNorm()) {
      nearest = candidate;
    }
  }
  return nearest;
}

bool SeesOutline(const Table& table, const Vec2& point_m) {
  return !AnythingBetween(table, point_m, NearestOnOutline(table.bed_outline_m, point_m));
}

}  // namespace

bool BehindCushions(const Table& table, const Vec2& point_m) {
  if (table.bed_outline_m.empty()) return false;
  // The first test decides for nearly every ball on nearly every table.
  if (!AnythingBetween(table, point_m, table.head_spot_m)) return false;
  if (!AnythingBetween(table, point_m, table.foot_spot_m)) return false;
  return SeesOutline(table, point_m) && !SeesOutline(table, table.head_spot_m);
}

}  // namespace carom
