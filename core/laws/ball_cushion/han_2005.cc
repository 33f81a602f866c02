#include "core/laws/ball_cushion/han_2005.h"

#include "core/laws/impact.h"
#include "core/laws/routh_impact.h"

namespace carom {

// With th the elevation of the nose seen from the centre and u the unit vector towards it:
//
//   sin th = h/R - 1,  u = -cos th n + sin th z          [Han 2005] Fig. 4
//   c      = v.u                 approach along the line of contact
//   s      = v - c u + R w x u   slip of the ball's surface on the nose
//   P_n    = (1 + e) m c         normal impulse, along -u            Eqs. (17), (20)
//   P_t    = min(mu P_n, (2/7) m |s|), against s         sliding or sticking, Eqs. (18), (19)
//
// These are the equations of a free sphere that bounces off the nose. They differ from Eqs. (14c)
// and (21a) as printed, which are misprints: the paper's own final Eqs. (24) and (25) agree with
// these equations. Friction acts against the slip itself. Requires 0 < h < 2 R. A vertical velocity
// can carry the ball off the nose; the ball is then left alone.
void Resolve(const Han2005& law, const CushionImpact& impact, BallState& ball) {
  BounceOffSurface(impact.ball, NoseNormal(impact), law.restitution, law.friction, ball);
}

GroupCoefficients CoefficientsOf(const Han2005& law, double /*cloth_friction*/) {
  return {law.restitution, ConstantFriction{law.friction}};
}

}  // namespace carom
