// Geometry at the end of a cushion, seen from above with the table below the nose line:
//
//      facing     jaw, radius r
//         \      .
//          \   .
//           \.
//   --------P----t-------------- nose line
//
//   P  corner of the mouth, where nose and facing would meet if nothing were rounded
//   a  angle of the facing from the perpendicular, leaning over the mouth
//   t  tangent length: the jaw touches nose and facing at this distance from P; the angle between
//      them is 90 deg + a, so t = r / tan((90 deg + a) / 2)
//
// Corner pocket: its mouth m spans the diagonal, so P is m / sqrt(2) from the table's corner along
// each nose line. Side pocket: P is m / 2 from the middle of the table.

// Where the numbers come from: [WPA] Tournament Table & Equipment Specifications; [UMB] World Rules
// of Carom Billiard, on billiard and balls; [WPBSA] Official Rules of Snooker, on equipment;
// [pooltool] the tables and balls of that simulator, version 0.6. What [WPA], [UMB] and [WPBSA]
// prescribe are sizes, which makers keep; of friction and restitution they say nothing.

#include "core/table/catalog.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/constants.h"
#include "core/base/portable_math.h"

namespace carom {
namespace {

// How far the bed's outline lies beyond everything else.
constexpr double kOutlineMargin_m = 0.02;

// Index of the first facing among the noses; each pocket has two, in the order of the pockets.
constexpr size_t kFirstFacing = 6;

double TangentLength(const PocketDimensions& pocket) {
  const double half_angle = 0.5 * (kHalfPi + pocket.facing_angle_rad);
  return pocket.jaw_radius_m * Cos(half_angle) / Sin(half_angle);
}

class Builder {
 public:
  Builder(const std::string& name, const PocketTableDimensions& d);
  Table Build();

 private:
  void AddNose(const Vec2& start_m, const Vec2& end_m);
  void AddJaw(const Vec2& centre_m, const PocketDimensions& pocket);
  void AddPocket(const Vec2& centre_m, const PocketDimensions& pocket, const Vec2& opening,
                 const char* name);
  void AddStraightNoses();
  void AddCorner(double x_sign, double y_sign, const char* name);
  void AddSide(double y_sign, const char* name);
  void AddOutline();
  void AddRailTops();
  void AddRailTop(const Nose& nose, size_t start_facing, size_t end_facing);
  Vec2 OutlineBehind(const Pocket& pocket) const;

  const PocketTableDimensions& d_;
  const double half_length_m_;
  const double half_width_m_;
  const double corner_mouth_m_;  // from the corner of the table to P
  const double corner_tangent_m_;
  const double side_mouth_m_;  // from the middle of the table to P
  const double side_tangent_m_;
  Table table_;
};

Builder::Builder(const std::string& name, const PocketTableDimensions& d)
    : d_(d),
      half_length_m_(0.5 * d.length_m),
      half_width_m_(0.5 * d.width_m),
      corner_mouth_m_(d.corner.mouth_m / std::sqrt(2.0)),
      corner_tangent_m_(TangentLength(d.corner)),
      side_mouth_m_(0.5 * d.side.mouth_m),
      side_tangent_m_(TangentLength(d.side)) {
  table_.name = name;
  table_.length_m = d.length_m;
  table_.width_m = d.width_m;
  table_.head_spot_m = Vec2(-0.25 * d.length_m, 0.0);
  table_.foot_spot_m = Vec2(0.25 * d.length_m, 0.0);
}

void Builder::AddNose(const Vec2& start_m, const Vec2& end_m) {
  table_.noses.push_back({start_m, end_m, d_.nose_height_m});
}

void Builder::AddJaw(const Vec2& centre_m, const PocketDimensions& pocket) {
  if (pocket.jaw_radius_m == 0.0) return;
  table_.jaws.push_back({centre_m, pocket.jaw_radius_m, d_.nose_height_m});
}

void Builder::AddPocket(const Vec2& centre_m, const PocketDimensions& pocket, const Vec2& opening,
                        const char* name) {
  const double lean = Sin(pocket.liner_lean_rad) / Cos(pocket.liner_lean_rad);
  table_.pockets.push_back(
      {centre_m, pocket.radius_m, name, opening, d_.nose_height_m, lean * d_.nose_height_m});
}

void Builder::AddStraightNoses() {
  const double corner_end_m = corner_mouth_m_ + corner_tangent_m_;
  const double side_end_m = side_mouth_m_ + side_tangent_m_;
  const double end_y = half_width_m_ - corner_end_m;
  for (const double x_sign : {1.0, -1.0}) {
    AddNose(Vec2(x_sign * half_length_m_, -end_y), Vec2(x_sign * half_length_m_, end_y));
  }
  for (const double y_sign : {1.0, -1.0}) {
    const double y = y_sign * half_width_m_;
    AddNose(Vec2(corner_end_m - half_length_m_, y), Vec2(-side_end_m, y));
    AddNose(Vec2(side_end_m, y), Vec2(half_length_m_ - corner_end_m, y));
  }
}

void Builder::AddCorner(double x_sign, double y_sign, const char* name) {
  const PocketDimensions& pocket = d_.corner;
  const double sine = Sin(pocket.facing_angle_rad);
  const double cosine = Cos(pocket.facing_angle_rad);
  // `along` is measured from the corner of the table along one nose, `behind` from its line
  // outwards.
  const double near_along = corner_mouth_m_ - corner_tangent_m_ * sine;
  const double near_behind = corner_tangent_m_ * cosine;
  const double far_along = corner_mouth_m_ - d_.cushion_width_m * sine / cosine;
  const double far_behind = d_.cushion_width_m;
  const double jaw_along = corner_mouth_m_ + corner_tangent_m_;
  const auto on_side = [&](double along, double behind) {
    return Vec2(x_sign * (half_length_m_ - along), y_sign * (half_width_m_ + behind));
  };
  const auto on_end = [&](double along, double behind) {
    return Vec2(x_sign * (half_length_m_ + behind), y_sign * (half_width_m_ - along));
  };
  AddNose(on_side(near_along, near_behind), on_side(far_along, far_behind));
  AddNose(on_end(near_along, near_behind), on_end(far_along, far_behind));
  AddJaw(on_side(jaw_along, pocket.jaw_radius_m), pocket);
  AddJaw(on_end(jaw_along, pocket.jaw_radius_m), pocket);
  const double setback_m = pocket.setback_m / std::sqrt(2.0);
  const Vec2 inwards = Vec2(-x_sign, -y_sign) / std::sqrt(2.0);
  AddPocket(on_side(-setback_m, setback_m), pocket, inwards, name);
}

void Builder::AddSide(double y_sign, const char* name) {
  const PocketDimensions& pocket = d_.side;
  const double sine = Sin(pocket.facing_angle_rad);
  const double cosine = Cos(pocket.facing_angle_rad);
  const auto at = [&](double x_sign, double from_middle, double behind) {
    return Vec2(x_sign * from_middle, y_sign * (half_width_m_ + behind));
  };
  for (const double x_sign : {-1.0, 1.0}) {
    // The far end is where the common reference tables put it: sin for tan, 0.5 mm or less off.
    const Vec2 far_m = at(x_sign, side_mouth_m_ - d_.cushion_width_m * sine, d_.cushion_width_m);
    const Vec2 near_m =
        at(x_sign, side_mouth_m_ - side_tangent_m_ * sine, side_tangent_m_ * cosine);
    AddNose(near_m, far_m);
    AddJaw(at(x_sign, side_mouth_m_ + side_tangent_m_, pocket.jaw_radius_m), pocket);
  }
  AddPocket(at(1.0, 0.0, pocket.setback_m), pocket, Vec2(0.0, -y_sign), name);
}

void Builder::AddOutline() {
  Vec2 reach(half_length_m_ + d_.cushion_width_m, half_width_m_ + d_.cushion_width_m);
  for (const Pocket& pocket : table_.pockets) {
    const Vec2 edge = pocket.centre_m.cwiseAbs() + Vec2::Constant(pocket.radius_m);
    reach = reach.cwiseMax(edge);
  }
  reach += Vec2::Constant(kOutlineMargin_m);
  table_.bed_outline_m = {Vec2(-reach.x(), -reach.y()), Vec2(reach.x(), -reach.y()),
                          Vec2(reach.x(), reach.y()), Vec2(-reach.x(), reach.y())};
}

// Where the rails on both sides of a pocket end: behind a corner pocket the corner of the outline,
// behind a side pocket the point of the outline straight behind it.
Vec2 Builder::OutlineBehind(const Pocket& pocket) const {
  const Vec2& reach = table_.bed_outline_m[2];
  if (pocket.centre_m.x() == 0.0) return Vec2(0.0, std::copysign(reach.y(), pocket.centre_m.y()));
  return Vec2(std::copysign(reach.x(), pocket.centre_m.x()),
              std::copysign(reach.y(), pocket.centre_m.y()));
}

// From the pocket at one end of the nose along its facing and the chord of its jaw (whose disc has
// a top of its own), the nose and the other jaw and facing to the other pocket, and back along the
// outline. Pocket circles are holes in the plate, so it may run through them.
void Builder::AddRailTop(const Nose& nose, size_t start_facing, size_t end_facing) {
  const auto pocket_of = [&](size_t facing) -> const Pocket& {
    return table_.pockets[(facing - kFirstFacing) / 2];
  };
  const auto far_end = [&](size_t facing, std::vector<Vec2>& corners) {
    const Nose& f = table_.noses[facing];
    // Beside large jaws a facing may run back towards the table; there the jaw ends the rail.
    if (pocket_of(facing).opening.dot(f.end_m - f.start_m) < 0.0) corners.push_back(f.end_m);
  };
  const Pocket& start_pocket = pocket_of(start_facing);
  const Pocket& end_pocket = pocket_of(end_facing);
  RailTop rail_top;
  rail_top.height_m = d_.nose_height_m;
  std::vector<Vec2>& corners = rail_top.corners_m;
  // Where nothing is rounded, a facing starts at the end of its nose.
  const auto add = [&corners](const Vec2& corner) {
    if (corners.back() != corner) corners.push_back(corner);
  };
  corners.push_back(start_pocket.centre_m);
  far_end(start_facing, corners);
  add(table_.noses[start_facing].start_m);
  add(nose.start_m);
  add(nose.end_m);
  add(table_.noses[end_facing].start_m);
  far_end(end_facing, corners);
  corners.push_back(end_pocket.centre_m);
  corners.push_back(OutlineBehind(end_pocket));
  corners.push_back(OutlineBehind(start_pocket));
  table_.rail_tops.push_back(std::move(rail_top));
}

// A rail for each straight nose, with the facings at its start and its end.
void Builder::AddRailTops() {
  struct Cushion {
    size_t nose, start_facing, end_facing;
  };
  constexpr Cushion kCushions[] = {{0, 13, 11}, {1, 9, 7},  {2, 6, 14},
                                   {3, 15, 10}, {4, 8, 16}, {5, 17, 12}};
  for (const Cushion& cushion : kCushions) {
    AddRailTop(table_.noses[cushion.nose], cushion.start_facing, cushion.end_facing);
  }
}

Table Builder::Build() {
  AddStraightNoses();
  AddCorner(-1.0, 1.0, "head_left_corner");
  AddCorner(-1.0, -1.0, "head_right_corner");
  AddCorner(1.0, 1.0, "foot_left_corner");
  AddCorner(1.0, -1.0, "foot_right_corner");
  AddSide(1.0, "left_side");
  AddSide(-1.0, "right_side");
  AddOutline();
  AddRailTops();
  return std::move(table_);
}

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

Table BuildPocketTable(const std::string& name, const PocketTableDimensions& dimensions) {
  return Builder(name, dimensions).Build();
}

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
