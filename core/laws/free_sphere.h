#ifndef CAROM_CORE_LAWS_FREE_SPHERE_H_
#define CAROM_CORE_LAWS_FREE_SPHERE_H_

#include "core/base/vec3.h"
#include "core/state/ball_state.h"
#include "core/table/ball.h"

namespace carom {

/// A free sphere against an immovable surface, in closed form: Newton's restitution along the
/// normal and Coulomb friction across it, sliding or sticking. Normal and tangential impulse of a
/// sphere are not coupled. The slip therefore keeps its direction, and every hypothesis of
/// restitution gives the same result: energy falls by (1 - e^2) m v_n^2 / 2 and by the work of
/// friction. Several laws reduce to this one in the air.
///
/// `normal` is unit and points from the surface to the centre, frame W. A ball that does not
/// approach is left alone. Pure and thread-safe.
void BounceOffSurface(const BallSpec& spec, const Vec3& normal, double restitution, double friction,
                      BallState& ball);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_FREE_SPHERE_H_
