#ifndef CAROM_CORE_EVENT_PRESS_H_
#define CAROM_CORE_EVENT_PRESS_H_

#include "core/event/impact.h"
#include "core/event/world.h"

namespace carom {

/// The rule for inelastic collapse: contacts that accumulate in time.
///
/// The friction of the cloth presses a ball with follow against a rail: the ball bounces, each time
/// more weakly and sooner, and would do so infinitely often before it rests there. The same happens
/// to balls that press each other, and to a ball in flight that gravity presses onto a nose, a rim,
/// a rail or other balls. The rule acts only on a contact in such a collapse: the same two bodies
/// touch for the fourth time or more, each time within three hops of the last (ContactRecord), or
/// gravity presses a ball in flight onto what it touches without closing in.
/// All other contacts follow the law.
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
/// A pair that is caught between other bodies that close in meets far more often than hops allow
/// (Recurrence::kChatters). It separates elastically if the energy allows, because elastic
/// collisions cannot accumulate in finite time. Its separation speed is at least a hundredth of its
/// sliding speed, which turns back a ball that slides into a narrowing gap.

/// Requires states right after the law, when the cloth holds what has stopped and nothing
/// approaches any more.
void Press(const World& world, Impact& impact);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_PRESS_H_
