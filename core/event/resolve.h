#ifndef CAROM_CORE_EVENT_RESOLVE_H_
#define CAROM_CORE_EVENT_RESOLVE_H_

#include "core/event/contact_record.h"
#include "core/event/impact_state.h"

namespace carom {

/// Replaces the states right before an impact (ball, cushion, jaw, rail top, pocket rim) by those
/// right after it. The selected law acts first, then KeepOrDropFlight(), then the rule for
/// inelastic collapse as `recurrence` says. Bodies whose approach is no more than rounding get no
/// impulse from the law. Energy never grows. Pure.
void ResolveImpact(const World& world, const Event& event, Recurrence recurrence,
                   ImpactState& impact);

/// Replaces the state right before an impact on the slate by the one right after it. Only the
/// selected law acts. The ball then lies exactly on the slate, and a bounce slower than
/// Environment::settle_speed_m_s ends.
void ResolveSlate(const World& world, ImpactState& impact);

/// Decides what becomes of the vertical velocity that a law or the cue gives a ball on the cloth.
/// With flight off the velocity is dropped. With flight on a ball that moves up takes off, unless
/// it is too slow; a downward velocity from a tenth of settle_speed_m_s on is kept, and the slate
/// resolves it at the same time.
void KeepOrDropFlight(const Environment& environment, BallState& state);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_RESOLVE_H_
