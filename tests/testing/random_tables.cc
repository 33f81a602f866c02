#include "tests/testing/random_tables.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/table/catalog.h"

namespace carom::testing {
namespace {

constexpr double kStraightNose_m = 0.3;

Nose MakeNose(const Vec2& start_m, const Vec2& end_m, double height_m, double rise_m = 0.0) {
  Nose nose;
  nose.start_m = start_m;
  nose.end_m = end_m;
  nose.start_height_m = height_m;
  nose.rise_m = rise_m;
  return nose;
}

std::vector<Vec2> Rectangle(const Vec2& corner) {
  return {-corner, Vec2(corner.x(), -corner.y()), corner, Vec2(-corner.x(), corner.y())};
}

// How far the outline lies behind a nose, along the nose's unit normal that points outwards.
double DepthBehind(const Table& table, const Vec2& nose_m, const Vec2& outwards) {
  double depth_m = 0.0;
  for (const Vec2& corner : table.bed_outline_m) {
    depth_m = std::max(depth_m, outwards.dot(corner - nose_m));
  }
  return depth_m;
}

// The end of `x_sign` (-1 or +1) of the workshop's table, whose mouth is 13 cm wide.
void AddEnd(double x_sign, double back_height_m, Table& table) {
  constexpr double kMouth = 0.065;
  constexpr double kJaw = 0.02;
  const double x = x_sign * 0.9;
  for (const double side : {-1.0, 1.0}) {
    const double corner_y = side * (kMouth + kJaw);
    table.noses.push_back(MakeNose(Vec2(x, corner_y), Vec2(x, side * 0.45), 0.034, 0.005));
    table.noses.push_back(MakeNose(Vec2(x + x_sign * kJaw, side * kMouth),
                                   Vec2(x + x_sign * 0.07, side * 0.06), 0.034));
    table.jaws.push_back({Vec2(x + x_sign * kJaw, corner_y), kJaw, 0.034});
  }
  Pocket pocket;
  pocket.centre_m = Vec2(x + x_sign * 0.065, 0.0);
  pocket.radius_m = 0.062;
  pocket.name = x_sign < 0.0 ? "head" : "foot";
  pocket.opening = Vec2(-x_sign, 0.0);
  pocket.back_height_m = back_height_m;
  table.pockets.push_back(pocket);
}

}  // namespace

Table Box(double length_m, double width_m) {
  Table table;
  table.name = "box";
  table.length_m = length_m;
  table.width_m = width_m;
  const std::vector<Vec2> corners = Rectangle(Vec2(0.5 * length_m, 0.5 * width_m));
  for (size_t i = 0; i < corners.size(); ++i) {
    table.noses.push_back(MakeNose(corners[i], corners[(i + 1) % corners.size()], 0.036));
    table.bed_outline_m.push_back(1.1 * corners[i]);
  }
  return table;
}

Table Workshop() {
  Table table;
  table.name = "workshop";
  table.length_m = 1.8;
  table.width_m = 0.9;
  table.noses.push_back(MakeNose(Vec2(-0.9, 0.45), Vec2(0.9, 0.45), 0.031, 0.008));
  table.noses.push_back(MakeNose(Vec2(-0.9, -0.45), Vec2(0.9, -0.45), 0.040, -0.009));
  AddEnd(-1.0, 0.0, table);
  AddEnd(1.0, 0.034, table);
  table.bed_outline_m = Rectangle(Vec2(1.06, 0.57));
  table.head_spot_m = Vec2(-0.45, 0.0);
  table.foot_spot_m = Vec2(0.45, 0.0);
  AddRailTops(table);
  return table;
}

void AddRailTops(Table& table) {
  if (!table.rail_tops.empty() || table.bed_outline_m.empty()) return;
  for (const Nose& nose : table.noses) {
    const Vec2 span = nose.end_m - nose.start_m;
    if (span.norm() < kStraightNose_m) continue;
    Vec2 outwards = Vec2(-span.y(), span.x()).normalized();
    if (outwards.dot(nose.start_m) < 0.0) outwards = -outwards;
    const Vec2 depth = DepthBehind(table, nose.start_m, outwards) * outwards;
    // No higher than the nose anywhere: a ball that has passed the nose is above the rail.
    RailTop top;
    top.corners_m = {nose.start_m, nose.end_m, nose.end_m + depth, nose.start_m + depth};
    top.height_m = nose.start_height_m + std::min(nose.rise_m, 0.0);
    table.rail_tops.push_back(top);
  }
}

Table DrawTable3D(Dice& dice) {
  constexpr std::size_t kPresets = kDrawnPresets.size();
  const uint64_t pick = dice.Below(kPresets + 4);
  Table table = pick < kPresets        ? FindTable(kDrawnPresets[pick])->table
                : pick == kPresets     ? Box(1.6, 0.8)
                : pick == kPresets + 1 ? Box(0.5, 0.4)
                                       : Workshop();
  if (dice.Chance(0.5)) AddRailTops(table);
  return table;
}

}  // namespace carom::testing
