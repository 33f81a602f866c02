#ifndef CAROM_CORE_EVENT_REST_RULE_H_
#define CAROM_CORE_EVENT_REST_RULE_H_

#include "core/event/contact_record.h"
#include "core/event/impact_state.h"

namespace carom {

/// The rule for inelastic collapse: contacts that accumulate in time.
///
/// The friction of the cloth presses a ball with follow against a rail: the ball bounces, each time
/// more weakly and sooner, and would do so infinitely often before it rests there. The same happens
/// to balls that press each other, and to a ball in flight that gravity presses onto a nose, a rim,
/// a rail or other balls. The rule acts only on a contact in such a collapse: the same two bodies
/// meet for the fourth time or more, each time within three hops of the last (ContactRecord). All
/// other contacts follow the law, with two exceptions: the cloth holds a ball that has stopped
/// (below), and any approach that the law leaves is removed.
///
/// The rule aims at hops of T = Environment::rest_hop_s, or shorter if nothing presses for so long.
/// Where the law would let the bodies meet again sooner, they separate with the speed w that the
/// hop needs (HopSpeed). The energy of that speed, m_eff w^2 / 2, comes
///
///   1. from what the impact has just dissipated, which makes the contact at most elastic;
///   2. from the relative motion of the two bodies: one factor slows their sliding along each other
///      and their spins. Two balls keep their common momentum, in flight as on the cloth. Where a
///      ball in flight lies on a ball on the cloth, the slate takes the vertical part of it.
///
/// The second source is drawn on only until the separation has half of the energy of both sources.
/// Where that is not enough, the bodies separate more slowly than w. No energy is gained, and a
/// pressed ball makes about one contact per hop. While it is pressed, it strays from the path of a
/// ball in lasting contact by about a T^2 / 4 at most: by 50 micrometres for an acceleration a of
/// 2 m/s^2 and T = 10 ms. Once nothing presses it any more, the speed of its last hop makes it roll
/// off the rail by up to half a millimetre. A shorter hop makes both distances smaller.
///
/// A ball in flight that hops on something rolls off it, or the engine brings it to rest
/// (kAirborneToSupported).
///
/// A ball that the impact leaves too slow to move on (HasStopped in motion/motion.h) stays at rest,
/// held by the cloth, and its partner separates from it as from a cushion. This applies to every
/// contact, in collapse or not.
///
/// A pair that is caught between other bodies that close in meets far more often than hops allow
/// (Recurrence::kChatters). It separates elastically if the energy allows, because elastic
/// collisions cannot accumulate in finite time. Its separation speed is at least a hundredth of its
/// sliding speed, which turns back a ball that slides into a narrowing gap.

/// Applies the rule to the states right after the law. `energy_before_J` is the energy of the same
/// balls right before the impact (not read for Recurrence::kSeldom), and `approach_m_s` is their
/// closing speed then.
void KeepApart(const World& world, const ContactGeometry& contact, double energy_before_J,
               double approach_m_s, Recurrence recurrence, ImpactState& impact);

/// In flight, removes the approach that remains when the slate stops a ball's vertical velocity.
void EndApproach(const World& world, const ContactGeometry& contact, ImpactState& impact);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_REST_RULE_H_
