// The documented defaults of the wire are the core's: the comment of each field with a default is
// read from the .proto and held against the initialiser of the struct that it becomes.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "core/laws/compliant.h"
#include "core/laws/menu.h"
#include "core/models/rolling_ball/rolling_ball_aim.h"
#include "core/shot/simulate_mechanism.h"
#include "core/table/cue.h"
#include "core/table/environment.h"
#include "core/table/rack.h"
#include "core/table/table.h"

namespace carom {
namespace {

struct DocumentedDefault {
  const char* file;
  const char* message;
  const char* field;
  double expected;
};

void PrintTo(const DocumentedDefault& what, std::ostream* out) {
  *out << what.message << "." << what.field;
}

// The comment above `field` of `message`, on one line; empty when there is no such field.
std::string CommentOf(const DocumentedDefault& where) {
  std::ifstream in(std::string(CAROM_TEST_DATA_DIR) + "/../../proto/carom/v1/" + where.file);
  const std::string opening = "message " + std::string(where.message) + " {";
  const std::string declaration = " " + std::string(where.field) + " = ";
  bool in_message = false;
  std::string comment;
  for (std::string line; std::getline(in, line);) {
    in_message = in_message || line == opening;
    if (!in_message) continue;
    if (line == "}") return "";
    if (line.find(declaration) != std::string::npos) return comment;
    const size_t text = line.find("// ");
    if (text == std::string::npos) {
      comment.clear();
    } else {
      comment += line.substr(text + 3) + " ";
    }
  }
  return "";
}

// The number after the last "Default " in the field's comment.
std::optional<double> DefaultInComment(const DocumentedDefault& where) {
  constexpr std::string_view kMark = "Default ";
  const std::string comment = CommentOf(where);
  const size_t mark = comment.rfind(kMark);
  if (mark == std::string::npos) return std::nullopt;
  return std::strtod(comment.c_str() + mark + kMark.size(), nullptr);
}

class WireDefaults : public ::testing::TestWithParam<DocumentedDefault> {};

TEST_P(WireDefaults, CommentAgreesWithTheCore) {
  const std::optional<double> documented = DefaultInComment(GetParam());
  ASSERT_TRUE(documented.has_value());
  EXPECT_EQ(*documented, GetParam().expected);
}

const Environment kWorld;

INSTANTIATE_TEST_SUITE_P(
    Laws, WireDefaults,
    ::testing::Values(
        DocumentedDefault{"laws.proto", "Settings", "gravity_m_s2", kWorld.gravity_m_s2},
        DocumentedDefault{"laws.proto", "Settings", "rest_hop_s", kWorld.rest_hop_s},
        DocumentedDefault{"laws.proto", "Settings", "cluster_gap_m", kWorld.cluster_gap_m},
        DocumentedDefault{"laws.proto", "Settings", "settle_speed_m_s", kWorld.settle_speed_m_s},
        DocumentedDefault{"laws.proto", "Cloth", "sliding_friction", Cloth().sliding_friction},
        DocumentedDefault{"laws.proto", "Cloth", "rolling_friction", Cloth().rolling_friction},
        DocumentedDefault{"laws.proto", "Cloth", "spinning_friction", Cloth().spinning_friction},
        DocumentedDefault{"laws.proto", "Cue", "mass_kg", Cue().mass_kg},
        DocumentedDefault{"laws.proto", "Cue", "end_mass_kg", Cue().end_mass_kg},
        DocumentedDefault{"laws.proto", "Cue", "miscue_offset", Cue().miscue_offset},
        DocumentedDefault{"laws.proto", "FrictionalBallBall", "restitution",
                          FrictionalBallBall().restitution},
        DocumentedDefault{"laws.proto", "ConstantFriction", "coefficient",
                          ConstantFriction().friction},
        DocumentedDefault{"laws.proto", "AlciatoreFriction", "a", AlciatoreFriction().a},
        DocumentedDefault{"laws.proto", "AlciatoreFriction", "b", AlciatoreFriction().b},
        DocumentedDefault{"laws.proto", "AlciatoreFriction", "c_s_m",
                          AlciatoreFriction().c_s_per_m},
        DocumentedDefault{"laws.proto", "RestitutionCushion", "restitution",
                          RestitutionCushion().restitution},
        DocumentedDefault{"laws.proto", "Han2005Cushion", "restitution", Han2005().restitution},
        DocumentedDefault{"laws.proto", "Han2005Cushion", "friction", Han2005().friction},
        DocumentedDefault{"laws.proto", "Mathavan2010Cushion", "restitution",
                          Mathavan2010().restitution},
        DocumentedDefault{"laws.proto", "Mathavan2010Cushion", "friction", Mathavan2010().friction},
        DocumentedDefault{"laws.proto", "Mathavan2014BallBall", "restitution",
                          Mathavan2014().restitution},
        DocumentedDefault{"laws.proto", "RouthBallBall", "restitution",
                          RouthBallBall().restitution},
        DocumentedDefault{"laws.proto", "StrongeCushion", "restitution",
                          StrongeCompliant().restitution},
        DocumentedDefault{"laws.proto", "StrongeCushion", "friction", StrongeCompliant().friction},
        DocumentedDefault{"laws.proto", "StrongeCushion", "frequency_ratio",
                          StrongeCompliant().frequency_ratio},
        DocumentedDefault{"laws.proto", "RouthCushion", "restitution", RouthCushion().restitution},
        DocumentedDefault{"laws.proto", "RouthCushion", "friction", RouthCushion().friction},
        DocumentedDefault{"laws.proto", "FrictionalSlate", "restitution",
                          FrictionalSlate().restitution},
        DocumentedDefault{"laws.proto", "RouthSlate", "restitution", RouthSlate().restitution},
        DocumentedDefault{"laws.proto", "FrictionalLiner", "restitution",
                          std::get<FrictionalSlate>(LawSet().liner).restitution},
        DocumentedDefault{"laws.proto", "FrictionalLiner", "friction",
                          std::get<FrictionalSlate>(LawSet().liner).friction},
        DocumentedDefault{"laws.proto", "RouthLiner", "restitution", kLinerRestitution},
        DocumentedDefault{"laws.proto", "RouthLiner", "friction", kLinerFriction},
        DocumentedDefault{"laws.proto", "Limits", "max_events",
                          static_cast<double>(kWorld.limits.max_events)},
        DocumentedDefault{"laws.proto", "Limits", "max_time_s", kWorld.limits.max_time_s},
        DocumentedDefault{"laws.proto", "Limits", "max_events_at_one_time",
                          static_cast<double>(kWorld.limits.max_events_at_one_time)}));

INSTANTIATE_TEST_SUITE_P(
    TablesAndShots, WireDefaults,
    ::testing::Values(
        DocumentedDefault{"table.proto", "Nose", "height_m", Nose().height_m},
        DocumentedDefault{"table.proto", "Jaw", "height_m", Jaw().height_m},
        DocumentedDefault{"table.proto", "RailTop", "height_m", RailTop().height_m},
        DocumentedDefault{"table.proto", "Pocket", "back_height_m", Pocket().back_height_m},
        DocumentedDefault{"table.proto", "Pocket", "overhang_m", Pocket().overhang_m},
        DocumentedDefault{"table.proto", "BallSpec", "inertia_ratio", BallSpec().inertia_ratio},
        DocumentedDefault{"table.proto", "Rack", "gap_m", RackOptions().gap_m},
        DocumentedDefault{"table.proto", "Rack", "jitter_m", RackOptions().jitter_m},
        DocumentedDefault{"shot.proto", "CueStrike", "azimuth_rad", CueStrike().azimuth_rad},
        DocumentedDefault{"shot.proto", "CueStrike", "elevation_rad", CueStrike().elevation_rad},
        DocumentedDefault{"shot.proto", "CueStrike", "side_offset", CueStrike().side_offset},
        DocumentedDefault{"shot.proto", "CueStrike", "height_offset", CueStrike().height_offset}));

const DoublePendulum kPendulum;
const NewtonsCradle kCradle;
const ConstraintOptions kConstraints;
const BallBearing kBearing;
const BouncingBalls kBounce;

INSTANTIATE_TEST_SUITE_P(
    ContactForces, WireDefaults,
    ::testing::ValuesIn(std::vector<DocumentedDefault>{
        DocumentedDefault{"compliant.proto", "CompliantSettings", "cloth_least_approach_m_s",
                          CompliantSettings().cloth_least_approach_m_s},
        DocumentedDefault{"compliant.proto", "CompliantSettings", "rest_speed_m_s",
                          CompliantSettings().rest_speed_m_s},
        DocumentedDefault{"compliant.proto", "HertzLaw", "exponent", HertzLaw().exponent},
        DocumentedDefault{"compliant.proto", "LankaraniNikraveshLaw", "restitution",
                          LankaraniNikravesh().restitution},
        DocumentedDefault{"compliant.proto", "LankaraniNikraveshLaw", "exponent",
                          LankaraniNikravesh().exponent},
        DocumentedDefault{"compliant.proto", "FloresLaw", "restitution", FloresLaw().restitution},
        DocumentedDefault{"compliant.proto", "FloresLaw", "exponent", FloresLaw().exponent},
        DocumentedDefault{"compliant.proto", "CoulombFriction", "friction",
                          RegularCoulomb().friction},
        DocumentedDefault{"compliant.proto", "CoulombFriction", "full_slip_m_s",
                          RegularCoulomb().full_slip_m_s},
        DocumentedDefault{"compliant.proto", "ThrelfallFriction", "friction", Threlfall().friction},
        DocumentedDefault{"compliant.proto", "ThrelfallFriction", "tolerance_m_s",
                          Threlfall().tolerance_m_s},
        DocumentedDefault{"compliant.proto", "AmbrosioFriction", "friction", Ambrosio().friction},
        DocumentedDefault{"compliant.proto", "AmbrosioFriction", "from_m_s", Ambrosio().from_m_s},
        DocumentedDefault{"compliant.proto", "AmbrosioFriction", "full_m_s", Ambrosio().full_m_s},
        DocumentedDefault{"compliant.proto", "RegularAlciatoreFriction", "a",
                          RegularAlciatore().fit.a},
        DocumentedDefault{"compliant.proto", "RegularAlciatoreFriction", "b",
                          RegularAlciatore().fit.b},
        DocumentedDefault{"compliant.proto", "RegularAlciatoreFriction", "c_s_m",
                          RegularAlciatore().fit.c_s_per_m},
        DocumentedDefault{"compliant.proto", "RegularAlciatoreFriction", "full_slip_m_s",
                          RegularAlciatore().full_slip_m_s},
        DocumentedDefault{"compliant.proto", "PatchOfCloth", "full_slip_m_s",
                          PatchOfCloth().full_slip_m_s},
        DocumentedDefault{"compliant.proto", "ContensouPatch", "radius_m",
                          ContensouPatch().radius_m},
        DocumentedDefault{"compliant.proto", "ContensouPatch", "friction",
                          ContensouPatch().friction},
        DocumentedDefault{"compliant.proto", "ContensouPatch", "lean", ContensouPatch().lean},
        DocumentedDefault{"compliant.proto", "ContensouPatch", "other_lean",
                          ContensouPatch().other_lean},
        DocumentedDefault{"compliant.proto", "ContensouPatch", "slip_smoothing_per_s",
                          ContensouPatch().slip_smoothing_per_s},
        DocumentedDefault{"compliant.proto", "ContensouPatch", "rolling_smoothing_per_s",
                          ContensouPatch().rolling_smoothing_per_s},
        DocumentedDefault{"compliant.proto", "Integration", "max_evaluations",
                          static_cast<double>(IntegrationSpec().max_evaluations)}}));

INSTANTIATE_TEST_SUITE_P(
    Mechanisms, WireDefaults,
    ::testing::ValuesIn(std::vector<DocumentedDefault>{
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "rod_1_mass_kg",
                          kPendulum.rod_1_mass_kg},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "rod_2_mass_kg",
                          kPendulum.rod_2_mass_kg},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "rod_1_length_m",
                          kPendulum.rod_1_length_m},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "rod_2_length_m",
                          kPendulum.rod_2_length_m},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "disc_radius_m",
                          kPendulum.disc_radius_m},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "rod_2_centre_m",
                          kPendulum.rod_2_centre_m},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "rod_1_inertia_kg_m2",
                          kPendulum.rod_1_inertia_kg_m2},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "rod_2_inertia_kg_m2",
                          kPendulum.rod_2_inertia_kg_m2},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "obstacle_distance_m",
                          kPendulum.obstacle_distance_m},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "restitution",
                          kPendulum.restitution},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "friction", kPendulum.friction},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "joint_1_damping_n_m_s",
                          kPendulum.joint_1_damping_N_m_s},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "joint_2_damping_n_m_s",
                          kPendulum.joint_2_damping_N_m_s},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "torque_1_n_m",
                          kPendulum.torque_1_N_m},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "torque_1_frequency_rad_s",
                          kPendulum.torque_1_frequency_rad_s},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "torque_2_n_m",
                          kPendulum.torque_2_N_m},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "torque_2_frequency_rad_s",
                          kPendulum.torque_2_frequency_rad_s},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "gravity_m_s2",
                          kPendulum.gravity_m_s2},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "angle_1_rad",
                          kPendulum.angle_1_rad},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "angle_2_rad",
                          kPendulum.angle_2_rad},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "angular_velocity_1_rad_s",
                          kPendulum.angular_velocity_1_rad_s},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "angular_velocity_2_rad_s",
                          kPendulum.angular_velocity_2_rad_s},
        DocumentedDefault{"mechanism.proto", "DoublePendulum", "duration_s", kPendulum.duration_s},
        DocumentedDefault{"mechanism.proto", "RollingBall", "ball_radius_m",
                          RollingBall().ball_radius_m},
        DocumentedDefault{"mechanism.proto", "RollingBall", "mass_kg", RollingBall().mass_kg},
        DocumentedDefault{"mechanism.proto", "RollingBall", "gravity_m_s2",
                          RollingBall().gravity_m_s2},
        DocumentedDefault{"mechanism.proto", "RollingBall", "duration_s", RollingBall().duration_s},
        DocumentedDefault{"mechanism.proto", "NewtonsCradle", "ball_radius_m",
                          kCradle.ball_radius_m},
        DocumentedDefault{"mechanism.proto", "NewtonsCradle", "rod_length_m", kCradle.rod_length_m},
        DocumentedDefault{"mechanism.proto", "NewtonsCradle", "gap_m", kCradle.gap_m},
        DocumentedDefault{"mechanism.proto", "NewtonsCradle", "release_angle_rad",
                          kCradle.release_angle_rad},
        DocumentedDefault{"mechanism.proto", "NewtonsCradle", "gravity_m_s2", kCradle.gravity_m_s2},
        DocumentedDefault{"mechanism.proto", "NewtonsCradle", "duration_s", kCradle.duration_s},
        DocumentedDefault{"mechanism.proto", "NewtonsCradle", "ball_count",
                          static_cast<double>(kCradle.ball_count)},
        DocumentedDefault{"mechanism.proto", "NewtonsCradle", "released",
                          static_cast<double>(kCradle.released)},
        DocumentedDefault{"compliant.proto", "ConstraintOptions", "baumgarte_alpha_1_s",
                          kConstraints.baumgarte_alpha_1_s},
        DocumentedDefault{"compliant.proto", "ConstraintOptions", "baumgarte_beta_1_s",
                          kConstraints.baumgarte_beta_1_s},
        DocumentedDefault{"compliant.proto", "ConstraintOptions", "penalty", kConstraints.penalty},
        DocumentedDefault{"compliant.proto", "ConstraintOptions", "penalty_frequency",
                          kConstraints.penalty_frequency},
        DocumentedDefault{"compliant.proto", "ConstraintOptions", "penalty_damping_ratio",
                          kConstraints.penalty_damping_ratio},
        DocumentedDefault{"compliant.proto", "ConstraintOptions", "tolerance",
                          kConstraints.tolerance},
        DocumentedDefault{"compliant.proto", "ConstraintOptions", "max_iterations",
                          static_cast<double>(kConstraints.max_iterations)},
        DocumentedDefault{"mechanism.proto", "BallBearing", "ball_diameter_m",
                          kBearing.ball_diameter_m},
        DocumentedDefault{"mechanism.proto", "BallBearing", "pitch_diameter_m",
                          kBearing.pitch_diameter_m},
        DocumentedDefault{"mechanism.proto", "BallBearing", "interference_m",
                          kBearing.interference_m},
        DocumentedDefault{"mechanism.proto", "BallBearing", "outer_speed_rad_s",
                          kBearing.outer_speed_rad_s},
        DocumentedDefault{"mechanism.proto", "BallBearing", "drive_inertia_kg_m2",
                          kBearing.drive_inertia_kg_m2},
        DocumentedDefault{"mechanism.proto", "BallBearing", "outer_mass_kg",
                          kBearing.outer_mass_kg},
        DocumentedDefault{"mechanism.proto", "BallBearing", "radial_load_n",
                          kBearing.radial_load_N},
        DocumentedDefault{"mechanism.proto", "BallBearing", "axial_load_n", kBearing.axial_load_N},
        DocumentedDefault{"mechanism.proto", "BallBearing", "gravity_m_s2", kBearing.gravity_m_s2},
        DocumentedDefault{"mechanism.proto", "BallBearing", "cage_stiffness_n_m",
                          kBearing.cage_stiffness_N_m},
        DocumentedDefault{"mechanism.proto", "BallBearing", "cage_damping_n_s_m",
                          kBearing.cage_damping_N_s_m},
        DocumentedDefault{"mechanism.proto", "BallBearing", "damping_speed_m_s",
                          kBearing.damping_speed_m_s},
        DocumentedDefault{"mechanism.proto", "BallBearing", "duration_s", kBearing.duration_s},
        DocumentedDefault{"mechanism.proto", "BallBearing", "ball_count",
                          static_cast<double>(kBearing.ball_count)},
        DocumentedDefault{"mechanism.proto", "BouncingBalls", "surface_radius_m",
                          kBounce.surface_radius_m},
        DocumentedDefault{"mechanism.proto", "BouncingBalls", "ball_radius_m",
                          kBounce.ball_radius_m},
        DocumentedDefault{"mechanism.proto", "BouncingBalls", "ball_mass_kg", kBounce.ball_mass_kg},
        DocumentedDefault{"mechanism.proto", "BouncingBalls", "stiffness", kBounce.stiffness},
        DocumentedDefault{"mechanism.proto", "BouncingBalls", "ball_stiffness",
                          kBounce.ball_stiffness},
        DocumentedDefault{"mechanism.proto", "BouncingBalls", "gravity_m_s2", kBounce.gravity_m_s2},
        DocumentedDefault{"mechanism.proto", "BouncingBalls", "penetration_step_m",
                          kBounce.penetration_step_m},
        DocumentedDefault{"mechanism.proto", "BouncingBalls", "duration_s", kBounce.duration_s},
        DocumentedDefault{"compliant.proto", "Integration", "max_tries",
                          static_cast<double>(IntegrationSpec().max_tries)},
        DocumentedDefault{"mechanism.proto", "BearingDefect", "width_m", BearingDefect().width_m},
        DocumentedDefault{"mechanism.proto", "BearingDefect", "depth_m", BearingDefect().depth_m},
        DocumentedDefault{"mechanism.proto", "BearingDefect", "angle_rad",
                          BearingDefect().angle_rad},
        DocumentedDefault{"mechanism.proto", "RollingBallAim", "largest_spin_rad_s",
                          SpinAim().largest_spin_rad_s},
        DocumentedDefault{"mechanism.proto", "RollingBallAim", "tolerance_m",
                          SpinAim().tolerance_m},
        DocumentedDefault{"mechanism.proto", "RollingBallAim", "held_axis",
                          static_cast<double>(SpinAim().held_axis)},
        DocumentedDefault{"mechanism.proto", "RollingBallAim", "grid",
                          static_cast<double>(SpinAim().grid)},
        DocumentedDefault{"mechanism.proto", "RollingBallAim", "max_runs",
                          static_cast<double>(SpinAim().max_runs)}}));

}  // namespace
}  // namespace carom
