#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "core/models/pendulum/double_pendulum.h"

namespace carom::testing {
namespace {

// The path of the field that is refused; empty: none is.
std::string Refused(const DoublePendulum& pendulum, const MechanismDetail& detail = {}) {
  const absl::Status status = Validate(pendulum, detail);
  if (status.ok()) return "";
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  MechanismRecord record;
  EXPECT_EQ(Simulate(pendulum, detail, StopToken(), record), status);
  const std::string message(status.message().data(), status.message().size());
  return message.substr(0, message.find(':'));
}

struct BadField {
  double DoublePendulum::*field;
  const char* path;
  std::vector<double> bad;
};

TEST(ValidateDoublePendulum, DefaultsAreFine) { EXPECT_EQ(Refused(DoublePendulum()), ""); }

TEST(ValidateDoublePendulum, NamesTheField) {
  using P = DoublePendulum;
  const std::vector<double> not_positive = {0.0, -1.0, kNan, kInfinity};
  const std::vector<double> negative = {-1e-9, kNan, kInfinity};
  const std::vector<double> not_finite = {kNan, kInfinity, -kInfinity};
  const BadField fields[] = {
      {&P::rod_1_mass_kg, "rod_1_mass_kg", not_positive},
      {&P::rod_2_mass_kg, "rod_2_mass_kg", not_positive},
      {&P::rod_1_length_m, "rod_1_length_m", not_positive},
      {&P::rod_2_length_m, "rod_2_length_m", not_positive},
      {&P::disc_radius_m, "disc_radius_m", not_positive},
      {&P::rod_2_centre_m, "rod_2_centre_m", {-0.1, 0.71, kNan}},
      {&P::rod_1_inertia_kg_m2, "rod_1_inertia_kg_m2", not_positive},
      {&P::rod_2_inertia_kg_m2, "rod_2_inertia_kg_m2", not_positive},
      {&P::obstacle_distance_m, "obstacle_distance_m", {0.0, 0.5, 1.2, 7.0, kNan, kInfinity}},
      {&P::restitution, "restitution", {-0.1, 1.1, kNan}},
      {&P::friction, "friction", {-0.1, 11.0, kNan}},
      {&P::joint_1_damping_N_m_s, "joint_1_damping_N_m_s", negative},
      {&P::joint_2_damping_N_m_s, "joint_2_damping_N_m_s", negative},
      {&P::torque_1_N_m, "torque_1_N_m", not_finite},
      {&P::torque_1_frequency_rad_s, "torque_1_frequency_rad_s", not_finite},
      {&P::torque_2_N_m, "torque_2_N_m", not_finite},
      {&P::torque_2_frequency_rad_s, "torque_2_frequency_rad_s", not_finite},
      {&P::gravity_m_s2, "gravity_m_s2", negative},
      {&P::angle_1_rad, "angle_1_rad", not_finite},
      {&P::angle_2_rad, "angle_2_rad", not_finite},
      {&P::angular_velocity_1_rad_s, "angular_velocity_1_rad_s", not_finite},
      {&P::angular_velocity_2_rad_s, "angular_velocity_2_rad_s", not_finite},
      {&P::duration_s, "duration_s", {0.0, -1.0, 1e7, kNan}}};
  for (const BadField& field : fields) {
    for (const double bad : field.bad) {
      DoublePendulum pendulum;
      pendulum.*field.field = bad;
      EXPECT_EQ(Refused(pendulum), field.path) << bad;
    }
  }
}

// Eq. (1): l1 < D < l1 + l2 + 2 r, here 0.5 < D < 1.2; the neighbours of both ends will do.
TEST(ValidateDoublePendulum, ReachOfTheObstacle) {
  DoublePendulum pendulum;
  const auto distance = [&](double d) {
    pendulum.obstacle_distance_m = d;
    return Refused(pendulum);
  };
  const double reach = 0.5 + (0.6 + 2.0 * 0.05);
  EXPECT_EQ(distance(std::nextafter(0.5, 1.0)), "");
  EXPECT_EQ(distance(0.5), "obstacle_distance_m");
  EXPECT_EQ(distance(std::nextafter(reach, 0.0)), "");
  EXPECT_EQ(distance(reach), "obstacle_distance_m");
}

TEST(ValidateDoublePendulum, StartInsideTheObstacle) {  // Eq. (2)
  DoublePendulum pendulum;
  pendulum.angle_1_rad = pendulum.angle_2_rad = 0.0;
  EXPECT_EQ(Refused(pendulum), "angle_2_rad");
  pendulum.angle_1_rad = 0.3;
  const double touch = std::acos((0.9 - 0.05 - 0.5 * std::cos(0.3)) / 0.65);
  for (const double side : {1.0, -1.0}) {
    pendulum.angle_2_rad = side * touch;
    EXPECT_EQ(Refused(pendulum), "");
    pendulum.angle_2_rad = side * (touch - 1e-7);
    EXPECT_EQ(Refused(pendulum), "angle_2_rad");
  }
}

TEST(ValidateDoublePendulum, IntegrationAndDetail) {
  DoublePendulum pendulum;
  pendulum.integration.largest_step_s = 0.0;
  EXPECT_EQ(Refused(pendulum), "integration.largest_step_s");
  MechanismDetail detail;
  detail.sample_period_s = -1.0;
  EXPECT_EQ(Refused(DoublePendulum(), detail), "detail.sample_period_s");
}

}  // namespace
}  // namespace carom::testing
