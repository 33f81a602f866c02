// The account of energy of every mechanism, in channels of its samples.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/portable_math.h"
#include "core/shot/simulate_mechanism.h"
#include "tests/testing/channels.h"

namespace carom::testing {
namespace {

constexpr const char* kTerms[] = {"kinetic_J", "potential_J", "elastic_J", "dissipated_J",
                                  "given_away_J"};

MechanismRecord Simulated(const Mechanism& mechanism, double period_s) {
  MechanismRecord record;
  MechanismDetail detail;
  detail.sample_period_s = period_s;
  EXPECT_TRUE(SimulateMechanism(mechanism, detail, StopToken(), record).ok());
  return record;
}

double Term(const MechanismRecord& record, int row, const char* quantity) {
  return At(record.samples, row, {"system", quantity});
}

double Sum(const MechanismRecord& record, int row) {
  double sum_J = 0.0;
  for (const char* term : kTerms) sum_J += Term(record, row, term);
  return sum_J;
}

// The terms sum up to what they were, but for the residual, whose greatest value over all steps is
// a figure.
void ExpectBalance(const MechanismRecord& record, double scale_J) {
  const int rows = static_cast<int>(record.samples.times_s.size());
  ASSERT_GT(rows, 3);
  EXPECT_EQ(Term(record, 0, "residual_J"), 0.0);
  const double start_J = Sum(record, 0);
  for (int i = 0; i < rows; ++i) {
    const double residual_J = Term(record, i, "residual_J");
    ASSERT_NEAR(Sum(record, i) - residual_J, start_J, 1e-13 * scale_J);
    ASSERT_LT(std::fabs(residual_J), 1e-4 * scale_J);
  }
}

TEST(MechanismEnergy, OfADampedAndDrivenPendulum) {
  DoublePendulum pendulum;
  pendulum.joint_1_damping_N_m_s = 0.5;
  pendulum.torque_1_N_m = 3.0;
  pendulum.torque_1_frequency_rad_s = 2.0;
  pendulum.duration_s = 2.0;
  const MechanismRecord record = Simulated(pendulum, 0.1);
  ExpectBalance(record, 40.0);
  const int last = static_cast<int>(record.samples.times_s.size()) - 1;
  EXPECT_NEAR(Term(record, last, "kinetic_J") + Term(record, last, "potential_J"),
              Term(record, last, "energy_J"), 1e-12);
  EXPECT_NEAR(Term(record, last, "given_away_J"), -Term(record, last, "torque_work_J"), 0.0);
  EXPECT_GT(Term(record, last, "dissipated_J"), 0.1);
}

// All that a ball had, friction has taken once it rests.
TEST(MechanismEnergy, OfABallThatRollsToRest) {
  for (const double smoothing : {0.01, 0.0}) {
    RollingBall ball;
    ball.patch.slip_smoothing_per_s = smoothing;
    const MechanismRecord record = Simulated(ball, 0.05);
    const double start_J = Term(record, 0, "kinetic_J");
    ExpectBalance(record, start_J);
    ASSERT_EQ(record.stop_reason, StopReason::kAtRest);
    const int last = static_cast<int>(record.samples.times_s.size()) - 1;
    EXPECT_NEAR(Term(record, last, "dissipated_J"), start_J, 1e-5 * start_J);
  }
}

// m g L (1 - cos phi) is kinetic when the released ball comes to the others.
TEST(MechanismEnergy, OfACradle) {
  NewtonsCradle cradle;
  const double mass_kg =
      cradle.material.density_kg_m3 * 4.0 / 3.0 * kPi * std::pow(cradle.ball_radius_m, 3);
  const double drop_J =
      mass_kg * cradle.gravity_m_s2 * cradle.rod_length_m * (1.0 - Cos(cradle.release_angle_rad));
  const MechanismRecord record = Simulated(cradle, 1e-3);
  ExpectBalance(record, drop_J);
  double most_J = 0.0;
  for (int i = 0; i < static_cast<int>(record.samples.times_s.size()); ++i) {
    most_J = std::max(most_J, Term(record, i, "kinetic_J"));
  }
  EXPECT_NEAR(most_J, drop_J, 1e-3 * drop_J);
  EXPECT_EQ(Term(record, 0, "kinetic_J"), 0.0);
}

TEST(MechanismEnergy, OfABearing) {
  BallBearing bearing;
  bearing.duration_s = 0.02;
  const MechanismRecord record = Simulated(bearing, 1e-3);
  const double start_J = Term(record, 0, "kinetic_J");
  EXPECT_GT(start_J, 1000.0) << "the drive";
  ExpectBalance(record, start_J);
  const int last = static_cast<int>(record.samples.times_s.size()) - 1;
  EXPECT_EQ(Term(record, last, "residual_J"), Term(record, last, "energy_balance_J"));
  EXPECT_NEAR(Term(record, last, "kinetic_J") + Term(record, last, "potential_J") +
                  Term(record, last, "elastic_J"),
              Term(record, last, "energy_J"), 1e-9);
}

MechanismRecord WithAccelerations(const Mechanism& mechanism, double period_s) {
  MechanismRecord record;
  MechanismDetail detail;
  detail.sample_period_s = period_s;
  detail.accelerations = true;
  EXPECT_TRUE(SimulateMechanism(mechanism, detail, StopToken(), record).ok());
  return record;
}

// Every channel of a velocity that has an acceleration beside it, against its central differences.
// The pairs are told by their names.
int ExpectRates(const MechanismRecord& record, const std::string& of, const std::string& rate,
                double tolerance) {
  int found = 0;
  for (const Channel& channel : record.samples.channels) {
    if (!channel.quantity.starts_with(rate)) continue;
    std::string velocity = channel.quantity;
    velocity.replace(0, rate.size(), of);
    velocity.pop_back();  // s2 to s
    const Channel before = {channel.body, velocity};
    const auto& channels = record.samples.channels;
    if (std::find(channels.begin(), channels.end(), before) == channels.end()) continue;
    ++found;
    for (int i = 1; i + 1 < static_cast<int>(record.samples.times_s.size()); ++i) {
      const double span_s = record.samples.times_s[static_cast<std::size_t>(i + 1)] -
                            record.samples.times_s[static_cast<std::size_t>(i - 1)];
      const double difference =
          (At(record.samples, i + 1, before) - At(record.samples, i - 1, before)) / span_s;
      EXPECT_NEAR(At(record.samples, i, channel), difference, tolerance)
          << channel.body << "." << channel.quantity << " at row " << i;
    }
  }
  return found;
}

TEST(MechanismAcceleration, IsTheRateOfTheVelocity) {
  DoublePendulum pendulum;
  pendulum.duration_s = 0.3;  // Before its first impact.
  EXPECT_EQ(ExpectRates(WithAccelerations(pendulum, 1e-3), "angular_velocity",
                        "angular_acceleration", 1e-2),
            2);
  RollingBall ball;
  ball.duration_s = 0.1;
  const MechanismRecord rolled = WithAccelerations(ball, 1e-3);
  EXPECT_EQ(ExpectRates(rolled, "velocity", "acceleration", 1e-2), 2);
  EXPECT_EQ(ExpectRates(rolled, "spin", "angular_acceleration", 1.0), 3);
  BouncingBalls bounce;
  bounce.duration_s = 0.1;
  EXPECT_EQ(ExpectRates(WithAccelerations(bounce, 1e-2), "velocity", "acceleration", 1e-9), 3);
}

// At rest on a rod it falls along the arc, with g sin(angle); the others hang still.
TEST(MechanismAcceleration, OfACradleAtItsRelease) {
  NewtonsCradle cradle;
  cradle.duration_s = 0.01;
  const MechanismRecord record = WithAccelerations(cradle, 0.01);
  const double sine = Sin(cradle.release_angle_rad);
  const double along = cradle.gravity_m_s2 * sine;
  EXPECT_NEAR(At(record.samples, 0, {"ball_1", "acceleration_x_m_s2"}),
              along * Cos(cradle.release_angle_rad), 1e-9);
  EXPECT_NEAR(At(record.samples, 0, {"ball_1", "acceleration_z_m_s2"}), -along * sine, 1e-9);
  EXPECT_NEAR(At(record.samples, 0, {"ball_5", "acceleration_x_m_s2"}), 0.0, 1e-9);
}

// Of a bearing some are samples anyway: no channel has two names, none is twice there, and asking
// changes no number of the run.
TEST(MechanismAcceleration, OfABearingEachOnce) {
  BallBearing bearing;
  bearing.duration_s = 0.002;
  const MechanismRecord record = WithAccelerations(bearing, 1e-3);
  std::vector<std::string> names;
  for (const Channel& channel : record.samples.channels) {
    names.push_back(channel.body + "." + channel.quantity);
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  for (int ball = 1; ball <= bearing.ball_count; ++ball) {
    for (const char* quantity : {".acceleration_y_m_s2", ".angular_acceleration_z_rad_s2"}) {
      const std::string name = "ball_" + std::to_string(ball) + quantity;
      EXPECT_TRUE(std::binary_search(names.begin(), names.end(), name)) << name;
    }
  }
  const MechanismRecord plain = Simulated(bearing, 1e-3);
  EXPECT_EQ(plain.hash, record.hash);
  EXPECT_EQ(plain.evaluations, record.evaluations);
}

// Without guards a contact begins with the first step that ends in it, by at most the penetration
// step too deep. Two neighbours of a cradle touch where their rods are parallel.
TEST(MechanismPenetrationStep, BoundsHowDeepACradlesContactBegins) {
  NewtonsCradle cradle;
  cradle.ball_count = 2;
  cradle.duration_s = 0.3;
  cradle.integration = {
      .relative_tolerance = 1e-2, .absolute_tolerance = 1e-2, .locate_guards = false};
  const auto first_depth_m = [&](double penetration_step_m) {
    cradle.penetration_step_m = penetration_step_m;
    MechanismDetail detail;
    detail.sample_times_s = {Simulated(cradle, 0.1).events.at(0).time_s};
    MechanismRecord record;
    EXPECT_TRUE(SimulateMechanism(cradle, detail, StopToken(), record).ok());
    return cradle.rod_length_m * (Sin(At(record.samples, 0, {"ball_1", "angle_rad"})) -
                                  Sin(At(record.samples, 0, {"ball_2", "angle_rad"})));
  };
  EXPECT_GT(first_depth_m(0.0), 1.1e-6);
  EXPECT_GT(first_depth_m(1e-6), 0.0);
  EXPECT_LT(first_depth_m(1e-6), 1.1e-6);
}

// A force of at most K d^1.5 over the time d/v errs by K d^2.5 at most, where a contact begins and
// where it ends. The tolerance is so loose that steps are left to the bound.
TEST(MechanismPenetrationStep, LosesNoMoreThanTheStepsThatMeetAndPart) {
  constexpr double kDepth_m = 1e-7;
  for (const StepControl control : {StepControl::kStandard, StepControl::kMatlab}) {
    NewtonsCradle cradle;
    cradle.ball_count = 2;
    cradle.duration_s = 0.3;
    cradle.penetration_step_m = kDepth_m;
    cradle.integration = {.relative_tolerance = 1e-2,
                          .absolute_tolerance = 1e-5,
                          .locate_guards = false,
                          .step_control = control};
    const double stiffness = HertzStiffness(cradle.material, cradle.ball_radius_m, cradle.material,
                                            cradle.ball_radius_m);
    const MechanismRecord record = Simulated(cradle, 0.3);
    const int last = static_cast<int>(record.samples.times_s.size()) - 1;
    EXPECT_LT(std::fabs(Term(record, last, "residual_J")), 2.0 * stiffness * Pow(kDepth_m, 2.5));
  }
}

}  // namespace
}  // namespace carom::testing
