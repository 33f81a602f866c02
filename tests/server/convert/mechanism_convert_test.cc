#include "server/convert/mechanism_convert.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "core/base/field_error.h"
#include "tests/server/convert/every_field.h"
#include "tests/server/convert/wire_message.h"

namespace carom {
namespace {

using ::testing::StartsWith;
using testing::Wire;

const ConvertLimits kLimits{
    .max_samples_per_mechanism = 1000, .max_evaluations = 50'000'000, .max_duration_s = 100.0};

ConvertedMechanism MechanismOf(const std::string& text) {
  const auto converted = ConvertMechanism(Wire<v1::SimulateMechanismRequest>(text), kLimits);
  EXPECT_TRUE(converted.ok()) << converted.status();
  return converted.ok() ? *converted : ConvertedMechanism();
}

template <typename System>
System ConvertedTo(const std::string& text) {
  return std::get<System>(std::get<Mechanism>(MechanismOf(text).task));
}

/// What the door says of a request, in the wire's terms.
absl::Status Check(const v1::SimulateMechanismRequest& request) {
  const auto converted = ConvertMechanism(request, kLimits);
  if (!converted.ok()) return converted.status();
  if (const auto* aim = std::get_if<RollingBallAim>(&converted->task)) {
    return ToMechanismPath(AimRollingBall(aim->ball, aim->aim, {}).status(), request);
  }
  if (const auto* surface = std::get_if<PatchSurface>(&converted->task)) {
    return ToMechanismPath(EvaluatePatch(*surface).status(), request);
  }
  if (const auto* fit = std::get_if<PatchFit>(&converted->task)) {
    return ToMechanismPath(FitPatch(*fit, {}).status(), request);
  }
  const absl::Status status =
      std::visit([&](const auto& system) { return Validate(system, converted->detail); },
                 std::get<Mechanism>(converted->task));
  return ToMechanismPath(status, request);
}

std::string MechanismError(const v1::SimulateMechanismRequest& request) {
  const absl::Status status = Check(request);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << request.ShortDebugString();
  return std::string(status.message());
}

std::string MechanismError(const std::string& text) {
  return MechanismError(Wire<v1::SimulateMechanismRequest>(text));
}

TEST(ConvertMechanism, EveryFieldOfAPendulum) {
  const auto p = ConvertedTo<DoublePendulum>(
      "double_pendulum { rod_1_mass_kg: 1 rod_2_mass_kg: 2 rod_1_length_m: 3 rod_2_length_m: 4 "
      "disc_radius_m: 5 rod_2_centre_m: 6 rod_1_inertia_kg_m2: 7 rod_2_inertia_kg_m2: 8 "
      "obstacle_distance_m: 9 restitution: 0.5 friction: 0.25 joint_1_damping_n_m_s: 12 "
      "joint_2_damping_n_m_s: 13 torque_1_n_m: 14 torque_1_frequency_rad_s: 15 torque_2_n_m: 16 "
      "torque_2_frequency_rad_s: 17 gravity_m_s2: 18 angle_1_rad: 19 angle_2_rad: 20 "
      "angular_velocity_1_rad_s: 21 angular_velocity_2_rad_s: 22 duration_s: 23 "
      "integration { method: INTEGRATION_METHOD_RUNGE_KUTTA_4 largest_step_s: 24 } }");
  const double fields[] = {p.rod_1_mass_kg,
                           p.rod_2_mass_kg,
                           p.rod_1_length_m,
                           p.rod_2_length_m,
                           p.disc_radius_m,
                           p.rod_2_centre_m,
                           p.rod_1_inertia_kg_m2,
                           p.rod_2_inertia_kg_m2,
                           p.obstacle_distance_m,
                           10.0,
                           11.0,
                           p.joint_1_damping_N_m_s,
                           p.joint_2_damping_N_m_s,
                           p.torque_1_N_m,
                           p.torque_1_frequency_rad_s,
                           p.torque_2_N_m,
                           p.torque_2_frequency_rad_s,
                           p.gravity_m_s2,
                           p.angle_1_rad,
                           p.angle_2_rad,
                           p.angular_velocity_1_rad_s,
                           p.angular_velocity_2_rad_s,
                           p.duration_s,
                           p.integration.largest_step_s};
  for (int i = 0; i < 24; ++i) EXPECT_EQ(fields[i], i + 1);
  EXPECT_EQ(p.restitution, 0.5);
  EXPECT_EQ(p.friction, 0.25);
  EXPECT_EQ(p.integration.method, IvpMethod::kRungeKutta4);
  EXPECT_EQ(p.integration.relative_tolerance, DoublePendulum().integration.relative_tolerance);
}

TEST(ConvertMechanism, EveryFieldOfARollingBall) {
  const auto b = ConvertedTo<RollingBall>(
      "rolling_ball { ball_radius_m: 1 mass_kg: 2 gravity_m_s2: 3 patch { lean: 0.5 } "
      "position_m { x: 4 y: 5 } velocity_m_s { x: 6 } spin_rad_s { x: 7 y: 8 z: 9 } "
      "duration_s: 10 integration { method: INTEGRATION_METHOD_DORMAND_PRINCE_54 } }");
  EXPECT_EQ(b.ball_radius_m, 1.0);
  EXPECT_EQ(b.mass_kg, 2.0);
  EXPECT_EQ(b.gravity_m_s2, 3.0);
  EXPECT_EQ(b.patch.lean, 0.5);
  EXPECT_EQ(b.position_m, Vec2(4.0, 5.0));
  EXPECT_EQ(b.velocity_m_s, Vec2(6.0, 0.0));
  EXPECT_EQ(b.spin_rad_s, Vec3(7.0, 8.0, 9.0));
  EXPECT_EQ(b.duration_s, 10.0);
  EXPECT_EQ(b.integration.method, IvpMethod::kDormandPrince54);
}

TEST(ConvertMechanism, EveryFieldOfACradle) {
  const auto c = ConvertedTo<NewtonsCradle>(
      "newtons_cradle { ball_count: 3 released: 2 ball_radius_m: 3 rod_length_m: 4 gap_m: 5 "
      "release_angle_rad: 0.75 gravity_m_s2: 7 material { name: 'rubber' } "
      "normal { flores { restitution: 0.5 } } duration_s: 8 "
      "constraints { method: CONSTRAINT_METHOD_AUGMENTED_LAGRANGIAN baumgarte_alpha_1_s: 9 "
      "baumgarte_beta_1_s: 10 penalty: 11 penalty_frequency: 12 penalty_damping_ratio: 13 "
      "tolerance: 0.125 max_iterations: 15 } integration { absolute_tolerance: 0.0625 } }");
  EXPECT_EQ(c.ball_count, 3);
  EXPECT_EQ(c.released, 2);
  EXPECT_EQ(c.ball_radius_m, 3.0);
  EXPECT_EQ(c.rod_length_m, 4.0);
  EXPECT_EQ(c.gap_m, 5.0);
  EXPECT_EQ(c.release_angle_rad, 0.75);
  EXPECT_EQ(c.gravity_m_s2, 7.0);
  EXPECT_EQ(c.material.name, "rubber");
  EXPECT_EQ(std::get<FloresLaw>(c.normal).restitution, 0.5);
  EXPECT_EQ(c.duration_s, 8.0);
  EXPECT_EQ(c.constraints.method, ConstraintMethod::kAugmentedLagrangian);
  EXPECT_EQ(c.constraints.baumgarte_alpha_1_s, 9.0);
  EXPECT_EQ(c.constraints.baumgarte_beta_1_s, 10.0);
  EXPECT_EQ(c.constraints.penalty, 11.0);
  EXPECT_EQ(c.constraints.penalty_frequency, 12.0);
  EXPECT_EQ(c.constraints.penalty_damping_ratio, 13.0);
  EXPECT_EQ(c.constraints.tolerance, 0.125);
  EXPECT_EQ(c.constraints.max_iterations, 15);
  EXPECT_EQ(c.integration.absolute_tolerance, 0.0625);
}

TEST(ConvertMechanism, EveryFieldOfABearing) {
  const auto b = ConvertedTo<BallBearing>(
      "ball_bearing { races: RACE_SHAPE_CYLINDERS ball_count: 16 ball_diameter_m: 2 "
      "pitch_diameter_m: 3 interference_m: 4 material { poisson: 0.25 } outer_speed_rad_s: 5 "
      "drive_inertia_kg_m2: 6 outer_mass_kg: 7 radial_load_n: 8 axial_load_n: 9 gravity_m_s2: 10 "
      "cage_stiffness_n_m: 11 cage_damping_n_s_m: 12 normal { hertz {} } damping_speed_m_s: 13 "
      "friction { ambrosio {} } duration_s: 14 integration { relative_tolerance: 0.0625 } }");
  EXPECT_EQ(b.races, RaceShape::kCylinders);
  EXPECT_EQ(b.ball_count, 16);
  EXPECT_EQ(b.material.poisson, 0.25);
  const double fields[] = {b.ball_diameter_m,    b.pitch_diameter_m,    b.interference_m,
                           b.outer_speed_rad_s,  b.drive_inertia_kg_m2, b.outer_mass_kg,
                           b.radial_load_N,      b.axial_load_N,        b.gravity_m_s2,
                           b.cage_stiffness_N_m, b.cage_damping_N_s_m,  b.damping_speed_m_s,
                           b.duration_s};
  for (int i = 0; i < 13; ++i) EXPECT_EQ(fields[i], i + 2);
  EXPECT_EQ(b.integration.relative_tolerance, 0.0625);
  EXPECT_TRUE(std::holds_alternative<HertzLaw>(b.normal));
  EXPECT_TRUE(std::holds_alternative<Ambrosio>(b.friction));
}

TEST(ConvertMechanism, EveryFieldOfADefect) {
  EXPECT_FALSE(ConvertedTo<BallBearing>("ball_bearing {}").defect.has_value());
  const auto b = ConvertedTo<BallBearing>(
      "ball_bearing { defect { place: DEFECT_PLACE_BALL width_m: 1 depth_m: 2 angle_rad: 3 } }");
  ASSERT_TRUE(b.defect.has_value());
  EXPECT_EQ(b.defect->place, DefectPlace::kBall);
  EXPECT_EQ(b.defect->width_m, 1.0);
  EXPECT_EQ(b.defect->depth_m, 2.0);
  EXPECT_EQ(b.defect->angle_rad, 3.0);
}

TEST(ConvertMechanism, EveryFieldOfBouncingBalls) {
  const auto b = ConvertedTo<BouncingBalls>(
      "bouncing_balls { surface: BOUNCE_SURFACE_BOWL surface_radius_m: 1 ball_radius_m: 2 "
      "ball_mass_kg: 3 stiffness: 4 ball_stiffness: 5 gravity_m_s2: 6 penetration_step_m: 0.7 "
      "duration_s: 8 integration { max_tries: 9 } normal { flores {} } friction { coulomb {} } "
      "balls { position_m { x: 10 } velocity_m_s { y: 11 } spin_rad_s { z: 12 } } balls {} }");
  EXPECT_EQ(b.surface, BounceSurface::kBowl);
  const double fields[] = {b.surface_radius_m,
                           b.ball_radius_m,
                           b.ball_mass_kg,
                           b.stiffness,
                           b.ball_stiffness,
                           b.gravity_m_s2,
                           10.0 * b.penetration_step_m,
                           b.duration_s,
                           static_cast<double>(b.integration.max_tries),
                           b.balls.at(0).position_m.x(),
                           b.balls.at(0).velocity_m_s.y(),
                           b.balls.at(0).spin_rad_s.z()};
  for (int i = 0; i < 12; ++i) EXPECT_EQ(fields[i], i + 1);
  EXPECT_EQ(b.balls.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<FloresLaw>(b.normal));
  EXPECT_TRUE(std::holds_alternative<RegularCoulomb>(b.friction));
}

TEST(ConvertMechanism, EveryFieldOfALinkage) {
  const auto l = ConvertedTo<Linkage>(
      "linkage { gravity_m_s2: 1 duration_s: 2 integration { largest_step_s: 3 } "
      "constraints { penalty: 4 } "
      "links {} links { mass_kg: 5 inertia_kg_m2 { x: 6 y: 7 z: 8 } position_m { x: 9 } "
      "rotation_rad { y: 10 } velocity_m_s { z: 11 } spin_rad_s { x: 12 } } "
      "joints { kind: JOINT_KIND_WELD link: 1 other: 0 point_m { x: 13 } "
      "other_point_m { y: 14 } axis { z: 15 } } joints {} }");
  ASSERT_EQ(l.links.size(), 2u);
  ASSERT_EQ(l.joints.size(), 2u);
  const Link& link = l.links[1];
  const Joint& joint = l.joints[0];
  const double fields[] = {l.gravity_m_s2,
                           l.duration_s,
                           l.integration.largest_step_s,
                           l.constraints.penalty,
                           link.mass_kg,
                           link.inertia_kg_m2.x(),
                           link.inertia_kg_m2.y(),
                           link.inertia_kg_m2.z(),
                           link.position_m.x(),
                           link.rotation_rad.y(),
                           link.velocity_m_s.z(),
                           link.spin_rad_s.x(),
                           joint.point_m.x(),
                           joint.other_point_m.y(),
                           joint.axis.z()};
  for (int i = 0; i < 15; ++i) EXPECT_EQ(fields[i], i + 1);
  EXPECT_EQ(joint.kind, JointKind::kWeld);
  EXPECT_EQ(joint.link, 1);
  EXPECT_EQ(joint.other, 0);
  EXPECT_EQ(l.joints[1].other, -1) << "the ground";
  EXPECT_EQ(l.joints[1].axis, Vec3(0.0, 1.0, 0.0));
  EXPECT_EQ(l.links[0].position_m, Vec3(0.0, 0.0, 0.0));

  EXPECT_EQ(ConvertedTo<Linkage>("linkage {}").joints.size(), 1u) << "the default rod's";
  EXPECT_TRUE(ConvertedTo<Linkage>("linkage { links {} }").joints.empty());
  EXPECT_EQ(ConvertedTo<Linkage>("linkage { joints {} joints {} }").links[0].position_m.x(), 0.5);
  EXPECT_EQ(MechanismError("linkage { joints { link: 4000000000 } }"),
            "linkage.joints[0].link: 2147483647 must be below 1, the number of links");
  EXPECT_EQ(MechanismError("linkage { joints {} joints { kind: 7 } }")
                .find("linkage.joints[1].kind: 7 must be one of"),
            0u);
}

TEST(ConvertMechanism, EveryFieldOfAPatchSurface) {
  const auto surface = std::get<PatchSurface>(
      MechanismOf("patch_surface { model: CONTENSOU_MODEL_TWO_PARAMETER smoothing_per_s: 1 "
                  "blend { force { b: 2 } } points { slip_per_s { x: 3 y: 4 } spin_rad_s: 5 "
                  "shift { x: 6 y: 7 } } }")
          .task);
  EXPECT_EQ(surface.model, ContensouModel::kTwoParameter);
  EXPECT_EQ(surface.smoothing_per_s, 1.0);
  EXPECT_EQ(surface.blend->force, (SlipSpinBlend{2.0, 2.0}));
  EXPECT_EQ(surface.blend->moment, kTwoParameterBlend.moment) << "what is not given";
  ASSERT_EQ(surface.points.size(), 1u);
  EXPECT_EQ(surface.points[0].slip_per_s, Vec2(3.0, 4.0));
  EXPECT_EQ(surface.points[0].spin_rad_s, 5.0);
  EXPECT_EQ(surface.points[0].shift, Vec2(6.0, 7.0));
  EXPECT_EQ(std::get<PatchSurface>(MechanismOf("patch_surface {}").task).points.size(), 25u * 13u);
}

TEST(ConvertMechanism, EveryFieldOfAPatchFit) {
  const auto fit = std::get<PatchFit>(
      MechanismOf(
          "patch_fit { model: CONTENSOU_MODEL_TWO_PARAMETER start { moment { b: 1 m: 2 } } "
          "rows { point { spin_rad_s: 3 } force { x: 4 y: 5 } moment: 6 weight: 7 } rows {} }")
          .task);
  EXPECT_EQ(fit.model, ContensouModel::kTwoParameter);
  EXPECT_EQ(fit.start->moment, (SlipSpinBlend{1.0, 2.0}));
  ASSERT_EQ(fit.rows.size(), 2u);
  EXPECT_EQ(fit.rows[0].slip.spin_rad_s, 3.0);
  EXPECT_EQ(fit.rows[0].friction.force, Vec2(4.0, 5.0));
  EXPECT_EQ(fit.rows[0].friction.moment, 6.0);
  EXPECT_EQ(fit.rows[0].weight, 7.0);
  EXPECT_EQ(fit.rows[1].weight, 1.0);
}

TEST(ConvertMechanism, EveryFieldOfAnAim) {
  const auto task = std::get<RollingBallAim>(
      MechanismOf("rolling_ball_aim { ball { mass_kg: 1 } target_m { x: 2 y: 3 } held_axis: 1 "
                  "largest_spin_rad_s: 4 grid: 5 tolerance_m: 0.5 max_runs: 7 }")
          .task);
  EXPECT_EQ(task.ball.mass_kg, 1.0);
  EXPECT_EQ(task.ball.integration.max_evaluations, 20'000) << "as documented";
  EXPECT_EQ(task.aim.target_m, Vec2(2.0, 3.0));
  EXPECT_EQ(task.aim.held_axis, 1);
  EXPECT_EQ(task.aim.largest_spin_rad_s, 4.0);
  EXPECT_EQ(task.aim.grid, 5);
  EXPECT_EQ(task.aim.tolerance_m, 0.5);
  EXPECT_EQ(task.aim.max_runs, 7);
}

TEST(ConvertMechanism, SamplesAreAskedFor) {
  const auto converted =
      MechanismOf("double_pendulum {} detail { sample_period_s: 0.5 sample_times_s: [0.25, 7] }");
  EXPECT_EQ(converted.detail.sample_period_s, 0.5);
  EXPECT_EQ(converted.detail.sample_times_s, (std::vector<double>{0.25, 7.0}));
  EXPECT_EQ(converted.detail.max_samples, 1000);
}

TEST(ConvertMechanism, WhatNoOneMayAskForIsRefusedByItsPath) {
  v1::SimulateMechanismRequest request;
  int fields = 0;
  testing::ForEveryField(request, "", [&](const testing::FieldPlace& place) {
    const bool is_detail = place.path.rfind("detail.", 0) == 0;
    if (is_detail) request.mutable_double_pendulum();
    if (!testing::Spoil(place)) return;
    ++fields;
    EXPECT_THAT(MechanismError(request), StartsWith(place.path + ": "));
  });
  EXPECT_GT(fields, 170);
}

TEST(ConvertMechanism, BadSystemsAreToldWhereTheyAreBad) {
  const struct {
    const char* request;
    const char* says;
  } cases[] = {
      {"", "mechanism: absent must be one of double_pendulum, rolling_ball, newtons_cradle, "},
      {"double_pendulum { obstacle_distance_m: 2 }", "double_pendulum.obstacle_distance_m: 2 "},
      {"double_pendulum { angle_1_rad: 0 angle_2_rad: 0 }", "double_pendulum.angle_2_rad: 0 must"},
      {"double_pendulum { joint_1_damping_n_m_s: -1 }",
       "double_pendulum.joint_1_damping_n_m_s: -1 must be in [0, 1e+09]"},
      {"double_pendulum { restitution: 1.5 }", "double_pendulum.restitution: 1.5 must be in"},
      {"double_pendulum { duration_s: 0 }", "double_pendulum.duration_s: 0 must be in"},
      {"double_pendulum { duration_s: 101 }",
       "double_pendulum.duration_s: 101 must be in (0, 100] by the limits of this service"},
      {"double_pendulum { integration { largest_step_s: 0 } }",
       "double_pendulum.integration.largest_step_s: 0 must be"},
      {"double_pendulum { integration { method: INTEGRATION_METHOD_RUNGE_KUTTA_4 } }",
       "double_pendulum.integration.largest_step_s: unset must be given with RUNGE_KUTTA_4"},
      {"double_pendulum { integration { max_evaluations: 50000001 } }",
       "double_pendulum.integration.max_evaluations: 50000001 must be in [1, 50000000] by"},
      {"double_pendulum {} detail { sample_period_s: 1e-3 }", "detail.sample_period_s: 0.001 must"},
      {"double_pendulum {} detail { sample_times_s: [1, 0] }", "detail.sample_times_s[1]: 0 must"},
      {"rolling_ball { patch { radius_m: 0.5 } }", "rolling_ball.patch.radius_m: 0.5 must be"},
      {"rolling_ball { velocity_m_s { y: inf } }", "rolling_ball.velocity_m_s.y: inf must be"},
      {"newtons_cradle { released: 5 }", "newtons_cradle.released: 5 must be in [1, ball_count)"},
      {"newtons_cradle { material { name: 'rigid' } }",
       "newtons_cradle.material.modulus_pa: inf must be finite"},
      {"ball_bearing { axial_load_n: 1 }", "ball_bearing.axial_load_n: 1 must be 0 between"},
      {"ball_bearing { ball_count: 30 }", "ball_bearing.pitch_diameter_m: 0.031438 must be"},
      {"ball_bearing { defect { width_m: 0.2 } }",
       "ball_bearing.defect.width_m: 0.2 must be in [1e-06, 0.1236"},
      {"ball_bearing { defect { width_m: 0.08 place: DEFECT_PLACE_INNER_RACE } }",
       "ball_bearing.defect.width_m: 0.08 must be in [1e-06, 0.0738"},
      {"ball_bearing { defect { width_m: 0.03 place: DEFECT_PLACE_BALL } }",
       "ball_bearing.defect.width_m: 0.03 must be in [1e-06, 0.0249"},
      {"ball_bearing { defect { depth_m: 1e-4 } }",
       "ball_bearing.defect.depth_m: 0.0001 must be in [0, 3.125e-05], a 32nd of its width"},
      {"bouncing_balls { penetration_step_m: 1e-12 }",
       "bouncing_balls.penetration_step_m: 1e-12 must be in [1e-09, 1], or 0"},
      {"bouncing_balls { balls {} }", "bouncing_balls.balls[0].position_m: (0, 0, 0) must be out"},
      {"bouncing_balls { balls { position_m { z: 1 } } balls { position_m { z: 1 } } }",
       "bouncing_balls.balls[1].position_m: (0, 0, 1) must be clear of balls[0]"},
      {"bouncing_balls { balls { position_m { z: nan } } }",
       "bouncing_balls.balls[0].position_m.z: nan must be in [-1000, 1000]"},
      {"bouncing_balls { balls {} balls {} balls {} balls {} }",
       "bouncing_balls.balls: 4 must be 1 to 3 in number"},
      {"bouncing_balls { surface: BOUNCE_SURFACE_BOWL surface_radius_m: 0.02 }",
       "bouncing_balls.surface_radius_m: 0.02 must be above ball_radius_m"},
      {"bouncing_balls { integration { method: INTEGRATION_METHOD_ADAMS_PECE max_tries: 2 } }",
       "bouncing_balls.integration.max_tries: 2 must be 0 but with DORMAND_PRINCE_54"},
      {"rolling_ball_aim { max_runs: 2501 }",
       "rolling_ball_aim.max_runs: 2501 must be in [1, 2500] by the limits of this service, for up "
       "to 20000 evaluations a ball"},
      {"rolling_ball_aim { ball { integration { max_evaluations: 0 } } }",
       "rolling_ball_aim.ball.integration.max_evaluations: 0 must be"},
      {"rolling_ball_aim { grid: 2 }", "rolling_ball_aim.grid: 2 must be in [3, 100]"},
      {"rolling_ball_aim {} detail { sample_period_s: 1 }", "detail: given must be absent beside"},
      {"patch_fit {} detail {}", "detail: given must be absent beside patch_fit, which is no run"},
      {"patch_surface { points { shift { x: 1 y: 1 } } }", "patch_surface.points[0].shift: 1.414"},
      {"patch_surface { blend {} }", "patch_surface.blend: given must be absent with INTEGRAL"},
      {"patch_surface { points { spin_rad_s: nan } }", "patch_surface.points[0].spin_rad_s: nan"},
      {"patch_fit { model: CONTENSOU_MODEL_INTEGRAL }", "patch_fit.model: INTEGRAL must be FOUR_"},
      {"patch_fit { rows {} rows {} rows {} }", "patch_fit.rows: 3 must be 4 to 16384 in number"},
      {"patch_fit { rows {} rows {} rows {} rows { weight: -1 } }",
       "patch_fit.rows[3].weight: -1 must be in [0, 1e+06]"},
      {"patch_fit { start { force { b: 0 m: 2 } } rows {} rows {} rows {} rows {} }",
       "patch_fit.start.force.b: 0 must be in"},
      // Pure slip.
      {"patch_fit { model: CONTENSOU_MODEL_TWO_PARAMETER rows { point { slip_per_s { x: 1 } } "
       "force { x: 1 } } rows { point { slip_per_s { x: 2 } } force { x: 1 } } }",
       "patch_fit.rows: they do not determine the blend of the force"},
  };
  for (const auto& bad : cases) EXPECT_THAT(MechanismError(bad.request), StartsWith(bad.says));
}

// Lowered to the limit, the same request would have other answers on other servers.
TEST(ConvertMechanism, ADefaultBeyondTheLimitIsRefused) {
  const ConvertLimits low{.max_evaluations = 1000, .max_duration_s = 5.0};
  const struct {
    const char* request;
    const char* says;
  } cases[] = {
      {"double_pendulum {}",
       "double_pendulum.duration_s: 6 (the default) must be in (0, 5] by the limits of this "
       "service"},
      {"double_pendulum { duration_s: 5 }",
       "double_pendulum.integration.max_evaluations: 50000000 (the default) must be in [1, 1000] "
       "by the limits of this service"},
      {"rolling_ball_aim { ball { duration_s: 5 } max_runs: 1 }",
       "rolling_ball_aim.ball.integration.max_evaluations: 20000 (the default) must be in [1, "
       "1000] by"},
      {"rolling_ball_aim { ball { duration_s: 5 integration { max_evaluations: 10 } } }",
       "rolling_ball_aim.max_runs: 2000 (the default) must be in [1, 100] by the limits of this "
       "service, for up to 10 evaluations a ball"},
  };
  for (const auto& bad : cases) {
    const auto request = Wire<v1::SimulateMechanismRequest>(bad.request);
    const absl::Status status = ConvertMechanism(request, low).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), StartsWith(bad.says));
  }
  const auto within = Wire<v1::SimulateMechanismRequest>(
      "double_pendulum { duration_s: 5 integration { max_evaluations: 1000 } }");
  EXPECT_TRUE(ConvertMechanism(within, low).ok());
}

TEST(ConvertMechanism, TooShortAPeriodIsToldWhatItMustBe) {
  EXPECT_EQ(MechanismError("double_pendulum { duration_s: 6 } detail { sample_period_s: 1e-6 }"),
            "detail.sample_period_s: 1e-06 must be above 0.006, for at most 1000 samples of 6 s");
  EXPECT_EQ(MechanismError("double_pendulum { duration_s: 6 } "
                           "detail { sample_period_s: 0.006 sample_times_s: [1, 2] }"),
            "detail.sample_period_s: 0.006 must be above " + FormatNumber(6.0 / 998.0) +
                ", for at most 998 samples of 6 s");
  const auto longer = Wire<v1::SimulateMechanismRequest>(
      "double_pendulum { duration_s: 6 } detail { sample_period_s: 0.00600001 }");
  EXPECT_TRUE(Check(longer).ok()) << Check(longer);
}

}  // namespace
}  // namespace carom
