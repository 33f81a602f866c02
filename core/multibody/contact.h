#ifndef CAROM_CORE_MULTIBODY_CONTACT_H_
#define CAROM_CORE_MULTIBODY_CONTACT_H_

#include <optional>
#include <variant>

#include "core/laws/friction/contensou.h"
#include "core/laws/friction/slip_friction.h"
#include "core/laws/normal/normal_law.h"
#include "core/multibody/body.h"
#include "core/multibody/surface.h"

namespace carom {

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
