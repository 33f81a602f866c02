#ifndef CAROM_CORE_LAWS_ROUTH_IMPACT_H_
#define CAROM_CORE_LAWS_ROUTH_IMPACT_H_

#include <Eigen/Core>

#include "core/base/vec3.h"
#include "core/state/trajectory.h"
#include "core/table/shot.h"

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

/// One impact of two rigid bodies at one point, with Coulomb friction, by the method of Routh in
/// impulse space: velocities are linear in the impulses, and friction follows the slip while the
/// normal impulse grows, through sliding, sticking and reversal. Restitution is Poisson's: the
/// normal impulse of restitution is e times that of compression, Eq. (28) of [Double pendulum],
/// whose section 3.4 has the method in the plane. The method in space is that of J. B. Keller,
/// "Impact with friction", J. Appl. Mech. 53 (1986).
///
/// In space a turning slip of strongly coupled bodies can close the contact again; the impact then
/// lasts until that approach ends, so that the bodies never approach afterwards.
struct RouthContact {
  /// Change of `velocity` by a unit impulse on the first body (and its opposite on the second),
  /// 1/kg; symmetric and positive definite. Components (normal, tangent 1, tangent 2).
  Eigen::Matrix3d inverse_mass = Eigen::Matrix3d::Identity();
  /// Velocity of the first body's surface relative to the second's, m/s. The normal points into the
  /// first body, so a negative first component is an approach.
  Vec3 velocity = Vec3::Zero();
  double friction = 0.0;     ///< mu >= 0.
  double restitution = 0.0;  ///< e in [0, 1].
};

/// What becomes of the slip, and when; the six paths that the paper's Fig. 4 draws.
enum class RouthPath {
  kFrictionless,
  kSlip,  ///< The slip never ends.
  kStickInCompression,
  kReversalInCompression,
  kStickInRestitution,
  kReversalInRestitution,
};

struct RouthImpulse {
  Vec3 impulse = Vec3::Zero();       ///< On the first body, N s.
  double compression_impulse = 0.0;  ///< Normal impulse up to the greatest compression, N s.
  RouthPath path = RouthPath::kSlip;
};

/// Requires an approach. While the slip keeps its direction (a plane impact, or no coupling between
/// normal and tangents) the solution is piecewise linear and exact. Where the slip turns, the
/// solution is integrated adaptively with a local error of 1e-12. Pure and thread-safe.
RouthImpulse SolveRouthImpact(const RouthContact& contact);

/// The same in frame W: the impulse on the first body, N s. `normal` is unit and points into the
/// first body; `approach` > 0, m/s, is the speed along it, and `slip` is the part of the velocity
/// across it. The two are separate, so that the rounding of a fast slip does not get into a slow
/// approach.
Vec3 RouthImpulseAlong(const Vec3& normal, const Eigen::Matrix3d& inverse_mass, double approach,
                       const Vec3& slip, double friction, double restitution);

/// A body's contribution to the inverse mass at a contact that lies at `arm`, m, from its centre of
/// mass, for a sphere (one moment of inertia): 1/m - [r]x [r]x / I. Add those of both bodies.
Eigen::Matrix3d InverseMassAt(double mass_kg, double inertia_kg_m2, const Vec3& arm);

/// A ball bounces off an immovable surface whose unit `normal` points to its centre, frame W. A
/// ball that does not approach is left alone.
void RouthBounce(const BallSpec& spec, const Vec3& normal, double friction, double restitution,
                 BallState& ball);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_ROUTH_IMPACT_H_
