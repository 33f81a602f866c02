#ifndef CAROM_CORE_EVENT_RESOLVE_H_
#define CAROM_CORE_EVENT_RESOLVE_H_

#include "core/event/impact.h"
#include "core/event/trajectory_table.h"
#include "core/event/world.h"
#include "core/state/ball_state.h"
#include "core/table/environment.h"

namespace carom {

/// Replaces the states right before an impact by those right after it. Energy never grows, and the
/// bodies do not approach any more. `phases` are those of all balls; with flight off they are not
/// asked. Pure.
void Resolve(const World& world, const TrajectoryTable& phases, Impact& impact);

/// The same of a contact without a history, with no regard to what the other balls do: the first
/// four stations. A smooth function of the states before, but for thresholds.
void ResolveIsolated(const World& world, Impact& impact);

/// Stations of Resolve(), for balls right after the law.
void HoldStoppedBalls(const World& world, Impact& impact);
void EndApproach(Impact& impact);

/// Decides what becomes of the vertical velocity that a law or the cue gives a ball on the cloth.
/// With flight off the velocity is dropped. With flight on a ball that moves up takes off, unless
/// it is too slow; a downward velocity from a tenth of settle_speed_m_s on is kept, and the slate
/// resolves it at the same time.
void KeepOrDropFlight(const Environment& environment, BallState& state);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_RESOLVE_H_
