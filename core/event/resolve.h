#ifndef CAROM_CORE_EVENT_RESOLVE_H_
#define CAROM_CORE_EVENT_RESOLVE_H_

#include "core/event/contact_record.h"
#include "core/event/impact_state.h"

namespace carom {

/// Replaces the states right before an impact (ball, cushion, jaw, rail top, pocket rim) by those
/// right after it: the selected law, then the treatment of a vertical velocity by flight, then the
/// rule for inelastic collapse, as `recurrence` says. Bodies that were predicted to approach, but
/// do not by rounding, get no impulse. Energy never grows. Pure.
void ResolveImpact(const World& world, const Event& event, Recurrence recurrence,
                   ImpactState& impact);

/// The same against the slate: the ball lies on it exactly then, and a bounce slower than
/// Environment::settle_speed_m_s is over.
void ResolveSlate(const World& world, const Event& event, ImpactState& impact);

/// The treatment of a vertical velocity that a law or the cue gives a ball on the cloth; no other
/// place treats it. Flight off: it is dropped. Flight on: a ball that moves up takes off, unless it
/// is too slow; a velocity down is kept, and the slate resolves it at the same time.
void KeepOrDropFlight(const Environment& environment, BallState& state);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_RESOLVE_H_
