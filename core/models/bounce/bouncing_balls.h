#ifndef CAROM_CORE_MODELS_BOUNCE_BOUNCING_BALLS_H_
#define CAROM_CORE_MODELS_BOUNCE_BOUNCING_BALLS_H_

#include <vector>

#include "absl/status/status.h"
#include "core/base/stop_token.h"
#include "core/base/vec3.h"
#include "core/laws/friction/slip_friction.h"
#include "core/laws/normal/normal_law.h"
#include "core/models/mechanism_run.h"
#include "core/record/record.h"

namespace carom {

/// What the balls bounce on. Its highest point (of the bowl: its lowest) is the origin, z is up.
enum class BounceSurface {
  kCylinder,  ///< Lying along x: [Smooth contact] Fig 5.
  kPlane,     ///< z = 0: Fig 2.
  kBowl,      ///< The inside of a sphere: Fig 1b.
  kNone,      ///< The balls have each other alone: what the end of section 2.2 says of three.
  kPrism,     ///< A box with a level square on top: Fig 3b.
};

struct BouncingBall {
  Vec3 position_m = Vec3::Zero();  ///< Of the centre.
  Vec3 velocity_m_s = Vec3::Zero();
  Vec3 spin_rad_s = Vec3::Zero();

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("position_m", self.position_m, {-1e3, 1e3});
    visit("velocity_m_s", self.velocity_m_s, {-1e3, 1e3});
    visit("spin_rad_s", self.spin_rad_s, {-1e5, 1e5});
  }
};

/// The test that [Smooth contact] 3 applies to its integrators: a ball that falls on a fixed body
/// and, without loss, comes back to where it fell from. Up to three equal balls, which may also
/// touch each other. Section 6 leaves two schemes to later: steps by penetration, here
/// `penetration_step_m`, and a cap on the iterations of a step, IntegrationSpec::max_tries.
///
/// The paper gives no number but the restitution of 0.7 and the tolerances. Mass and stiffness are
/// those of a pool ball of phenolic resin on a plane of the same (catalogue D-01).
struct BouncingBalls {
  BounceSurface surface = BounceSurface::kCylinder;
  double surface_radius_m = 0.25;  ///< Of cylinder and bowl; half a side of the prism's square.
  double ball_radius_m = 0.028575;
  double ball_mass_kg = 0.17;
  /// One to three. The first falls 0.1 m.
  std::vector<BouncingBall> balls = {{.position_m = Vec3(0.0, 0.0, 0.128575)}};

  double stiffness = 744159402.876;  ///< K of a ball and the surface, N/m^n.
  /// K of two balls, N/m^n: smaller by the root of their effective radius, sqrt(1/2).
  double ball_stiffness = 526200160.057;
  NormalLaw normal = HertzLaw{};
  SlipFriction friction = Frictionless{};
  double gravity_m_s2 = 9.81;  ///< Down.

  /// MultibodySpec has it; 0: steps do not depend on penetration.
  double penetration_step_m = 0.0;

  double duration_s = 1.8;  ///< Six bounces.
  IntegrationSpec integration = {};

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("surface", self.surface);
    visit("surface_radius_m", self.surface_radius_m, {1e-6, 10.0});
    visit("ball_radius_m", self.ball_radius_m, {1e-6, 10.0});
    visit("ball_mass_kg", self.ball_mass_kg, {1e-9, 1e6});
    visit("stiffness", self.stiffness, {1.0, 1e16});
    visit("ball_stiffness", self.ball_stiffness, {1.0, 1e16});
    visit("gravity_m_s2", self.gravity_m_s2, {0.0, 1e3});
    // The least value is well above the rounding of a position, some 1e-17 m.
    visit.Or("penetration_step_m", self.penetration_step_m, {1e-9, 1.0}, 0.0);
    visit("duration_s", self.duration_s, kDurationRange);
  }
};

/// INVALID_ARGUMENT with the field's path.
absl::Status Validate(const BouncingBalls& bounce, const MechanismDetail& detail);

/// Runs it; errors are those of Validate(). Bodies: "ball_1" ..., "surface". Events: contacts that
/// begin and end. Impacts, a row for each contact that has ended: when it began, the speeds of
/// approach and separation, and how high the speed of the ball then carries it. Samples: position
/// and velocity of each ball, energies. Figures: "contacts", "greatest_indentation_m" and
/// "least_normal_force_N" at the ends of steps, "energy_change_J" of what is not lost,
/// "greatest_balance_residual_J".
absl::Status Simulate(const BouncingBalls& bounce, const MechanismDetail& detail, StopToken stop,
                      MechanismRecord& record);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_BOUNCE_BOUNCING_BALLS_H_
