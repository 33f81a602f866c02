#include "core/models/pendulum/double_pendulum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "core/laws/routh_impact.h"
#include "tests/core/models/pendulum/double_pendulum_rig.h"
#include "tests/testing/channels.h"
#include "tests/testing/csv.h"

namespace carom::testing {
namespace {

struct NamedChannel {
  const char* column;
  Channel channel;
  double tolerance;
};

void ExpectRow(const CsvRow& expected, const ChannelTable& table, int row,
               const std::vector<NamedChannel>& channels) {
  for (const auto& [column, channel, tolerance] : channels) {
    EXPECT_NEAR(At(table, row, channel), expected.Number(column), tolerance) << column;
  }
}

constexpr const char* kPaths[] = {"frictionless",         "slip",
                                  "stick-in-compression", "reversal-in-compression",
                                  "stick-in-restitution", "reversal-in-restitution"};

const std::vector<NamedChannel>& ImpactColumns() {
  constexpr double kTolerance = 1e-8;
  static const std::vector<NamedChannel> columns = {
      {"psi1", {"rod_1", "angle_rad"}, kTolerance},
      {"psi2", {"rod_2", "angle_rad"}, kTolerance},
      {"w1_pre", {"rod_1", "angular_velocity_before_rad_s"}, kTolerance},
      {"w2_pre", {"rod_2", "angular_velocity_before_rad_s"}, kTolerance},
      {"w1_post", {"rod_1", "angular_velocity_after_rad_s"}, kTolerance},
      {"w2_post", {"rod_2", "angular_velocity_after_rad_s"}, kTolerance},
      {"s_pre", {"contact", "slip_before_m_s"}, kTolerance},
      {"c_pre", {"contact", "closing_before_m_s"}, kTolerance},
      {"s_post", {"contact", "slip_after_m_s"}, kTolerance},
      {"c_post", {"contact", "closing_after_m_s"}, kTolerance},
      {"alpha", {"contact", "alpha_1_kg"}, kTolerance},
      {"gamma", {"contact", "gamma_1_kg"}, kTolerance},
      {"eps", {"contact", "epsilon_1_kg"}, kTolerance},
      {"F_m", {"contact", "compression_impulse_N_s"}, kTolerance},
      {"F_f", {"contact", "normal_impulse_N_s"}, kTolerance},
      {"T_f", {"contact", "friction_impulse_N_s"}, kTolerance},
      {"E_pre", {"system", "energy_before_J"}, kTolerance},
      {"E_post", {"system", "energy_after_J"}, kTolerance}};
  return columns;
}

// The rows of `file` that have this friction, against our own impacts.
int ExpectImpacts(const std::string& file, double friction, double time_tolerance_s) {
  DoublePendulum pendulum = WithFriction(friction);
  pendulum.duration_s = 6.1;  // The friction file goes on to the 11th impact.
  const MechanismRecord record = RecordOf(pendulum);
  int row = 0;
  for (const CsvRow& expected : ReadCsv(file)) {
    if (expected.Number("mu") != friction) continue;
    SCOPED_TRACE(file + " impact " + expected.Text("i"));
    EXPECT_NEAR(record.events[static_cast<size_t>(row)].time_s, expected.Number("t"),
                time_tolerance_s);
    ExpectRow(expected, record.impacts, row, ImpactColumns());
    const int path = static_cast<int>(At(record.impacts, row, {"contact", "path"}));
    EXPECT_EQ(kPaths[path], expected.Text("path"));
    ++row;
  }
  return row;
}

TEST(DoublePendulum, ImpactTableWithoutFriction) {  // catalogue P-05
  EXPECT_EQ(ExpectImpacts("pendulum_impacts.csv", 0.0, 1e-9), 6);
}

TEST(DoublePendulum, ImpactTableWithFriction) {  // catalogue P-06 and its continuation
  EXPECT_EQ(ExpectImpacts("pendulum_impacts.csv", 0.15, 1e-9), 3);
  // Eleven impacts in 34-digit arithmetic: extrapolation of order 28, bisection for the times.
  EXPECT_EQ(ExpectImpacts("pendulum_impacts_friction.csv", 0.15, 1e-8), 11);
}

TEST(DoublePendulum, SixAndTenImpacts) {  // catalogue P-04
  for (const auto& [friction, impacts] : {std::pair(0.0, 6), std::pair(0.15, 10)}) {
    for (const double duration_s : {5.8544295, 6.0, 6.022096}) {
      DoublePendulum pendulum = WithFriction(friction);
      pendulum.duration_s = duration_s;
      const MechanismRecord record = RecordOf(pendulum);
      EXPECT_EQ(record.events.size(), static_cast<size_t>(impacts));
      EXPECT_EQ(FigureOf(record, "impacts"), impacts);
      EXPECT_EQ(record.stop_reason, StopReason::kTimeLimit);
      EXPECT_EQ(record.end_time_s, duration_s);
    }
  }
}

TEST(DoublePendulum, Trajectory) {  // catalogue P-12 and pendulum.traj.csv
  constexpr double kTolerance = 1e-7;
  const std::vector<NamedChannel> columns = {
      {"psi1", {"rod_1", "angle_rad"}, kTolerance},
      {"psi2", {"rod_2", "angle_rad"}, kTolerance},
      {"w1", {"rod_1", "angular_velocity_rad_s"}, kTolerance},
      {"w2", {"rod_2", "angular_velocity_rad_s"}, kTolerance},
      {"E", {"system", "energy_J"}, kTolerance},
      {"gap", {"contact", "gap_m"}, kTolerance},
      {"R_x(O)", {"joint_O", "force_R_N"}, kTolerance},
      {"P_z(O)", {"joint_O", "force_P_N"}, kTolerance},
      {"H_x(A)", {"joint_A", "force_H_N"}, kTolerance},
      {"V_z(A)", {"joint_A", "force_V_N"}, kTolerance}};
  const std::vector<CsvRow> expected = ReadCsv("pendulum_traj.csv");
  MechanismDetail detail;
  for (const CsvRow& row : expected) detail.sample_times_s.push_back(row.Number("t"));
  const MechanismRecord record = RecordOf(WithFriction(0.0), detail);
  ASSERT_EQ(record.samples.times_s, detail.sample_times_s);
  for (size_t i = 0; i < expected.size(); ++i) {
    SCOPED_TRACE(expected[i].Text("t"));
    ExpectRow(expected[i], record.samples, static_cast<int>(i), columns);
  }
}

TEST(DoublePendulum, Invariants) {  // catalogue P-11
  for (const double friction : {0.0, 0.15}) {
    MechanismDetail detail;
    detail.sample_period_s = 0.001;
    const MechanismRecord record = RecordOf(WithFriction(friction), detail);
    EXPECT_LT(FigureOf(record, "greatest_impulse_residual_N_s"), 1e-12);
    EXPECT_LT(FigureOf(record, "greatest_balance_residual_J"), 1e-9);
    double energy_J = 21.5156565629203;
    for (int i = 0; i < static_cast<int>(record.impacts.times_s.size()); ++i) {
      const auto at = [&](const char* quantity) {
        return At(record.impacts, i, {"contact", quantity});
      };
      EXPECT_NEAR(At(record.impacts, i, {"system", "energy_before_J"}), energy_J, 1e-9);
      energy_J = At(record.impacts, i, {"system", "energy_after_J"});
      EXPECT_LT(energy_J, At(record.impacts, i, {"system", "energy_before_J"}));
      EXPECT_NEAR(at("normal_impulse_N_s"), 1.9 * at("compression_impulse_N_s"), 1e-12);
      EXPECT_LE(std::fabs(at("friction_impulse_N_s")), friction * at("normal_impulse_N_s"));
      if (friction == 0.0) {
        EXPECT_NEAR(at("closing_after_m_s"), -0.9 * at("closing_before_m_s"), 1e-13);
      }
    }
    for (int i = 0; i < static_cast<int>(record.samples.times_s.size()); ++i) {
      EXPECT_GE(At(record.samples, i, {"contact", "gap_m"}), -1e-12);
    }
  }
}

// catalogue P-08. Where in its step a crossing falls decides the error: these steps only.
TEST(DoublePendulum, ThePapersOwnScheme) {
  struct Case {
    double step_s, error_smooth_s, error_rough_s;
  };
  for (const Case& c :
       {Case{1e-3, 1.06e-5, 3.88e-5}, Case{5e-4, 1.34e-5, 1.03e-5}, Case{1e-4, 3.9e-7, 3.1e-7}}) {
    for (const double friction : {0.0, 0.15}) {
      DoublePendulum pendulum = WithFriction(friction);
      const MechanismRecord exact = RecordOf(pendulum);
      pendulum.integration.method = IvpMethod::kRungeKutta4;
      pendulum.integration.largest_step_s = c.step_s;
      pendulum.integration.linear_guards = true;
      const MechanismRecord paper = RecordOf(pendulum);
      ASSERT_EQ(paper.events.size(), exact.events.size());
      double error_s = 0.0;
      for (size_t i = 0; i < exact.events.size(); ++i) {
        error_s = std::max(error_s, std::fabs(paper.events[i].time_s - exact.events[i].time_s));
      }
      const double expected_s = friction == 0.0 ? c.error_smooth_s : c.error_rough_s;
      EXPECT_GT(error_s, 0.5 * expected_s) << c.step_s << " " << friction;
      EXPECT_LT(error_s, 2.0 * expected_s) << c.step_s << " " << friction;
    }
  }
}

// catalogue P-18, whose values belong to Omega1 = 2 rad/s and M02 = 1.5 N m, not 1.5 and 2: only
// then is the torques' power at the start the 4.05 W that it gives.
TEST(DoublePendulum, DampedAndDriven) {
  DoublePendulum pendulum;
  pendulum.joint_1_damping_N_m_s = 0.3;
  pendulum.joint_2_damping_N_m_s = 0.2;
  pendulum.torque_1_N_m = 4.0;
  pendulum.torque_1_frequency_rad_s = 2.0;
  pendulum.torque_2_N_m = 1.5;
  pendulum.torque_2_frequency_rad_s = 3.0;
  MechanismDetail detail;
  detail.sample_times_s = {1.0};
  const MechanismRecord record = RecordOf(pendulum, detail);
  const auto sample = [&](const char* body, const char* quantity) {
    return At(record.samples, 0, {body, quantity});
  };
  EXPECT_NEAR(sample("rod_1", "angle_rad"), 5.71770179072, 1e-9);
  EXPECT_NEAR(sample("rod_2", "angle_rad"), 4.63059148938, 1e-9);
  EXPECT_NEAR(sample("rod_1", "angular_velocity_rad_s"), 0.0369060902516, 1e-9);
  EXPECT_NEAR(sample("rod_2", "angular_velocity_rad_s"), 10.9025849978, 1e-9);
  EXPECT_NEAR(sample("system", "energy_J"), 18.3281354652, 1e-9);
  EXPECT_NEAR(sample("system", "torque_work_J"), 3.3058725318, 1e-9);
  EXPECT_NEAR(sample("system", "damped_J"), 6.49339362955, 1e-9);
  ASSERT_FALSE(record.events.empty());
  EXPECT_NEAR(record.events[0].time_s, 1.06890645, 1e-8);
  EXPECT_NEAR(At(record.impacts, 0, {"rod_1", "angle_rad"}), 5.55510782756, 1e-9);
  EXPECT_NEAR(At(record.impacts, 0, {"rod_2", "angle_rad"}), 5.53584036902, 1e-9);
  EXPECT_NEAR(At(record.impacts, 0, {"system", "energy_before_J"}), 13.7183039916, 1e-9);
  EXPECT_LT(FigureOf(record, "greatest_balance_residual_J"), 1e-9);
}

// Issue 5: impacts with friction accumulate beyond 6 s. In 34-digit arithmetic at 6.955144022066 s.
TEST(DoublePendulum, ImpactsAccumulate) {
  DoublePendulum pendulum;
  pendulum.duration_s = 20.0;
  const MechanismRecord record = RecordOf(pendulum);
  EXPECT_EQ(record.stop_reason, StopReason::kEventsAccumulate);
  EXPECT_LT(record.end_time_s, 6.955144022066);
  EXPECT_GT(record.end_time_s, 6.9551);
  EXPECT_NEAR(FigureOf(record, "accumulation_time_s"), 6.955144022066, 1e-8);
  EXPECT_GT(record.events.size(), 80u);
}

// psi2 for which the disc just touches the obstacle, with rod 1 at 0.3 rad.
DoublePendulum Touching() {
  DoublePendulum pendulum;
  pendulum.angle_1_rad = 0.3;
  pendulum.angle_2_rad = -std::acos((0.9 - 0.05 - 0.5 * std::cos(0.3)) / 0.65);
  pendulum.angular_velocity_1_rad_s = 0.0;
  pendulum.angular_velocity_2_rad_s = 0.0;
  return pendulum;
}

TEST(DoublePendulum, LyingOnTheObstacle) {
  const MechanismRecord record = RecordOf(Touching());
  EXPECT_EQ(record.stop_reason, StopReason::kEventsAccumulate);
  EXPECT_LE(record.end_time_s, 1e-7);
  EXPECT_NEAR(FigureOf(record, "accumulation_time_s"), record.end_time_s, 1e-6);
}

TEST(DoublePendulum, StartsOnTheObstacleGoingUpOrDown) {
  DoublePendulum pendulum = Touching();
  pendulum.duration_s = 0.005;
  pendulum.angular_velocity_1_rad_s = 2.0;  // c = l1 sin(0.3) w1 > 0: it leaves.
  const MechanismRecord up = RecordOf(pendulum);
  EXPECT_TRUE(up.events.empty());
  EXPECT_EQ(up.end_time_s, 0.005);
  pendulum.angular_velocity_1_rad_s = -2.0;
  const MechanismRecord down = RecordOf(pendulum);
  ASSERT_EQ(down.events.size(), 1u);
  EXPECT_LE(down.events[0].time_s, 1e-15);
  EXPECT_EQ(down.events[0].kind, EventKind::kObstacleImpact);
}

TEST(DoublePendulum, ImpactWithoutRestitutionLies) {
  DoublePendulum pendulum;
  pendulum.restitution = 0.0;
  const MechanismRecord record = RecordOf(pendulum);
  EXPECT_EQ(record.stop_reason, StopReason::kEventsAccumulate);
  ASSERT_FALSE(record.events.empty());
  EXPECT_EQ(record.end_time_s, record.events.back().time_s);
}

TEST(DoublePendulum, SameBitsAgain) {
  const MechanismRecord first = RecordOf(DoublePendulum());
  MechanismDetail detail;
  detail.sample_period_s = 0.01;
  const MechanismRecord again = RecordOf(DoublePendulum(), detail);  // Samples change nothing.
  EXPECT_EQ(first.hash, again.hash);
  EXPECT_EQ(first.impacts.values, again.impacts.values);
  EXPECT_EQ(first.events, again.events);
}

TEST(DoublePendulum, Cancelled) {
  const std::atomic<bool> flag = true;
  MechanismRecord record;
  ASSERT_TRUE(Simulate(DoublePendulum(), {}, StopToken(&flag), record).ok());
  EXPECT_EQ(record.stop_reason, StopReason::kCancelled);
  EXPECT_LT(record.end_time_s, 0.1);
}

}  // namespace
}  // namespace carom::testing
