#ifndef CAROM_CORE_EVENT_REST_RULE_H_
#define CAROM_CORE_EVENT_REST_RULE_H_

#include "core/event/impact_state.h"

namespace carom {

/// The rule for contacts that pile up in time.
///
/// A ball with follow against a rail is pressed on by the cloth's friction: it bounces, each time
/// lower and sooner, and would do so infinitely often before it rests there. The same befalls balls
/// that push each other. Instead, no hop of bodies that friction presses together is shorter than
/// T = Environment::rest_hop_s (or as long as it presses, if that is shorter): where the law would
/// let them meet again sooner, they part with the speed that the hop needs. If the cloth closes the
/// gap with the accelerations p_i(s), that is
///
///   w = 7/5 (1/T) sum_i int_0^T (T - s) p_i(s) ds
///
/// (less what flies apart where balls slide round each other); 7/5, because a rolling ball that is
/// given a speed keeps 5/7 of it once it rolls again. The energy m_eff w^2 / 2 is taken first from
/// what the impact has just dissipated, which makes the contact at most elastic; what is still
/// missing is taken from the balls' whole motion, all velocities and spins scaled by one factor: an
/// advance on what the cloth takes during the hop. So no energy is gained, directions are kept, and
/// a pressed ball makes about one contact per hop. While it is pressed it strays from the pressed
/// path by no more than about a hop^2 / 4 (50 micrometres at 2 m/s^2 and 10 ms); the speed of its
/// last hop then rolls it off the rail by up to half a millimetre. A shorter hop makes both
/// smaller.
///
/// Gravity presses likewise: a ball in flight that comes to lie on a nose, a rim, a rail or on
/// other balls goes on in such hops, no lower than it came, and so rolls off, or the engine brings
/// it to rest (kAirborneToSupported).
///
/// A ball that the impact leaves too slow to get anywhere (HasStopped in motion/motion.h) stays at
/// rest, held by the cloth, and its partner parts from it as from a cushion.
///
/// A ball that meets others more than kBurst times within one hop (caught between two that close
/// in) parts elastically, energy permitting: elastic collisions cannot accumulate in finite time.
inline constexpr int kBurst = 64;

/// Applies the rule to the states right after the law. `energy_before_J` is that of the same balls
/// right before, `approach_m_s` their closing speed then; `burst` says that a ball met too many.
void KeepApart(const World& world, const ContactGeometry& contact, double energy_before_J,
               double approach_m_s, bool burst, ImpactState& impact);

/// Takes away what approach the end of a vertical velocity on the cloth has left in flight, without
/// exceeding `energy_before_J`.
void EndApproach(const World& world, const ContactGeometry& contact, double energy_before_J,
                 ImpactState& impact);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_REST_RULE_H_
