#ifndef CAROM_CORE_EVENT_REST_RULE_H_
#define CAROM_CORE_EVENT_REST_RULE_H_

#include "core/event/contact_record.h"
#include "core/event/impact_state.h"

namespace carom {

/// The rule for contacts that pile up in time.
///
/// A ball with follow against a rail is pressed on by the cloth's friction: it bounces, each time
/// lower and sooner, and would do so infinitely often before it rests there. The same befalls balls
/// that push each other, and a ball in flight that gravity presses onto a nose, a rim, a rail or
/// other balls. The rule acts on such a contact only: on one that has piled up, the same two bodies
/// meeting for the fourth time or more, each time within three hops of the last (ContactRecord).
/// All other contacts are the law's alone.
///
/// No hop of a contact that has piled up is shorter than T = Environment::rest_hop_s (or as long as
/// anything presses, if that is shorter): where the law would let the bodies meet again sooner,
/// they part with the speed w that the hop needs (HopSpeed). Its energy m_eff w^2 / 2 comes
///
///   1. from what the impact has just dissipated, which makes the contact at most elastic;
///   2. from the relative motion of the two bodies: their sliding along each other and their spins,
///      scaled by one factor. Two balls keep their common momentum, in flight and on the cloth;
///      where one in flight lies on one on the cloth, the slate takes what is vertical of it.
///
/// The second source gives no more than makes the two energies equal; where this does not suffice,
/// the hop is lower. So no energy is gained, and a pressed ball makes about one contact
/// per hop. While it is pressed it strays from the pressed path by no more than about a hop^2 / 4
/// (50 micrometres at 2 m/s^2 and 10 ms); the speed of its last hop then rolls it off the rail by
/// up to half a millimetre. A shorter hop makes both smaller.
///
/// A ball in flight that hops on something rolls off it, or the engine brings it to rest
/// (kAirborneToSupported).
///
/// A ball that the impact leaves too slow to get anywhere (HasStopped in motion/motion.h) stays at
/// rest, held by the cloth, and its partner parts from it as from a cushion. That holds for every
/// contact.
///
/// A pair that rattles (Pile::kRattles: caught between others that close in, it meets far more
/// often than hops allow) parts elastically, energy permitting: elastic collisions cannot
/// accumulate in finite time. It parts with a hundredth of its sliding speed at the least, which
/// turns back a ball that slides into a narrowing gap.

/// Applies the rule to the states right after the law. `energy_before_J` is that of the same balls
/// right before (not read for Pile::kNone), `approach_m_s` their closing speed then.
void KeepApart(const World& world, const ContactGeometry& contact, double energy_before_J,
               double approach_m_s, Pile pile, ImpactState& impact);

/// Takes away what approach the end of a vertical velocity on the cloth has left in flight.
void EndApproach(const World& world, const ContactGeometry& contact, ImpactState& impact);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_REST_RULE_H_
