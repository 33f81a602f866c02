#ifndef CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_H_
#define CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_H_

#include "absl/status/status.h"
#include "core/base/stop_token.h"
#include "core/base/vec3.h"
#include "core/laws/friction/contensou.h"
#include "core/models/mechanism_run.h"
#include "core/record/record.h"

namespace carom {

/// A rigid ball that slides, spins and rolls on a deformable table, which it never leaves:
/// [Contensou ball] section 3 (the paper's full name is in contensou_friction.h). Frame W.
///
/// Defaults are section 3.2's, with the start of Fig. 6. The paper's further initial values
/// "alpha_x,y,z(0) = 0" are not defined; we take them for angles of the ball. A sphere's
/// orientation has no effect on its motion, and is left out.
struct RollingBall {
  double ball_radius_m = 0.02;  ///< r, in [1e-4, 10]; not below the patch's.
  /// In [1e-6, 1e6]. Not in the paper: it cancels from the motion, and scales energies only.
  double mass_kg = 0.057;
  double gravity_m_s2 = 9.81;  ///< In [0, 1000].
  ContensouPatch patch;        ///< Contact with the table, which alone deforms.

  Vec2 position_m = Vec2::Zero();
  Vec2 velocity_m_s = Vec2(0.0, 1.0);
  Vec3 spin_rad_s = Vec3(-50.0, 0.0, 0.0);

  double duration_s = 12.0;
  /// Smoothed friction is stiff while the ball rolls: slip decays at 3.5 mu g / (eps_t a), 2.3e5
  /// 1/s with the defaults, which limits explicit methods to steps of 1e-5 s. catalogue B-17
  IntegrationSpec integration = {.method = IvpMethod::kRadauIia5, .largest_step_s = 0.1};

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("ball_radius_m", self.ball_radius_m, {1e-4, 10.0});
    visit("mass_kg", self.mass_kg, {1e-6, 1e6});
    visit("gravity_m_s2", self.gravity_m_s2, {0.0, 1e3});
    visit("position_m", self.position_m, {-1e6, 1e6});
    visit("velocity_m_s", self.velocity_m_s, {-1e3, 1e3});
    visit("spin_rad_s", self.spin_rad_s, {-1e6, 1e6});
    visit("duration_s", self.duration_s, kDurationRange);
  }
};

/// Below this speed, m/s, the ball counts as stopped in the figure "stop_time_s".
inline constexpr double kStoppedSpeed_m_s = 1e-3;

/// INVALID_ARGUMENT with the field's path for a value outside its range.
absl::Status Validate(const RollingBall& ball, const MechanismDetail& detail);

/// Rolls a ball until it rests (kAtRest: no speed of the patch above 1e-8 m/s) or the time is over.
/// With patch.slip_smoothing_per_s = 0, the limit, the patch sticks: RunWithStick() of
/// rolling_ball_stick.h, which see. Errors are those of Validate().
///
/// Body: "ball". Events: none with smoothed friction, which has no instant at which sliding ends.
/// Samples: position, velocity, spin, slip, kinetic energy, and the energy that friction has
/// dissipated. Figures: "stop_time_s", the last time at which the speed fell through 1e-3 m/s, and
/// "rest_x_m" and "rest_y_m", if it has stopped; "greatest_balance_residual_J", of the energies.
absl::Status Simulate(const RollingBall& ball, const MechanismDetail& detail, StopToken stop,
                      MechanismRecord& record);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_ROLLING_BALL_ROLLING_BALL_H_
