#ifndef CAROM_CORE_TABLE_SPACE_GEOMETRY_H_
#define CAROM_CORE_TABLE_SPACE_GEOMETRY_H_

#include <vector>

#include "core/base/vec3.h"
#include "core/table/table.h"

namespace carom {

/// The table's solids in space as the centre of a ball sees them, for the checks of layouts; m.
/// A ball touches a solid at its radius; all inputs finite.

/// The nearest point of the nose's line, ends included.
Vec3 NearestOnNose(const Nose& nose, const Vec3& centre_m);

/// From that point.
double DistanceFromNose(const Nose& nose, const Vec3& centre_m);

/// From the jaw's nose ring or, above the disc, its flat top; negative below the top.
double DistanceFromJaw(const Jaw& jaw, const Vec3& centre_m);

/// True when the plate is straight below or above the centre: pocket circles are holes in it.
bool PlateHolds(const RailTop& rail_top, const std::vector<Pocket>& pockets, const Vec2& centre_m);

/// From the inside of a pocket's hole: its wall, which ends at the rim, and its back. Requires a
/// centre within the circle, seen from above.
double DistanceFromHole(const Pocket& pocket, const Vec3& centre_m);

}  // namespace carom

#endif  // CAROM_CORE_TABLE_SPACE_GEOMETRY_H_
