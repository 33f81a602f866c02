#ifndef CAROM_CORE_MODELS_BEARING_BALL_BEARING_H_
#define CAROM_CORE_MODELS_BEARING_BALL_BEARING_H_

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "core/base/constants.h"
#include "core/base/parameters.h"
#include "core/base/stop_token.h"
#include "core/laws/friction/slip_friction.h"
#include "core/laws/normal/normal_law.h"
#include "core/material/material.h"
#include "core/models/mechanism_run.h"
#include "core/multibody/multibody_system.h"
#include "core/record/record.h"

namespace carom {

/// The shape that the balls touch.
enum class RaceShape {
  kSpheres,    ///< A ball within a hollow ball: the paper's first model, without axial load.
  kCylinders,  ///< A cylinder within a bore, with shoulders that carry an axial load: the second.
};

/// Where a bearing is damaged.
enum class DefectPlace { kOuterRace, kInnerRace, kBall };

/// A defect across a race or in ball 1: [Smooth contact] 3 says that its spectrum is to find
/// defects, but simulates none. A ball's centre sinks by depth/2 (1 + cos(2 pi s/width)) at the arc
/// s from the middle: core/multibody/contact.h. Sizes are ours.
struct BearingDefect {
  DefectPlace place = DefectPlace::kOuterRace;
  double width_m = 1e-3;  ///< Along the surface, in [1e-6, the circumference].
  /// In [0, width/32], a slope of 0.1 at most, and in [0, d/100].
  double depth_m = 5e-6;
  double angle_rad = 0.0;  ///< Of its middle at the start, from x.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("place", self.place);
    visit("width_m", self.width_m);
    visit("depth_m", self.depth_m);
    visit("angle_rad", self.angle_rad, {-1e3, 1e3});
  }
};

/// A ball bearing: [Smooth contact] 3. The inner race is fixed, springs between the centres of
/// neighbouring balls stand for the cage, and the driven outer race moves the balls by friction.
/// The axis is z, and y points up. Balls start at rest, midway between the races; an axial load
/// presses them between the shoulders.
///
/// Dimensions are those of the paper's Table 1 (an ER10K; its true pitch is 33.503 mm, see
/// catalogue D-24). The paper withholds loads, speed, stiffness and friction. The values here are
/// ours, chosen so that all balls stay loaded and the cage follows within milliseconds.
struct BallBearing {
  RaceShape races = RaceShape::kSpheres;
  int ball_count = 8;                   ///< In [3, 30].
  double ball_diameter_m = 7.938e-3;    ///< d > 0.
  double pitch_diameter_m = 31.438e-3;  ///< D, with room for the balls.
  /// By how much a ball is larger than the gap between the races, in [0, d/100]: the preload.
  double interference_m = 6e-6;
  Material material = *FindMaterial("steel");  ///< Of balls and races.

  double outer_speed_rad_s = 30.0 * kTwoPi;  ///< At the start; the drive's inertia keeps it.
  double drive_inertia_kg_m2 = 0.1;          ///< Of outer race and motor.
  double outer_mass_kg = 0.1;
  double radial_load_N = 50.0;  ///< On the outer race, down.
  double axial_load_N = 0.0;    ///< On the outer race, to -z. Needs kCylinders.
  double gravity_m_s2 = 9.81;   ///< Down.

  double cage_stiffness_N_m = 1e5;
  double cage_damping_N_s_m = 1.0;
  NormalLaw normal = LankaraniNikravesh{{.restitution = 0.7}};
  /// Contacts that began more slowly are damped as if they had begun with this speed, m/s: contacts
  /// that last from the start have no beginning.
  double damping_speed_m_s = 0.2;
  SlipFriction friction = RegularCoulomb{.friction = 0.1, .full_slip_m_s = 0.05};

  std::optional<BearingDefect> defect = std::nullopt;  ///< Healthy without.

  double duration_s = 0.2;
  IntegrationSpec integration = {.relative_tolerance = 1e-6, .absolute_tolerance = 1e-8};

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("races", self.races);
    visit("ball_count", self.ball_count, {3, 30});
    visit("ball_diameter_m", self.ball_diameter_m, {1e-6, 10.0});
    visit("pitch_diameter_m", self.pitch_diameter_m, {1e-6, 10.0});
    Related(visit, "interference_m", self.interference_m, {0.0, self.ball_diameter_m / 100});
    visit("outer_speed_rad_s", self.outer_speed_rad_s, {-1e5, 1e5});
    visit("drive_inertia_kg_m2", self.drive_inertia_kg_m2, {1e-9, 1e6});
    visit("outer_mass_kg", self.outer_mass_kg, {1e-6, 1e6});
    visit("radial_load_N", self.radial_load_N, {0.0, 1e6});
    visit("axial_load_N", self.axial_load_N, {0.0, 1e6});
    visit("gravity_m_s2", self.gravity_m_s2, {0.0, 1e3});
    visit("cage_stiffness_N_m", self.cage_stiffness_N_m, {0.0, 1e9});
    visit("cage_damping_N_s_m", self.cage_damping_N_s_m, {0.0, 1e6});
    visit("damping_speed_m_s", self.damping_speed_m_s, {0.0, 1e3});
    visit("duration_s", self.duration_s, kDurationRange);
  }
};

/// INVALID_ARGUMENT with the field's path.
absl::Status Validate(const BallBearing& bearing, const MechanismDetail& detail);

/// Runs a bearing; errors are those of Validate(). Bodies: "outer_race", "ball_1" ...,
/// "inner_race". Events: contacts of balls and races that begin or end after the start. Samples:
/// angles of outer race and cage; centre of the outer race; positions of all balls; velocity,
/// acceleration and normal forces of ball 1; the energy's balance; acceleration of the outer race's
/// centre, also along the race's own x, as a sensor on it would feel it, and of ball 1 away from
/// the axis. Figures (those of the cage are taken over the second half of the run):
///   "cage_to_outer_speed", "cage_to_outer_without_slip", "outer_speed_rad_s" at the end,
///   "greatest_normal_force_N", "greatest_axial_force_N" on a ball, "greatest_balance_residual_J";
///   "outer_race_defect_Hz" (BPFO), "inner_race_defect_Hz" (BPFI), "ball_defect_Hz" (twice BSF):
///   how often a defect there touches a ball or a race without slip, at the outer race's speed at
///   the end.
absl::Status Simulate(const BallBearing& bearing, const MechanismDetail& detail, StopToken stop,
                      MechanismRecord& record);

/// Frequencies of a radial ball bearing whose balls roll without slip, as multiples of the turning
/// race's. With g = d/D (ball over pitch diameter, contact angle 0) a ball's centre moves at half
/// the speed of the turning race at their contact.
struct BearingMultipliers {
  double cage = 0.0;             ///< Of the balls about the axis (FTF).
  double ball_pass_outer = 0.0;  ///< Balls that pass a point of the outer race (BPFO).
  double ball_pass_inner = 0.0;  ///< And of the inner race (BPFI).
  double ball_spin = 0.0;        ///< Of a ball against the cage (BSF).
};

/// The inner race on a turning shaft, the outer one fixed: cage (1 - g)/2.
constexpr BearingMultipliers InnerRaceTurns(int balls, double ball_m, double pitch_m) {
  const double g = ball_m / pitch_m;
  return {0.5 * (1.0 - g), 0.5 * balls * (1.0 - g), 0.5 * balls * (1.0 + g),
          0.5 * (1.0 - g * g) / g};
}

/// The outer race driven, the inner one fixed, as in [Smooth contact] 3: cage (1 + g)/2. The motion
/// of the balls relative to either race is the same.
constexpr BearingMultipliers OuterRaceTurns(int balls, double ball_m, double pitch_m) {
  BearingMultipliers multipliers = InnerRaceTurns(balls, ball_m, pitch_m);
  multipliers.cage = 0.5 * (1.0 + ball_m / pitch_m);
  return multipliers;
}

/// Body 0; the balls follow it. The inner race is the ground.
inline constexpr int kOuterRace = 0;

/// The two races where no ball deforms them: (D -+ d)/2, each moved by half the interference.
double InnerRaceRadius(const BallBearing& bearing);
double OuterRaceRadius(const BallBearing& bearing);

/// Bodies, contacts and springs of a bearing. For each ball its pairs with the inner and the outer
/// race, in this order; then, with an axial load, for each its pairs with the two shoulders.
MultibodySpec PartsOf(const BallBearing& bearing);

/// The start: balls at rest, the outer race at its speed.
std::vector<BodyMotion> StartOf(const BallBearing& bearing);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_BEARING_BALL_BEARING_H_
