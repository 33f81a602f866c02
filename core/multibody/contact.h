#ifndef CAROM_CORE_MULTIBODY_CONTACT_H_
#define CAROM_CORE_MULTIBODY_CONTACT_H_

#include <optional>
#include <variant>
#include <vector>

#include "core/laws/friction/contensou.h"
#include "core/laws/friction/slip_friction.h"
#include "core/laws/normal/normal_law.h"
#include "core/multibody/body.h"
#include "core/multibody/detect/sphere_contact.h"

namespace carom {

/// A defect, a shallow hollow in one of the two round surfaces of a contact: in the sphere's own,
/// or in that of a race about the other body's centre. At the arc s from its middle it opens the
/// gap by
///   p(s) = depth/2 (1 + cos(2 pi s/width)),  |s| < width/2,
/// which has no edge. So a sphere's centre sinks by p, whatever its radius: the depth is that of
/// the sphere's path, not of the hollow.
///
/// The gap g + p is a function of places and orientations, whose derivatives are the directions of
/// the forces: so the defect neither gives nor takes energy. Slip is still that of the smooth
/// surface, which errs by the slope, pi depth/width at most.
struct SurfaceDefect {
  bool on_sphere = false;    ///< Else on the other body.
  double radius_m = 0.0;     ///< Of the surface that it is in.
  Vec3 direction = UnitZ();  ///< From that body's centre to the defect's middle, in its own frame.
  double width_m = 0.0;      ///< > 0
  double depth_m = 0.0;      ///< >= 0
};

/// What a defect does to a contact. All zero outside of it.
struct DefectEffect {
  double depth_m = 0.0;        ///< p, which adds to the gap.
  double rate_m_s = 0.0;       ///< Its rate.
  Vec3 lean = Vec3::Zero();    ///< dp/d(place of the sphere's centre), across the normal.
  Vec3 turn_m = Vec3::Zero();  ///< dp/d(rotation of the sphere), frame W.
};

/// `normal`: of the smooth contact, from the other surface to the sphere's centre, frame W; along
/// the line of centres (of an upright cylinder: across its axis).
DefectEffect EffectOf(const SurfaceDefect& defect, const Vec3& normal, const BodyMotion& sphere,
                      const BodyMotion& other);

/// The surfaces that spheres touch, each in the frame of the body that it is fixed to.

/// Of a ball about the body's centre of mass.
struct BallSurface {
  double radius_m = 0.0;
};

/// Of a spherical hollow about the body's centre of mass.
struct HollowBallSurface {
  double radius_m = 0.0;
};

/// Of a solid cylinder in a pose of its own.
struct CylinderSurface {
  Cylinder cylinder;
  Pose pose;
};

/// The wall of a cylindrical hollow in a pose of its own, without its ends.
struct BoreSurface {
  double radius_m = 0.0;
  Pose pose;
};

/// The cloth: the plane z = 0 with the holes of the pockets in it.
struct ClothSurface {
  std::vector<Hole> holes;  ///< Apart from each other.
};

/// The liners of pockets.
struct LinerSurface {
  std::vector<Hole> holes;  ///< At least one, all with an opening, apart from each other.
};

/// Several solids as one: the nearest counts. So a ball on the seam of two of them, where a
/// straight nose goes over into its rounded end, is pushed once.
struct UnionSurface {
  std::vector<Prism> prisms;  ///< At least one solid of either kind.
  std::vector<CylinderSurface> cylinders;
  Vec3 least_m = Vec3::Zero();  ///< A box that holds them all.
  Vec3 most_m = Vec3::Zero();
};

using Surface = std::variant<Plane, BallSurface, HollowBallSurface, CylinderSurface, BoreSurface,
                             Prism, ClothSurface, LinerSurface, UnionSurface, Face>;

/// Where a sphere and a surface are closest, in the surface's frame.
SphereContact Detect(const Surface& surface, const Vec3& centre_m, double radius_m);

/// True only where the gap is certainly above the sphere's radius; cheap to have.
bool IsFar(const Surface& surface, const Vec3& centre_m, double radius_m);

/// Friction of a contact: a force against the slip at one point, or a patch that couples it to spin
/// and rolling.
using ContactFriction = std::variant<SlipFriction, ContensouPatch>;

/// Two bodies that may touch: a sphere, and a surface fixed to another body or to the ground.
struct ContactPair {
  int sphere = 0;         ///< Body whose centre of mass is the sphere's centre.
  double radius_m = 0.0;  ///< Of the sphere.
  int other = kGround;    ///< Body that the surface is fixed to.
  Surface surface;        ///< In that body's frame; on the ground in frame W.
  NormalForceLaw normal;
  ContactFriction friction;
  /// Contacts that begin more slowly are damped as if they had begun with this, m/s: damping for
  /// bodies that rest on each other from the start, where the laws' ratio is 0/0.
  double least_approach_m_s = 0.0;
  /// > 0: friction is that under this force, at all times, N; nothing presses on the ball. How
  /// [Compliant pool table] 4.1 keeps a ball at its height.
  double constant_force_N = 0.0;
  /// In the sphere, or in a ball, hollow ball, upright cylinder or bore about the other's centre.
  std::optional<SurfaceDefect> defect = std::nullopt;
};

/// What a contact did at its beginning and does now.
struct ContactState {
  bool touching = false;
  double approach_m_s = 0.0;  ///< Rate of penetration when it began.
};

/// A pair at one moment.
struct ContactForces {
  double penetration_m = 0.0;
  double rate_m_s = 0.0;             ///< Of the penetration.
  double normal_N = 0.0;             ///< Pressing the bodies apart.
  Vec3 normal = Vec3::Zero();        ///< From the surface to the sphere's centre, frame W.
  Vec3 lean = Vec3::Zero();          ///< In a defect: the normal force acts along normal + lean.
  Vec3 sphere_arm_m = Vec3::Zero();  ///< From the sphere's centre to where friction acts.
  Vec3 other_arm_m = Vec3::Zero();   ///< The same from the other body's centre of mass.
  Vec3 slip_m_s = Vec3::Zero();      ///< Of the sphere's material at that point over the surface's.
  Vec3 friction_N = Vec3::Zero();    ///< On the sphere.
  Vec3 moment_N_m = Vec3::Zero();    ///< On the sphere, beside those of the two forces.
  double friction_power_W = 0.0;     ///< Taken from the bodies.
};

/// Gap of a pair, m, and its rate. Far apart both may be a bound below the gap, and 0.
struct GapAndRate {
  double gap_m = 0.0;
  double rate_m_s = 0.0;
};

GapAndRate GapOf(const ContactPair& pair, const BodyMotion& sphere, const BodyMotion& other);

/// The distance between the centres of two balls, m, beyond which GapOf gives the radius as a
/// bound, and 0. None for other surfaces, for the ground, and for pairs with a defect.
std::optional<double> FarReach(const ContactPair& pair);

/// ContactState::approach_m_s of a contact that begins so. Contacts that begin more slowly than
/// 1e-6 m/s begin at rest: their rate is rounding, and damping that is in proportion to its inverse
/// would be as hard as a wall.
double ApproachOf(const GapAndRate& gap);

/// The forces of a pair that touches. `horizontal` drops the vertical part of forces, and what the
/// friction's would turn and do: the reduced model of [Compliant pool table] 4.1.
ContactForces ForcesOf(const ContactPair& pair, const ContactState& state, const BodyMotion& sphere,
                       const BodyMotion& other, bool horizontal);

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_CONTACT_H_
