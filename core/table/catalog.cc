#include "core/table/catalog.h"

#include <algorithm>
#include <utility>

#include "core/base/constants.h"
#include "core/table/pocket_table.h"

// Where the numbers come from: [WPA] Tournament Table & Equipment Specifications; [UMB] World Rules
// of Carom Billiard, on billiard and balls; [WPBSA] Official Rules of Snooker, on equipment;
// [pooltool] the tables and balls of that simulator, version 0.6. What [WPA], [UMB] and [WPBSA]
// prescribe are sizes, which makers keep; of friction and restitution they say nothing.

namespace carom {
namespace {

// The lean of liners inwards over the hole. Liners do lean: the inner surface of a pocket's iron
// slants downward and outward [US 3,944,224]. The angle is an assumption: the upper end of the
// vertical angle of the facings beside it, 12 to 15 degrees [WPA, BCA].
constexpr double kLinerLean_rad = DegreesToRadians(15.0);

// The 7 ft table of [pooltool], whose shapes of pockets other simulators share. Its nose stands at
// 64 % of the ball's diameter, within the 62.5 to 64.5 % of [WPA].
PocketTableDimensions Pool7ft() {
  return {.length_m = 1.9812,
          .width_m = 0.9906,
          .nose_height_m = 0.036576,
          .cushion_width_m = 0.0508,
          .corner = {.mouth_m = 0.118,
                     .facing_angle_rad = DegreesToRadians(45.0 + 5.3),
                     .jaw_radius_m = 0.02095,
                     .radius_m = 0.062,
                     .setback_m = 0.0417,
                     .liner_lean_rad = kLinerLean_rad},
          .side = {.mouth_m = 0.137,
                   .facing_angle_rad = DegreesToRadians(7.14),
                   .jaw_radius_m = 0.00795,
                   .radius_m = 0.0645,
                   .setback_m = 0.0685,
                   .liner_lean_rad = kLinerLean_rad}};
}

// [WPA] Tournament Table & Equipment Specifications: corner mouth 4.5 to 4.625 in and 142 degrees
// between nose and facing, side mouth 5 to 5.125 in and 104 degrees, nose at 63.5 % of the ball's
// diameter. What it leaves open is as on the 7 ft table. That makes the shelves 37 and 4 mm, within
// its 25 to 57 and 0 to 9.5 mm.
PocketTableDimensions PoolByWpa(double length_m) {
  PocketTableDimensions d = Pool7ft();
  d.length_m = length_m;
  d.width_m = 0.5 * length_m;
  d.nose_height_m = 0.635 * 0.05715;
  d.corner.mouth_m = 0.1155;
  d.corner.facing_angle_rad = DegreesToRadians(142.0 - 90.0);
  d.side.mouth_m = 0.1285;
  d.side.facing_angle_rad = DegreesToRadians(104.0 - 90.0);
  return d;
}

// The cushions of [Compliant pool table] 3.2, Fig 3: between nose and facing nothing is rounded.
// The paper draws its pockets without their sizes; these are the sizes of WPA.
PocketTableDimensions PoolUnrounded(double length_m) {
  PocketTableDimensions d = PoolByWpa(length_m);
  d.corner.jaw_radius_m = 0.0;
  d.side.jaw_radius_m = 0.0;
  return d;
}

// The playing area of [WPBSA], 3569 mm by 1778 mm; noses, jaws and pockets of [pooltool]. Large
// rounded jaws take the place of facings: what is left of those lies inside the jaws.
PocketTableDimensions Snooker12ft() {
  return {.length_m = 3.569,
          .width_m = 1.778,
          .nose_height_m = 0.039,
          .cushion_width_m = 0.04763,
          .corner = {.mouth_m = 0.08014,
                     .facing_angle_rad = DegreesToRadians(45.0),
                     .jaw_radius_m = 0.0889,
                     .radius_m = 0.0889,
                     .setback_m = 0.06735,
                     .liner_lean_rad = kLinerLean_rad},
          .side = {.mouth_m = 0.08457,
                   .facing_angle_rad = 0.0,
                   .jaw_radius_m = 0.0669,
                   .radius_m = 0.05319,
                   .setback_m = 0.05159,
                   .liner_lean_rad = kLinerLean_rad}};
}

TablePreset PoolPreset(const std::string& name, const PocketTableDimensions& dimensions,
                       const std::string& description) {
  return {BuildPocketTable(name, dimensions),
          description,
          "pool",
          {"nine_ball", "eight_ball", "ten_ball"}};
}

TablePreset SnookerPreset() {
  TablePreset preset = {BuildPocketTable("snooker_12ft", Snooker12ft()),
                        "12 ft snooker, 3.569 m x 1.778 m, pockets of a common reference table",
                        "snooker",
                        {"snooker"}};
  // On the baulk line, 737 mm from the cushion [WPBSA], midway between brown and yellow.
  preset.table.head_spot_m = Vec2(0.737 - 0.5 * 3.569, -0.146);
  return preset;
}

// [UMB]: 2.84 m by 1.42 m between noses of 37 mm.
TablePreset CaromPreset() {
  constexpr double kX = 1.42;
  constexpr double kY = 0.71;
  constexpr double kNoseHeight = 0.037;
  constexpr double kRail = 0.1;
  TablePreset preset;
  preset.table.name = "carom_10ft";
  preset.table.length_m = 2.0 * kX;
  preset.table.width_m = 2.0 * kY;
  preset.table.noses = {{Vec2(kX, -kY), Vec2(kX, kY), kNoseHeight},
                        {Vec2(-kX, -kY), Vec2(-kX, kY), kNoseHeight},
                        {Vec2(-kX, kY), Vec2(kX, kY), kNoseHeight},
                        {Vec2(-kX, -kY), Vec2(kX, -kY), kNoseHeight}};
  preset.table.bed_outline_m = {Vec2(-kX - kRail, -kY - kRail), Vec2(kX + kRail, -kY - kRail),
                                Vec2(kX + kRail, kY + kRail), Vec2(-kX - kRail, kY + kRail)};
  // Four rails, mitred at the corners: one behind each edge of the outline.
  const std::vector<Vec2> corners = {Vec2(-kX, -kY), Vec2(kX, -kY), Vec2(kX, kY), Vec2(-kX, kY)};
  for (size_t i = 0; i < corners.size(); ++i) {
    const size_t next = (i + 1) % corners.size();
    preset.table.rail_tops.push_back({{corners[i], corners[next], preset.table.bed_outline_m[next],
                                       preset.table.bed_outline_m[i]},
                                      kNoseHeight});
  }
  preset.table.head_spot_m = Vec2(-0.5 * kX, 0.0);
  preset.table.foot_spot_m = Vec2(0.5 * kX, 0.0);
  preset.description = "10 ft carom, 2.84 m x 1.42 m without pockets (UMB)";
  preset.ball_set = "carom";
  preset.racks = {"three_cushion"};
  return preset;
}

TablePreset OpenPreset() {
  TablePreset preset;
  preset.table.name = "open";
  preset.table.head_spot_m = Vec2(-0.635, 0.0);
  preset.table.foot_spot_m = Vec2(0.635, 0.0);
  preset.description = "endless slate without cushions and pockets; spots of a 9 ft table";
  preset.ball_set = "pool";
  preset.racks = {"nine_ball", "eight_ball", "ten_ball"};
  return preset;
}

}  // namespace

const std::vector<TablePreset>& TableCatalog() {
  static const auto* const catalog = new std::vector<TablePreset>{
      CaromPreset(),
      OpenPreset(),
      PoolPreset("pool_7ft", Pool7ft(),
                 "7 ft pool, 1.9812 m x 0.9906 m, pockets of a common reference table"),
      PoolPreset("pool_8ft", PoolByWpa(2.2352), "8 ft pool, 2.2352 m x 1.1176 m, pockets by WPA"),
      PoolPreset("pool_9ft", PoolByWpa(2.54), "9 ft pool, 2.54 m x 1.27 m, pockets by WPA"),
      PoolPreset("pool_9ft_prisms", PoolUnrounded(2.54),
                 "9 ft pool, 2.54 m x 1.27 m, pockets by WPA; jaws not rounded: each cushion a box "
                 "and two triangular prisms"),
      SnookerPreset(),
  };
  return *catalog;
}

const TablePreset* FindTable(std::string_view name) {
  const std::vector<TablePreset>& catalog = TableCatalog();
  const auto found = std::find_if(catalog.begin(), catalog.end(),
                                  [name](const TablePreset& p) { return p.table.name == name; });
  return found == catalog.end() ? nullptr : &*found;
}

namespace {

BallSet MakeSet(const std::string& name, const std::string& description, const BallSpec& ball,
                std::vector<std::string> ball_names) {
  const std::vector<BallSpec> balls(ball_names.size(), ball);
  return {name, description, balls, std::move(ball_names)};
}

// [UMB]: 61 to 61.5 mm, 205 to 220 g.
BallSet Carom() {
  return MakeSet("carom", "white, yellow and red of 61.5 mm and 210 g",
                 {.mass_kg = 0.210, .radius_m = 0.03075}, {"white", "yellow", "red"});
}

// [WPA]: 2 1/4 in, 5 1/2 to 6 oz.
BallSet Pool() {
  std::vector<std::string> names = {"cue"};
  for (int number = 1; number <= 15; ++number) names.push_back(std::to_string(number));
  return MakeSet("pool", "cue and 1 to 15 of 2 1/4 in and 6 oz",
                 {.mass_kg = 0.170097, .radius_m = 0.028575}, std::move(names));
}

// [pooltool]; [WPBSA] has 52.5 mm, a ninth of a millimetre more.
BallSet Snooker() {
  std::vector<std::string> names = {"cue"};
  for (int red = 1; red <= 15; ++red) names.push_back("red_" + std::to_string(red));
  for (const char* colour : {"yellow", "green", "brown", "blue", "pink", "black"}) {
    names.push_back(colour);
  }
  return MakeSet("snooker", "cue, 15 reds and 6 colours of 2 1/16 in and 140 g",
                 {.mass_kg = 0.140, .radius_m = 0.02619375}, std::move(names));
}

}  // namespace

const std::vector<BallSet>& BallSets() {
  static const auto* const sets = new std::vector<BallSet>{Carom(), Pool(), Snooker()};
  return *sets;
}

const BallSet* FindBallSet(std::string_view name) {
  const std::vector<BallSet>& sets = BallSets();
  const auto found = std::find_if(sets.begin(), sets.end(),
                                  [name](const BallSet& set) { return set.name == name; });
  return found == sets.end() ? nullptr : &*found;
}

}  // namespace carom
