#ifndef CAROM_CORE_TABLE_POCKET_TABLE_H_
#define CAROM_CORE_TABLE_POCKET_TABLE_H_

#include <string>

#include "core/table/table.h"

namespace carom {

/// The shape of one kind of pocket and of the cushions' ends beside it.
struct PocketDimensions {
  /// Between the two points where the lines of nose and facing would meet if nothing were rounded.
  double mouth_m = 0.0;
  /// Of a facing from the perpendicular to its cushion, opening towards the table.
  double facing_angle_rad = 0.0;
  double jaw_radius_m = 0.0;  ///< Of the rounding between nose and facing; 0: a sharp corner.
  double radius_m = 0.0;      ///< Of the circle into which a ball drops.
  /// Of the circle's centre behind the table's corner (along the diagonal), or behind the nose
  /// line.
  double setback_m = 0.0;
  double liner_lean_rad = 0.0;  ///< Of the back from the vertical, inwards over the hole.
};

/// The measures of a table with four corner and two side pockets.
struct PocketTableDimensions {
  double length_m = 0.0;  ///< Between noses.
  double width_m = 0.0;
  double nose_height_m = 0.0;
  double cushion_width_m = 0.0;  ///< From the nose to the rail: how deep the facings run.
  PocketDimensions corner;
  PocketDimensions side;
};

/// Builds the geometry: the straight noses between the pockets; then for each pocket two facings
/// (as noses), two jaws tangent to nose and facing unless their radius is 0, and the circle, whose
/// back is as high as the noses and leans. The bed's outline is a rectangle around all of it. Each
/// straight nose has a rail top of its own height; the rail tops, the tops of the jaws and the
/// pockets' circles together cover all that lies behind the noses. Spots are at a quarter of the
/// length from the ends. Order of the noses: foot and head end; left side (head, foot part), right
/// side; the facings of each pocket. Pockets: head_left_corner, head_right_corner,
/// foot_left_corner, foot_right_corner, left_side, right_side, left and right as seen from the head
/// of the table.
Table BuildPocketTable(const std::string& name, const PocketTableDimensions& dimensions);

}  // namespace carom

#endif  // CAROM_CORE_TABLE_POCKET_TABLE_H_
