#ifndef CAROM_CORE_MODELS_LINKAGE_LINKAGE_H_
#define CAROM_CORE_MODELS_LINKAGE_LINKAGE_H_

#include <vector>

#include "absl/status/status.h"
#include "core/base/constants.h"
#include "core/base/stop_token.h"
#include "core/base/vec3.h"
#include "core/laws/compliant.h"
#include "core/math/ivp/integrator.h"
#include "core/models/mechanism_run.h"
#include "core/multibody/body.h"
#include "core/record/record.h"

namespace carom {

/// A rigid body of a linkage, at the start. Its frame sits in its centre of mass along its
/// principal axes. By default a round rod of 1 kg, 1 m long and 4 cm thick, along its z axis.
struct Link {
  double mass_kg = 1.0;
  Vec3 inertia_kg_m2 = Vec3(0.0834, 0.0834, 0.0002);  ///< Principal moments.
  Vec3 position_m = Vec3::Zero();                     ///< Of the centre of mass.
  Vec3 rotation_rad = Vec3::Zero();  ///< Axis times angle, from frame W to the link's frame.
  Vec3 velocity_m_s = Vec3::Zero();
  Vec3 spin_rad_s = Vec3::Zero();

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("mass_kg", self.mass_kg, {1e-9, 1e9});
    visit("inertia_kg_m2", self.inertia_kg_m2, {1e-12, 1e9});
    visit("position_m", self.position_m, {-1e3, 1e3});
    visit("rotation_rad", self.rotation_rad, {-1e3, 1e3});
    visit("velocity_m_s", self.velocity_m_s, {-1e3, 1e3});
    visit("spin_rad_s", self.spin_rad_s, {-1e5, 1e5});
  }
};

enum class JointKind {
  kRevolute,   ///< Turns about an axis through its point.
  kSpherical,  ///< Turns about its point.
  kRod,        ///< A massless rod between a point of the link and one of the other.
  kPlane,      ///< The link's centre of mass stays in a plane.
  kWeld,       ///< Holds the link as it is to the other.
};

/// What ties a link to another one or to the ground. Points and axes are where they are at the
/// start, in frame W, so that the joint holds then whatever the links' places.
struct Joint {
  JointKind kind = JointKind::kRevolute;
  int link = 0;                       ///< By index.
  int other = kGround;                ///< Another link; with kPlane none.
  Vec3 point_m = Vec3::Zero();        ///< Of the joint, but with kPlane; of kRod the link's end.
  Vec3 other_point_m = Vec3::Zero();  ///< Of kRod, the other end.
  Vec3 axis = Vec3(0.0, 1.0, 0.0);    ///< Of kRevolute; with kPlane the normal. Of any length.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("kind", self.kind);
    visit("link", self.link);
    visit("other", self.other);
    visit("point_m", self.point_m, {-1e3, 1e3});
    visit("other_point_m", self.other_point_m, {-1e3, 1e3});
    visit("axis", self.axis, {-1e3, 1e3});
  }
};

/// Rigid links in joints, under gravity: the kinematic joints and the equations of motion of
/// [Compliant pool table] 2.2-2.3, for any system that ten links and sixteen joints make:
/// pendulums, chains, closed loops. The paper has no such system of its own; by default a rod that
/// hangs by its end swings down from the level, at rest at first.
struct Linkage {
  std::vector<Link> links = {
      {.position_m = Vec3(0.5, 0.0, 0.0), .rotation_rad = Vec3(0.0, kHalfPi, 0.0)}};
  std::vector<Joint> joints = {Joint()};
  double gravity_m_s2 = 9.81;  ///< Down.
  ConstraintOptions constraints;
  double duration_s = 5.0;
  IntegrationSpec integration = {.relative_tolerance = 1e-10,
                                 .absolute_tolerance = 1e-12,
                                 .max_evaluations = 1'000'000};  ///< The most, too.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("gravity_m_s2", self.gravity_m_s2, {0.0, 1e3});
    visit("duration_s", self.duration_s, kDurationRange);
  }
};

/// INVALID_ARGUMENT with the field's path.
absl::Status Validate(const Linkage& linkage, const MechanismDetail& detail);

/// Runs a linkage; errors are those of Validate(). Velocities that the joints do not let stand at
/// the start are shared at once: by impulses of the joints alone, which keep momenta.
///
/// Bodies: "link_1" ... Events: none. Samples: of each link position, orientation (Euler parameters
/// e0 to e3), velocity and spin; of each joint, "joint_1" ..., the force on its link, the moment on
/// it about the joint's point, of kRevolute the angle that the link has turned in it since the
/// start, in [-pi, pi]; |Phi| and |Phi'| of the constraints, energies. Figures:
/// "greatest_violation", "greatest_velocity_violation", "greatest_balance_residual_J". Constraints
/// that cannot be solved end the run with kNumericalFailure.
absl::Status Simulate(const Linkage& linkage, const MechanismDetail& detail, StopToken stop,
                      MechanismRecord& record);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_LINKAGE_LINKAGE_H_
