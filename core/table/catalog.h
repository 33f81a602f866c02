#ifndef CAROM_CORE_TABLE_CATALOG_H_
#define CAROM_CORE_TABLE_CATALOG_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/table/shot.h"
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

/// A table of the catalogue, with what is usually played on it.
struct TablePreset {
  Table table;                     ///< table.name is the preset's name.
  std::string description;         ///< One line on sizes and their source.
  std::string ball_set;            ///< As in FindBallSet.
  std::vector<std::string> racks;  ///< Racks that fit, as in MakeRack; the usual one first.
};

/// All presets, in order of name: "carom_10ft", "open" (an endless slate), "pool_7ft", "pool_8ft",
/// "pool_9ft", "pool_9ft_prisms", "snooker_12ft". Every one passes ValidateTable; where there are
/// cushions, a ball of the set that stays on the cloth can pass them only into a pocket, and rail
/// tops cover what lies behind them. Built once, thread-safe.
const std::vector<TablePreset>& TableCatalog();

/// Null when the name is unknown.
const TablePreset* FindTable(std::string_view name);

/// The balls of a game by index; index 0 is the cue ball. The two vectors are parallel.
struct BallSet {
  std::string name;
  std::string description;
  std::vector<BallSpec> balls;
  std::vector<std::string> ball_names;
};

/// All ball sets, in order of name: "carom" (white, yellow, red), "pool" (cue, 1 to 15), "snooker"
/// (cue, red_1 to red_15, yellow, green, brown, blue, pink, black). Built once, thread-safe.
const std::vector<BallSet>& BallSets();

/// Null when the name is unknown.
const BallSet* FindBallSet(std::string_view name);

}  // namespace carom

#endif  // CAROM_CORE_TABLE_CATALOG_H_
