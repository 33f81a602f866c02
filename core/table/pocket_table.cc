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

#include "core/table/pocket_table.h"

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

}  // namespace

Table BuildPocketTable(const std::string& name, const PocketTableDimensions& dimensions) {
  return Builder(name, dimensions).Build();
}

}  // namespace carom
