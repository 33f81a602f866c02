#ifndef CAROM_CORE_EVENT_PREDICT_FLIGHT_SOLID_H_
#define CAROM_CORE_EVENT_PREDICT_FLIGHT_SOLID_H_

#include <optional>

#include "core/event/pocket_hole.h"
#include "core/event/predict/flight_crossing.h"
#include "core/event/trajectory_table.h"
#include "core/table/table.h"

namespace carom {

/// The table's bodies as a ball in flight meets them: unions of the primitives of
/// flight_crossing.h, under the same contract.

/// The nose's line in space.
SpaceSegment MakeSpaceSegment(const Nose& nose);

/// The nose ring of a jaw and its flat top.
std::optional<double> JawCrossing(const Motion3D& motion, const Jaw& jaw, double radius_m,
                                  double window_s, bool parted, double useful_s = kAlways);

/// The rim of a pocket's hole, its wall, and its back with what ends that. With `parted`, what was
/// resolved is the part of it that the ball touches at time 0 and leaves fastest.
std::optional<double> PocketHoleCrossing(const Motion3D& motion, const PocketHole& hole,
                                         double radius_m, double window_s, bool parted,
                                         double useful_s = kAlways);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_PREDICT_FLIGHT_SOLID_H_
