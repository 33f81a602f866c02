#ifndef CAROM_CORE_EVENT_RESOLVE_H_
#define CAROM_CORE_EVENT_RESOLVE_H_

#include "core/event/impact_state.h"

namespace carom {

/// Replaces the states right before an impact (ball-ball, cushion, jaw) by those right after it:
/// the selected law, then the cloth (flight is off: vertical velocities are dropped here, and only
/// here), then the rule for contacts that pile up. Bodies that do not approach, though the rounded
/// prediction said so, get no impulse. Energy never grows. Pure.
void ResolveImpact(const World& world, const Event& event, bool burst, ImpactState& impact);

/// Keeps a state on the cloth while flight is off.
inline void DropVerticalVelocity(BallState& state) { state.velocity.z() = 0.0; }

}  // namespace carom

#endif  // CAROM_CORE_EVENT_RESOLVE_H_
