#include "server/convert/mechanism_fields.h"

#include <string>

#include "core/base/field_error.h"
#include "server/convert/contact_convert.h"
#include "server/convert/take_enum.h"
#include "server/convert/wire_names.h"

// A new mechanism: one more overload of Take() here and one more case of the request's oneof.

namespace carom {
namespace {

void Take(const v1::Vector2& wire, Vec2& vector) { vector = Vec2(wire.x(), wire.y()); }

void Take(const v1::Vector3& wire, Vec3& vector) { vector = Vec3(wire.x(), wire.y(), wire.z()); }

void TakeRods(const v1::DoublePendulum& wire, DoublePendulum& p) {
  if (wire.has_rod_1_mass_kg()) p.rod_1_mass_kg = wire.rod_1_mass_kg();
  if (wire.has_rod_2_mass_kg()) p.rod_2_mass_kg = wire.rod_2_mass_kg();
  if (wire.has_rod_1_length_m()) p.rod_1_length_m = wire.rod_1_length_m();
  if (wire.has_rod_2_length_m()) p.rod_2_length_m = wire.rod_2_length_m();
  if (wire.has_disc_radius_m()) p.disc_radius_m = wire.disc_radius_m();
  if (wire.has_rod_2_centre_m()) p.rod_2_centre_m = wire.rod_2_centre_m();
  if (wire.has_rod_1_inertia_kg_m2()) p.rod_1_inertia_kg_m2 = wire.rod_1_inertia_kg_m2();
  if (wire.has_rod_2_inertia_kg_m2()) p.rod_2_inertia_kg_m2 = wire.rod_2_inertia_kg_m2();
}

void TakeObstacle(const v1::DoublePendulum& wire, DoublePendulum& p) {
  if (wire.has_obstacle_distance_m()) p.obstacle_distance_m = wire.obstacle_distance_m();
  if (wire.has_restitution()) p.restitution = wire.restitution();
  if (wire.has_friction()) p.friction = wire.friction();
}

void TakeLoads(const v1::DoublePendulum& wire, DoublePendulum& p) {
  if (wire.has_joint_1_damping_n_m_s()) p.joint_1_damping_N_m_s = wire.joint_1_damping_n_m_s();
  if (wire.has_joint_2_damping_n_m_s()) p.joint_2_damping_N_m_s = wire.joint_2_damping_n_m_s();
  if (wire.has_torque_1_n_m()) p.torque_1_N_m = wire.torque_1_n_m();
  if (wire.has_torque_1_frequency_rad_s()) {
    p.torque_1_frequency_rad_s = wire.torque_1_frequency_rad_s();
  }
  if (wire.has_torque_2_n_m()) p.torque_2_N_m = wire.torque_2_n_m();
  if (wire.has_torque_2_frequency_rad_s()) {
    p.torque_2_frequency_rad_s = wire.torque_2_frequency_rad_s();
  }
  if (wire.has_gravity_m_s2()) p.gravity_m_s2 = wire.gravity_m_s2();
}

void TakeStart(const v1::DoublePendulum& wire, DoublePendulum& p) {
  if (wire.has_angle_1_rad()) p.angle_1_rad = wire.angle_1_rad();
  if (wire.has_angle_2_rad()) p.angle_2_rad = wire.angle_2_rad();
  if (wire.has_angular_velocity_1_rad_s()) {
    p.angular_velocity_1_rad_s = wire.angular_velocity_1_rad_s();
  }
  if (wire.has_angular_velocity_2_rad_s()) {
    p.angular_velocity_2_rad_s = wire.angular_velocity_2_rad_s();
  }
}

// The fields that every mechanism has.
template <typename WireMechanism, typename CoreMechanism>
absl::Status TakeTime(const WireMechanism& wire, const ConvertLimits& limits,
                      CoreMechanism& mechanism) {
  if (wire.has_duration_s()) mechanism.duration_s = wire.duration_s();
  if (mechanism.duration_s > limits.max_duration_s) {
    return BeyondLimits("duration_s", FormatNumber(mechanism.duration_s), wire.has_duration_s(),
                        "(0, " + FormatNumber(limits.max_duration_s) + "]");
  }
  absl::Status status = Take(wire.integration(), mechanism.integration);
  status.Update(CheckEvaluations(wire.integration(), limits, mechanism.integration));
  return AtPath(status, "integration");
}

void TakeRaces(const v1::BallBearing& wire, BallBearing& b) {
  if (wire.has_ball_count()) b.ball_count = ToIndex(wire.ball_count());
  if (wire.has_ball_diameter_m()) b.ball_diameter_m = wire.ball_diameter_m();
  if (wire.has_pitch_diameter_m()) b.pitch_diameter_m = wire.pitch_diameter_m();
  if (wire.has_interference_m()) b.interference_m = wire.interference_m();
  if (wire.has_outer_speed_rad_s()) b.outer_speed_rad_s = wire.outer_speed_rad_s();
  if (wire.has_drive_inertia_kg_m2()) b.drive_inertia_kg_m2 = wire.drive_inertia_kg_m2();
  if (wire.has_outer_mass_kg()) b.outer_mass_kg = wire.outer_mass_kg();
}

void TakeForces(const v1::BallBearing& wire, BallBearing& b) {
  if (wire.has_radial_load_n()) b.radial_load_N = wire.radial_load_n();
  if (wire.has_axial_load_n()) b.axial_load_N = wire.axial_load_n();
  if (wire.has_gravity_m_s2()) b.gravity_m_s2 = wire.gravity_m_s2();
  if (wire.has_cage_stiffness_n_m()) b.cage_stiffness_N_m = wire.cage_stiffness_n_m();
  if (wire.has_cage_damping_n_s_m()) b.cage_damping_N_s_m = wire.cage_damping_n_s_m();
  if (wire.has_damping_speed_m_s()) b.damping_speed_m_s = wire.damping_speed_m_s();
}

absl::Status Take(const v1::BearingDefect& wire, BearingDefect& defect) {
  if (wire.has_width_m()) defect.width_m = wire.width_m();
  if (wire.has_depth_m()) defect.depth_m = wire.depth_m();
  if (wire.has_angle_rad()) defect.angle_rad = wire.angle_rad();
  return TakeEnum("place", "DefectPlace", wire.place(),
                  {{v1::DEFECT_PLACE_OUTER_RACE, DefectPlace::kOuterRace},
                   {v1::DEFECT_PLACE_INNER_RACE, DefectPlace::kInnerRace},
                   {v1::DEFECT_PLACE_BALL, DefectPlace::kBall}},
                  defect.place);
}

}  // namespace

absl::Status Take(const v1::DoublePendulum& wire, const ConvertLimits& limits, DoublePendulum& p) {
  TakeRods(wire, p);
  TakeObstacle(wire, p);
  TakeLoads(wire, p);
  TakeStart(wire, p);
  return TakeTime(wire, limits, p);
}

absl::Status Take(const v1::RollingBall& wire, const ConvertLimits& limits, RollingBall& b) {
  if (wire.has_ball_radius_m()) b.ball_radius_m = wire.ball_radius_m();
  if (wire.has_mass_kg()) b.mass_kg = wire.mass_kg();
  if (wire.has_gravity_m_s2()) b.gravity_m_s2 = wire.gravity_m_s2();
  if (wire.has_position_m()) Take(wire.position_m(), b.position_m);
  if (wire.has_velocity_m_s()) Take(wire.velocity_m_s(), b.velocity_m_s);
  if (wire.has_spin_rad_s()) Take(wire.spin_rad_s(), b.spin_rad_s);
  absl::Status status = AtPath(Take(wire.patch(), b.patch), "patch");
  status.Update(TakeTime(wire, limits, b));
  return status;
}

absl::Status Take(const v1::NewtonsCradle& wire, const ConvertLimits& limits, NewtonsCradle& c) {
  if (wire.has_ball_count()) c.ball_count = ToIndex(wire.ball_count());
  if (wire.has_released()) c.released = ToIndex(wire.released());
  if (wire.has_ball_radius_m()) c.ball_radius_m = wire.ball_radius_m();
  if (wire.has_rod_length_m()) c.rod_length_m = wire.rod_length_m();
  if (wire.has_gap_m()) c.gap_m = wire.gap_m();
  if (wire.has_release_angle_rad()) c.release_angle_rad = wire.release_angle_rad();
  if (wire.has_gravity_m_s2()) c.gravity_m_s2 = wire.gravity_m_s2();
  absl::Status status = AtPath(Take(wire.material(), c.material), "material");
  status.Update(AtPath(Take(wire.normal(), c.normal), "normal"));
  status.Update(AtPath(Take(wire.constraints(), c.constraints), "constraints"));
  status.Update(TakeTime(wire, limits, c));
  return status;
}

absl::Status Take(const v1::BallBearing& wire, const ConvertLimits& limits, BallBearing& b) {
  TakeRaces(wire, b);
  TakeForces(wire, b);
  Take(wire.friction(), b.friction);
  absl::Status status = TakeEnum("races", "RaceShape", wire.races(),
                                 {{v1::RACE_SHAPE_SPHERES, RaceShape::kSpheres},
                                  {v1::RACE_SHAPE_CYLINDERS, RaceShape::kCylinders}},
                                 b.races);
  if (wire.has_defect()) {
    status.Update(AtPath(Take(wire.defect(), b.defect.emplace()), "defect"));
  }
  status.Update(AtPath(Take(wire.material(), b.material), "material"));
  status.Update(AtPath(Take(wire.normal(), b.normal), "normal"));
  status.Update(TakeTime(wire, limits, b));
  return status;
}

absl::Status Take(const v1::BouncingBalls& wire, const ConvertLimits& limits, BouncingBalls& b) {
  if (wire.has_surface_radius_m()) b.surface_radius_m = wire.surface_radius_m();
  if (wire.has_ball_radius_m()) b.ball_radius_m = wire.ball_radius_m();
  if (wire.has_ball_mass_kg()) b.ball_mass_kg = wire.ball_mass_kg();
  if (wire.has_stiffness()) b.stiffness = wire.stiffness();
  if (wire.has_ball_stiffness()) b.ball_stiffness = wire.ball_stiffness();
  if (wire.has_gravity_m_s2()) b.gravity_m_s2 = wire.gravity_m_s2();
  if (wire.has_penetration_step_m()) b.penetration_step_m = wire.penetration_step_m();
  if (wire.balls_size() > 0) b.balls.clear();
  for (const v1::BouncingBall& given : wire.balls()) {
    BouncingBall& ball = b.balls.emplace_back();
    Take(given.position_m(), ball.position_m);
    Take(given.velocity_m_s(), ball.velocity_m_s);
    Take(given.spin_rad_s(), ball.spin_rad_s);
  }
  Take(wire.friction(), b.friction);
  absl::Status status = TakeEnum("surface", "BounceSurface", wire.surface(),
                                 {{v1::BOUNCE_SURFACE_CYLINDER, BounceSurface::kCylinder},
                                  {v1::BOUNCE_SURFACE_PLANE, BounceSurface::kPlane},
                                  {v1::BOUNCE_SURFACE_BOWL, BounceSurface::kBowl},
                                  {v1::BOUNCE_SURFACE_NONE, BounceSurface::kNone}},
                                 b.surface);
  status.Update(AtPath(Take(wire.normal(), b.normal), "normal"));
  status.Update(TakeTime(wire, limits, b));
  return status;
}

}  // namespace carom
