#ifndef CAROM_CORE_EVENT_PREDICT_FLIGHT_H_
#define CAROM_CORE_EVENT_PREDICT_FLIGHT_H_

#include <optional>

#include "core/event/trajectory_table.h"
#include "core/event/world.h"
#include "core/record/event.h"

namespace carom {

/// Prediction off the cloth, in space. Contracts as in predict/predict.h.

/// The earliest before `before` of: slate, nose, jaw, rail top, pocket, edge of the bed. Requires a
/// ball in flight.
Event NextInFlight(const World& world, const TrajectoryTable& table, int ball, const Event& before);

/// The end of a ball's phase in flight: wholly below the cloth it is in the pocket that it fell
/// into. Agenda::kNothing on a table without pockets, whose slate has no hole.
Event FallIntoPocket(const World& world, const TrajectoryTable& table, int ball);

/// Impact of two balls of which at least one is off the cloth.
std::optional<Event> NextBallBallInSpace(const World& world, const TrajectoryTable& table, int i,
                                         int j, const Event& before);

/// Whether balls of this radius fall into this pocket (PocketModel::kDrop) or are pocketed at its
/// circle (PocketModel::kCircle, and holes that are too narrow).
bool HasHole(const Environment& environment, const Pocket& pocket, double radius_m);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_PREDICT_FLIGHT_H_
