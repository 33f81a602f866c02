// The account of energy of every mechanism, in channels of its samples.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

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

}  // namespace
}  // namespace carom::testing
