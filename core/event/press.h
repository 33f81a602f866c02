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
/// Where the law would let the bodies collide again sooner, they separate with the speed w that the
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
/// A pair that is caught between other bodies that close in collides far more often than hops allow
/// (Recurrence::kChatters). It separates elastically if the energy allows, because elastic
/// collisions cannot accumulate in finite time. Its separation speed is at least a hundredth of its
/// sliding speed, which turns back a ball that slides into a narrowing gap.

/// Requires states right after the law, when the cloth holds what has stopped and nothing
/// approaches any more.
void SeparateForAHop(const World& world, Impact& impact);

/// The separation speed that keeps two touching bodies apart for a hop of T =
/// Environment::rest_hop_s; 0 when nothing presses them together.
///
/// The gap g of two bodies that slide past each other with the relative velocity v_t obeys
///
///   g'' = n . a + v_t^T H v_t
///
/// with the normal n (the gradient of the gap), the relative acceleration a that gravity and the
/// cloth give, and the gap's second derivative H, which the solid provides (GapCurvature in
/// core/solid/gap.h). For two balls H = (1 - n n^T) / d, where d is the distance of their
/// centres: sliding past each other separates them. Along the inside of a pocket H is negative: the
/// ball's own motion presses it against the wall, and its hops are chords. The hop needs
///
///   w = -(1/T) int_0^T (T - s) g''(s) ds.
///
/// Where a push ends within the hop, w is raised if necessary, so that the gap is still open at
/// that end. Where a ball is on the cloth, w is then multiplied by 7/5, because a rolling ball that
/// is given a speed keeps only 5/7 of it once it rolls again. The acceleration a is that of the
/// ball's present phase and, once a slide is over, that of the rolling phase that follows.
///
/// T is shortened to the time for which anything presses and, where the curvature presses, to the
/// time in which v_t turns by 0.2 rad. The formula takes the curvature term as constant, so the
/// height of a hop along a curved wall is a parabola in time. For turns of up to 0.2 rad the
/// parabola agrees with the height of the true chord to 0.2 %.
double HopSpeed(const World& world, const Impact& impact);

}  // namespace carom

#endif  // CAROM_CORE_EVENT_PRESS_H_
