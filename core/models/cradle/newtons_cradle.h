#ifndef CAROM_CORE_MODELS_CRADLE_NEWTONS_CRADLE_H_
#define CAROM_CORE_MODELS_CRADLE_NEWTONS_CRADLE_H_

#include <string>

#include "absl/status/status.h"
#include "core/base/constants.h"
#include "core/base/parameters.h"
#include "core/base/stop_token.h"
#include "core/laws/normal/normal_law.h"
#include "core/material/material.h"
#include "core/math/ivp/integrator.h"
#include "core/models/mechanism_run.h"
#include "core/multibody/constraint_solver.h"
#include "core/record/record.h"

namespace carom {

/// Newton's cradle, [Smooth contact] 5: balls in a row, each a point mass on a rigid rod, which is
/// a constraint; a second constraint keeps it in the plane of the swing. The first `released` of
/// them start together at the release angle, at rest. x along the row, z up, the pivots at z = 0.
///
/// The paper withholds sizes and stiffness: the defaults are catalogue D-13's, five steel balls.
struct NewtonsCradle {
  int ball_count = 5;             ///< In [2, 10].
  int released = 1;               ///< In [1, ball_count).
  double ball_radius_m = 0.0125;  ///< > 0.
  double rod_length_m = 0.15;     ///< From pivot to centre, > ball_radius_m.
  double gap_m = 0.0;             ///< Between neighbours at rest, in [0, ball_radius_m].
  double release_angle_rad = DegreesToRadians(30.0);  ///< In (0, 90 degrees], away from the row.
  double gravity_m_s2 = 9.81;                         ///< > 0.
  Material material = *FindMaterial("steel");         ///< Its density gives the mass.
  NormalLaw normal = HertzLaw{};

  ConstraintOptions constraints;
  double penetration_step_m = 0.0;  ///< MultibodySpec has it; 0: steps do not depend on it.
  double duration_s = 1.0;
  IntegrationSpec integration = {.relative_tolerance = 1e-10, .absolute_tolerance = 1e-12};

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("ball_count", self.ball_count, {2, 10});
    Related(visit, "released", self.released,
            {1.0, static_cast<double>(self.ball_count), Interval::Ends::kOpenHigh},
            "in [1, ball_count)");
    visit("ball_radius_m", self.ball_radius_m, {1e-6, 10.0});
    Related(visit, "rod_length_m", self.rod_length_m,
            {self.ball_radius_m, 1e3, Interval::Ends::kOpenLow},
            "above ball_radius_m and at most 1000");
    Related(visit, "gap_m", self.gap_m, {0.0, self.ball_radius_m}, "in [0, ball_radius_m]");
    visit("release_angle_rad", self.release_angle_rad, {0.0, kHalfPi, Interval::Ends::kOpenLow});
    visit("gravity_m_s2", self.gravity_m_s2, {1e-3, 1e3});
    visit.Or("penetration_step_m", self.penetration_step_m, {1e-9, 1.0}, 0.0);
    visit("duration_s", self.duration_s, kDurationRange);
  }
};

/// INVALID_ARGUMENT with the field's path.
absl::Status Validate(const NewtonsCradle& cradle, const MechanismDetail& detail);

/// Runs a cradle; errors are those of Validate(). Bodies: "ball_1" ... Events: contacts of
/// neighbours. Samples: angle (positive along x) and angular velocity of each ball, heights above
/// the lowest point, energies, |Phi| and |Phi'|. Figures: for each ball "apex_ball_N_rad", the
/// greatest size of its angle after the first contact began, and "apex_height_ball_N_m";
/// "greatest_violation" of the constraints (position) and "greatest_velocity_violation",
/// "greatest_balance_residual_J" (kinetic + potential + elastic + lost), "least_rod_tension_N".
/// A constraint that cannot be solved, or a contact that its law leaves undefined
/// (ZeroVelocityPolicy::kStop), ends the run with kNumericalFailure.
absl::Status Simulate(const NewtonsCradle& cradle, const MechanismDetail& detail, StopToken stop,
                      MechanismRecord& record);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_CRADLE_NEWTONS_CRADLE_H_
