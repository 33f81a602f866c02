#ifndef CAROM_CORE_EVENT_RESOLVE_H_
#define CAROM_CORE_EVENT_RESOLVE_H_

#include "core/event/contact_record.h"
#include "core/event/impact_state.h"

namespace carom {

/// Replaces the states right before an impact (ball, cushion, jaw, rail top, pocket rim) by those
/// right after it: the selected law, then what flight makes of a vertical velocity, then the rule
/// for contacts that pile up, which `pile` says of this one. Bodies that do not approach, though
/// the rounded prediction said so, get no impulse. Energy never grows. Pure.
void ResolveImpact(const World& world, const Event& event, Pile pile, ImpactState& impact);

/// The same against the slate: the ball lies on it exactly then, and a bounce slower than
/// Environment::settle_speed_m_s is over.
void ResolveSlate(const World& world, const Event& event, ImpactState& impact);

/// What becomes of the vertical velocity that a law or the cue gives a ball on the cloth, here and
/// nowhere else. Flight off: it is dropped. Flight on: upwards it takes off, unless it is too slow;
/// downwards it is kept for the slate to answer at the same time.
void KeepOrDropFlight(const Environment& environment, BallState& state);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_RESOLVE_H_
