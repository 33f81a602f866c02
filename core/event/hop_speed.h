#ifndef CAROM_CORE_EVENT_HOP_SPEED_H_
#define CAROM_CORE_EVENT_HOP_SPEED_H_

#include "core/event/impact.h"

namespace carom {

/// The separation speed that keeps two touching bodies apart for a hop of T =
/// Environment::rest_hop_s; 0 when nothing presses them together.
///
/// The gap g of two bodies that slide past each other with the relative velocity v_t obeys
///
///   g'' = n . a + v_t^T H v_t
///
/// with the normal n (the gradient of the gap), the relative acceleration a that gravity and the
/// cloth give, and the gap's second derivative H, which the solid provides (GapCurvature in
/// core/solid/nearest.h). For two balls H = (1 - n n^T) / d, where d is the distance of their
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

#endif  // CAROM_CORE_EVENT_HOP_SPEED_H_
