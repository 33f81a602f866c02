#ifndef CAROM_CORE_SHOT_DRAWN_DRAWN_WORLD_H_
#define CAROM_CORE_SHOT_DRAWN_DRAWN_WORLD_H_

#include <vector>

#include "core/laws/settings.h"
#include "core/shot/drawn/drawn_values.h"
#include "core/table/ball.h"
#include "core/table/table.h"

// The parts of the world with what was drawn in place of what they had.

namespace carom {

bool HasRestitution(const BallBallLaw& law);
bool HasFriction(const BallBallLaw& law);
bool HasRestitution(const CushionLaw& law);
bool HasFriction(const CushionLaw& law);

/// Changes every parameter that has a value.
void TakeDrawn(const DrawnValues& values, Settings& settings);
void TakeDrawn(const DrawnValues& values, Table& table);
void TakeDrawn(const DrawnValues& values, std::vector<BallSpec>& balls);

}  // namespace carom

#endif  // CAROM_CORE_SHOT_DRAWN_DRAWN_WORLD_H_
