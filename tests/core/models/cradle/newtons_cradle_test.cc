#include "core/models/cradle/newtons_cradle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "tests/testing/csv.h"
#include "tests/testing/degrees.h"

namespace carom {
namespace {

double FigureNamed(const MechanismRecord& record, const std::string& name) {
  for (const Figure& figure : record.figures) {
    if (figure.name == name) return figure.value;
  }
  ADD_FAILURE() << "no figure " << name;
  return 0.0;
}

// catalogue D-13: steel of 7850 kg/m^3, E = 210 GPa, nu = 0.3.
NewtonsCradle Steel(ConstraintMethod method) {
  NewtonsCradle cradle;
  cradle.material = {"steel of D-13", 210e9, 0.3, 7850.0, "catalogue D-13"};
  cradle.constraints.method = method;
  cradle.duration_s = 0.5;
  cradle.integration = {.relative_tolerance = 1e-12, .absolute_tolerance = 1e-14};
  return cradle;
}

MechanismRecord Swing(const NewtonsCradle& cradle, const MechanismDetail& detail = {}) {
  MechanismRecord record;
  const absl::Status status = Simulate(cradle, detail, StopToken(), record);
  EXPECT_TRUE(status.ok()) << status.message();
  return record;
}

// catalogue D-13
TEST(NewtonsCradle, BallsAreOfSteel) {
  const NewtonsCradle cradle = Steel(ConstraintMethod::kBaumgarte);
  const double radius = cradle.ball_radius_m;
  EXPECT_EQ(radius, 0.0125);
  EXPECT_NEAR(cradle.material.density_kg_m3 * 4.0 / 3.0 * kPi * radius * radius * radius,
              0.06422266, 5e-9);
  EXPECT_NEAR(HertzStiffness(cradle.material, radius, cradle.material, radius), 1.21626e10, 5e4);
}

// catalogue D-13
TEST(NewtonsCradle, ApexesAfterTheFirstCollision) {
  for (const ConstraintMethod method :
       {ConstraintMethod::kLagrangeMultipliers, ConstraintMethod::kBaumgarte,
        ConstraintMethod::kAugmentedLagrangian, ConstraintMethod::kDirectCorrection}) {
    SCOPED_TRACE(static_cast<int>(method));
    const MechanismRecord record = Swing(Steel(method));
    EXPECT_EQ(record.stop_reason, StopReason::kTimeLimit);
    const double apex_deg[] = {2.10842, 0.89795, 0.42911, 3.76865, 29.65554};
    for (int ball = 1; ball <= 5; ++ball) {
      const std::string name = "apex_ball_" + std::to_string(ball) + "_rad";
      EXPECT_NEAR(RadiansToDegrees(FigureNamed(record, name)), apex_deg[ball - 1], 0.01) << ball;
    }
    // Of the swing's energy, m g L (1 - cos 30 degrees).
    const double mass = 0.06422266;
    const double swing_J = mass * 9.81 * 0.15 * (1.0 - Cos(DegreesToRadians(30.0)));
    EXPECT_LT(FigureNamed(record, "greatest_balance_residual_J"), 1e-8 * swing_J);
  }
}

TEST(NewtonsCradle, SamplesAgreeWithTheTable) {
  MechanismDetail detail;
  std::vector<testing::CsvRow> rows;
  for (const testing::CsvRow& row : testing::ReadCsv("cradle_pend.csv")) {
    if (row.Number("gap") != 0.0) continue;
    rows.push_back(row);
    detail.sample_times_s.push_back(row.Number("t"));
  }
  ASSERT_GT(rows.size(), 5u);
  NewtonsCradle cradle = Steel(ConstraintMethod::kBaumgarte);
  cradle.duration_s = detail.sample_times_s.back() + 1e-6;
  const MechanismRecord record = Swing(cradle, detail);
  ASSERT_EQ(record.samples.times_s.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    SCOPED_TRACE(rows[i].Number("t"));
    for (int ball = 0; ball < 5; ++ball) {
      const std::string number = std::to_string(ball + 1);
      const auto at = static_cast<std::size_t>(3 * ball);
      const std::span<const double> row = record.samples.Row(static_cast<int>(i));
      EXPECT_NEAR(row[at], rows[i].Number("th" + number + "_rad"), 1e-7);
      EXPECT_NEAR(row[at + 1], rows[i].Number("w" + number), 1e-6);
    }
  }
}

// catalogue D-15: balls that touch before anything moves, under a damped law.
TEST(NewtonsCradle, DampedTouchingBallsFollowThePolicy) {
  NewtonsCradle cradle = Steel(ConstraintMethod::kBaumgarte);
  cradle.normal = LankaraniNikravesh{{.restitution = 0.9, .policy = ZeroVelocityPolicy::kStop}};
  EXPECT_EQ(Swing(cradle).stop_reason, StopReason::kNumericalFailure);
  for (const ZeroVelocityPolicy policy :
       {ZeroVelocityPolicy::kHertz, ZeroVelocityPolicy::kRatioOne}) {
    cradle.normal = LankaraniNikravesh{{.restitution = 0.9, .policy = policy}};
    const MechanismRecord record = Swing(cradle);
    EXPECT_EQ(record.stop_reason, StopReason::kTimeLimit);
    const double apex = FigureNamed(record, "apex_ball_5_rad");
    EXPECT_GT(apex, DegreesToRadians(25.0));
    EXPECT_LT(apex, DegreesToRadians(29.65554));
  }
}

TEST(NewtonsCradle, TwoReleasedSendTwoOff) {
  NewtonsCradle cradle = Steel(ConstraintMethod::kBaumgarte);
  cradle.released = 2;
  const MechanismRecord record = Swing(cradle);
  double energy = 0.0;  // Of the apexes, in swings of one ball: never more than two.
  for (int ball = 1; ball <= 5; ++ball) {
    const double apex = FigureNamed(record, "apex_ball_" + std::to_string(ball) + "_rad");
    if (ball < 4) {
      EXPECT_LT(apex, DegreesToRadians(8.0)) << ball;
    } else {
      EXPECT_GT(apex, DegreesToRadians(22.0)) << ball;
      energy += (1.0 - Cos(apex)) / (1.0 - Cos(DegreesToRadians(30.0)));
    }
  }
  EXPECT_GT(energy, 1.8);
  EXPECT_LT(energy, 2.0);
}

// At the release the rod of the ball that swings bears cos(30 deg) of its weight. In a contact, a
// kilonewton at 1e-4 rad to the rods takes a tenth of a newton off.
TEST(NewtonsCradle, RodsNeverPush) {
  const NewtonsCradle cradle = Steel(ConstraintMethod::kDirectCorrection);
  const MechanismRecord record = Swing(cradle);
  const double weight_N = 0.06422266 * cradle.gravity_m_s2;
  EXPECT_GT(FigureNamed(record, "least_rod_tension_N"),
            0.8 * weight_N * Cos(DegreesToRadians(30.0)));
  EXPECT_LT(FigureNamed(record, "greatest_violation"), 1e-14);
}

TEST(NewtonsCradle, SameBitsAgain) {
  const NewtonsCradle cradle = Steel(ConstraintMethod::kAugmentedLagrangian);
  const MechanismRecord once = Swing(cradle);
  const MechanismRecord again = Swing(cradle, {.sample_period_s = 0.01});
  EXPECT_EQ(once.hash, again.hash);
  EXPECT_EQ(again.samples.times_s.size(), 51u);
}

TEST(NewtonsCradle, BadInputNamesItsField) {
  const auto error = [](auto&& change) {
    NewtonsCradle cradle;
    change(cradle);
    return std::string(Validate(cradle, {}).message());
  };
  EXPECT_TRUE(error([](NewtonsCradle& c) { c.ball_count = 1; }).starts_with("ball_count"));
  EXPECT_TRUE(error([](NewtonsCradle& c) { c.released = 5; }).starts_with("released"));
  EXPECT_TRUE(error([](NewtonsCradle& c) { c.rod_length_m = 0.01; }).starts_with("rod_length_m"));
  EXPECT_TRUE(error([](NewtonsCradle& c) { c.gap_m = -1e-6; }).starts_with("gap_m"));
  EXPECT_TRUE(error([](NewtonsCradle& c) { c.gravity_m_s2 = NAN; }).starts_with("gravity_m_s2"));
  EXPECT_TRUE(error([](NewtonsCradle& c) {
                c.material.modulus_Pa = 0.0;
              }).starts_with("material.modulus_Pa"));
  EXPECT_TRUE(error([](NewtonsCradle& c) {
                c.constraints.penalty = -1.0;
              }).starts_with("constraints.penalty"));
  EXPECT_TRUE(error([](NewtonsCradle& c) { c.duration_s = 1e9; }).starts_with("duration_s"));
  EXPECT_TRUE(Validate(NewtonsCradle{}, {}).ok());
}

}  // namespace
}  // namespace carom
