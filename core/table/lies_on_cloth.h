#ifndef CAROM_CORE_TABLE_LIES_ON_CLOTH_H_
#define CAROM_CORE_TABLE_LIES_ON_CLOTH_H_

#include <span>

#include "core/base/vec3.h"
#include "core/state/ball_state.h"
#include "core/table/environment.h"
#include "core/table/table.h"

namespace carom {

/// Whether a ball with this centre is over a pocket by more than kOverlapTolerance. A ball whose
/// path ended on the circle is not.
bool IsOver(const Pocket& pocket, const Vec2& centre_m);

/// Whether it is over one of them.
bool IsOverOne(std::span<const Pocket> pockets, const Vec2& centre_m);

/// Whether a ball in play of a layout lies on the cloth; otherwise it flies, or is SUPPORTED. With
/// Flight::kOn its height decides, unless its motion is AIRBORNE or SUPPORTED: a ball flies that is
/// higher than its radius, that moves up, or that is over a hole of PocketModel::kDrop, where there
/// is no cloth. (The compliant engine does not look at the motion: its forces give the same.)
bool LiesOnCloth(const BallState& state, double radius_m, const Table& table,
                 const Environment& environment);

}  // namespace carom

#endif  // CAROM_CORE_TABLE_LIES_ON_CLOTH_H_
