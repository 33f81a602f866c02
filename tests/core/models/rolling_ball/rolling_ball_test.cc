#include "core/models/rolling_ball/rolling_ball.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "tests/testing/channels.h"
#include "tests/testing/csv.h"
#include "tests/testing/shots/contensou_ball.h"

namespace carom {
namespace {

using testing::FigureOf;
using testing::PaperBall;

std::map<std::string, double> FiguresOf(const RollingBall& ball) {
  MechanismRecord record;
  EXPECT_TRUE(Simulate(ball, {}, {}, record).ok());
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  std::map<std::string, double> figures;
  for (const Figure& figure : record.figures) figures[figure.name] = figure.value;
  return figures;
}

void ExpectRest(const RollingBall& ball, double stop_time_s, const Vec2& rest_m) {
  auto figures = FiguresOf(ball);
  EXPECT_NEAR(figures.at("stop_time_s"), stop_time_s, 1e-6);
  EXPECT_NEAR(figures.at("rest_x_m"), rest_m.x(), 1e-6);
  EXPECT_NEAR(figures.at("rest_y_m"), rest_m.y(), 1e-6);
  EXPECT_LT(figures.at("greatest_balance_residual_J"), 1e-13);
}

// catalogue B-10
TEST(RollingBall, Straight) {
  for (const ContensouModel model :
       {ContensouModel::kIntegral, ContensouModel::kFourParameter, ContensouModel::kTwoParameter}) {
    ExpectRest(PaperBall("Fig6", model), 4.7523001, Vec2(0.0, 2.3785297));
  }
  // While it rolls: a d g / (7 r).
  const RollingBall ball = PaperBall("Fig6");
  MechanismRecord record;
  ASSERT_TRUE(Simulate(ball, {.sample_times_s = {1.0, 2.0}}, {}, record).ok());
  EXPECT_NEAR(record.samples.Row(0)[3] - record.samples.Row(1)[3], 0.2102142857, 1e-6);
}

// catalogue B-11
TEST(RollingBall, Diagonal) {
  ExpectRest(PaperBall("Fig7"), 4.7542434, Vec2(0.0678815, 2.3795106));
  ExpectRest(PaperBall("Fig7", ContensouModel::kIntegral), 4.7542434, Vec2(0.0678816, 2.3795106));
}

// Where the ball of Fig 8 is when its speed has come down to 1 mm/s for good.
void ExpectStop(ContensouModel model, const Vec2& stop_m) {
  const RollingBall ball = PaperBall("Fig8", model);
  const double stop_s = FiguresOf(ball).at("stop_time_s");
  MechanismRecord record;
  ASSERT_TRUE(Simulate(ball, {.sample_times_s = {stop_s}}, {}, record).ok());
  const auto row = record.samples.Row(0);
  EXPECT_NEAR(row[0], stop_m.x(), 1e-6);
  EXPECT_NEAR(row[1], stop_m.y(), 1e-6);
  EXPECT_NEAR(Vec2(row[2], row[3]).norm(), 1e-3, 1e-9);
}

// catalogue B-12
TEST(RollingBall, Reversal) {
  ExpectRest(PaperBall("Fig8"), 1.6959886, Vec2(0.0153501, 0.1204879));
  ExpectRest(PaperBall("Fig8", ContensouModel::kIntegral), 1.6959776, Vec2(0.0153508, 0.1204860));
  ExpectStop(ContensouModel::kTwoParameter, Vec2(0.0153500, 0.1204902));
  ExpectStop(ContensouModel::kIntegral, Vec2(0.0153507, 0.1204884));
}

// catalogue B-12: its greatest y, where v_y = 0; and the greatest of samples 0.02 s apart.
TEST(RollingBall, ReversalTurnsBack) {
  MechanismRecord record;
  ASSERT_TRUE(
      Simulate(PaperBall("Fig8"), {.sample_times_s = {0.50, 0.509808, 0.52}}, {}, record).ok());
  EXPECT_NEAR(record.samples.Row(1)[1], 0.25491245, 1e-8);
  EXPECT_GT(record.samples.Row(0)[3], 0.0);
  EXPECT_NEAR(record.samples.Row(1)[3], 0.0, 1e-6);
  EXPECT_LT(record.samples.Row(2)[3], 0.0);
  MechanismRecord sampled;
  ASSERT_TRUE(Simulate(PaperBall("Fig8"), {.sample_period_s = 0.02}, {}, sampled).ok());
  double greatest_m = 0.0;
  for (int i = 0; i < static_cast<int>(sampled.samples.times_s.size()); ++i) {
    greatest_m = std::max(greatest_m, sampled.samples.Row(i)[1]);
  }
  EXPECT_NEAR(greatest_m, 0.25482, 5e-6);
}

// catalogue B-15
void ExpectPath(const std::string& file, double tolerance) {
  std::map<std::string, std::vector<testing::CsvRow>> paths;
  for (const auto& row : testing::ReadCsv(file)) {
    paths[row.Text("fig") + row.Text("model")].push_back(row);
  }
  for (const auto& [name, rows] : paths) {
    MechanismDetail detail;
    for (const auto& row : rows) detail.sample_times_s.push_back(row.Number("t"));
    const std::string& model = rows.front().Text("model");
    const RollingBall ball = PaperBall(rows.front().Text("fig"),
                                       model == "integral"    ? ContensouModel::kIntegral
                                       : model == "approx_m2" ? ContensouModel::kTwoParameter
                                                              : ContensouModel::kFourParameter);
    MechanismRecord record;
    ASSERT_TRUE(Simulate(ball, detail, {}, record).ok());
    double worst = 0.0;
    for (size_t k = 0; k < rows.size(); ++k) {
      const auto ours = record.samples.Row(static_cast<int>(k));
      const char* columns[] = {"X", "Y", "vx", "vy", "wx", "wy", "wz"};
      for (size_t c = 0; c < 7; ++c) {
        const double scale = c < 4 ? 1.0 : ball.ball_radius_m;  // Spins as surface speeds.
        worst = std::max(worst, scale * std::fabs(ours[c] - rows[k].Number(columns[c])));
      }
    }
    EXPECT_LT(worst, tolerance) << name;
  }
}

TEST(RollingBall, PathsOfApproximations) { ExpectPath("contensou_path_approximate.csv", 1e-6); }
TEST(RollingBall, PathsOfTheIntegral) { ExpectPath("contensou_path_integral.csv", 2e-5); }

// catalogue B-16, whose own -21.6697 is this with 3 pi / 16 rounded to five digits.
TEST(RollingBall, SpinFallsOnTheSpot) {
  RollingBall ball;
  ball.patch.slip_smoothing_per_s = 0.0;
  const RollingBallEquations equations(ball);
  for (const double spin : {1e-3, 10.0, 300.0}) {
    const RollingBallRates rates =
        equations.Rates({Vec2::Zero(), Vec2::Zero(), Vec3(0.0, 0.0, spin)});
    EXPECT_NEAR(rates.spin_rate_rad_s2.z(), -21.6696262, 1e-6);
    // The event engine's cloth has mu_spin = 3 pi a mu / (16 R) for it.
    const double spinning_friction = 3.0 * kPi * 0.003 * 0.2 / (16.0 * 0.02);
    EXPECT_NEAR(rates.spin_rate_rad_s2.z(), -5.0 * spinning_friction * 9.81 / (2.0 * 0.02), 1e-12);
    EXPECT_EQ(rates.acceleration_m_s2.norm(), 0.0);
  }
}

// catalogue B-17
TEST(RollingBall, SlipIsStiff) {
  const RollingBall ball;
  const RollingBallEquations equations(ball);
  const auto slip_rate = [&](double slip_m_s) {
    const RollingBallState state{Vec2::Zero(), Vec2(0.0, 1.0 + slip_m_s), Vec3(-50.0, 0.0, 0.0)};
    const RollingBallRates rates = equations.Rates(state);
    return equations.Slip({Vec2::Zero(), rates.acceleration_m_s2, rates.spin_rate_rad_s2}).y();
  };
  EXPECT_NEAR((slip_rate(1e-9) - slip_rate(0.0)) / 1e-9, -2.289e5, 0.01 * 2.289e5);
}

// catalogue B-17: so steps of explicit methods end at about 1.2e-5 s, 2.785 over that rate for
// Runge-Kutta's. Beyond it a slip that should die out does not.
TEST(RollingBall, ExplicitStepsHaveALimit) {
  const auto slip_after = [](IvpMethod method, double step_s) {
    RollingBall ball = PaperBall("Fig6");
    ball.duration_s = 0.02;
    ball.integration.method = method;
    ball.integration.largest_step_s = step_s;
    MechanismRecord record;
    EXPECT_TRUE(Simulate(ball, {.sample_times_s = {0.02}}, {}, record).ok());
    const auto row = record.samples.Row(0);
    return row[3] + ball.ball_radius_m * row[4];
  };
  const double slip = slip_after(IvpMethod::kRadauIia5, 0.02);
  EXPECT_NEAR(slip_after(IvpMethod::kRungeKutta4, 1.2e-5), slip, 1e-12);
  EXPECT_GT(std::fabs(slip_after(IvpMethod::kRungeKutta4, 1.25e-5) - slip), 1e-7);
}

TEST(RollingBall, BridgeToTheCloth) {
  // mu_roll = a d / (7 R) of the event engine's cloth.
  const RollingBall ball = PaperBall("Fig6");
  auto figures = FiguresOf(ball);
  const double rolling = 0.003 / (7.0 * 0.02);
  EXPECT_NEAR(figures.at("rest_y_m"), 1.0 / (2.0 * rolling * 9.81), 1e-5);
}

TEST(RollingBall, StiffAndExplicitMethodsAgree) {
  RollingBall ball = PaperBall("Fig8");
  const auto stiff = FiguresOf(ball);
  ball.integration.method = IvpMethod::kDormandPrince54;
  for (const auto& [name, value] : FiguresOf(ball)) EXPECT_NEAR(value, stiff.at(name), 1e-9);
}

TEST(RollingBall, BitsRepeatWhateverIsWrittenDown) {
  MechanismRecord once;
  MechanismRecord again;
  ASSERT_TRUE(Simulate(PaperBall("Fig8"), {}, {}, once).ok());
  ASSERT_TRUE(
      Simulate(PaperBall("Fig8"), {.sample_period_s = 0.01, .sample_times_s = {}}, {}, again).ok());
  EXPECT_EQ(once.hash, again.hash);
  EXPECT_EQ(once.figures[1].value, again.figures[1].value);
}

TEST(RollingBall, EndsWhateverItIsGiven) {
  for (const Vec2& v : {Vec2(0.0, 0.0), Vec2(3.0, -2.0)}) {
    for (const Vec3& w : {Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 40.0), Vec3(100.0, 0.0, 0.0)}) {
      for (const double lean : {0.0, 1.0}) {
        for (const double friction : {0.0, 0.2}) {
          RollingBall ball;
          ball.velocity_m_s = v;
          ball.spin_rad_s = w;
          ball.duration_s = 1.0;
          ball.patch.lean = lean;
          ball.patch.friction = friction;
          MechanismRecord record;
          ASSERT_TRUE(
              Simulate(ball, {.sample_period_s = 0.25, .sample_times_s = {}}, {}, record).ok());
          EXPECT_TRUE(record.stop_reason == StopReason::kAtRest ||
                      record.stop_reason == StopReason::kTimeLimit);
          EXPECT_EQ(record.samples.times_s.size(), 5u);
          for (const double value : record.samples.values) EXPECT_TRUE(std::isfinite(value));
        }
      }
    }
  }
}

// The limit of no smoothing: the patch sticks, instead of jumping to and fro for ever.
TEST(RollingBall, SticksWithoutSmoothing) {
  struct Case {
    const char* figure;
    std::vector<EventKind> kinds;
  };
  using enum EventKind;
  for (const Case& c :
       {Case{"Fig6", {kRollingToStationary}},
        Case{"Fig8", {kSlidingToRolling, kRollingToStationary}}, Case{"Fig9", {}}}) {
    SCOPED_TRACE(c.figure);
    RollingBall ball = PaperBall(c.figure);
    ball.patch.slip_smoothing_per_s = ball.patch.rolling_smoothing_per_s = 1e-4;
    const auto smooth = FiguresOf(ball);
    ball.patch.slip_smoothing_per_s = 0.0;
    ball.integration.max_evaluations = 2'000'000;
    MechanismDetail detail;
    detail.sample_period_s = 0.1;
    MechanismRecord record;
    ASSERT_TRUE(Simulate(ball, detail, {}, record).ok());
    EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
    EXPECT_NEAR(FigureOf(record, "rest_x_m"), smooth.at("rest_x_m"), 1e-5);
    EXPECT_NEAR(FigureOf(record, "rest_y_m"), smooth.at("rest_y_m"), 1e-5);
    EXPECT_NEAR(FigureOf(record, "stop_time_s"), smooth.at("stop_time_s"), 1e-4);
    EXPECT_LT(FigureOf(record, "greatest_balance_residual_J"), 1e-9);
    // Fig. 6 rolls from the start, Fig. 8 after sliding, Fig. 9 never.
    std::vector<EventKind> kinds;
    for (const Event& event : record.events) kinds.push_back(event.kind);
    EXPECT_EQ(kinds, c.kinds);
    if (kinds.empty()) continue;
    const bool rolls = kinds.front() == EventKind::kRollingToStationary;
    const double rolls_s = rolls ? 0.0 : record.events.front().time_s;
    for (std::size_t i = 0; i < record.samples.times_s.size(); ++i) {
      if (record.samples.times_s[i] <= rolls_s) continue;
      const std::span<const double> row = record.samples.Row(static_cast<int>(i));
      EXPECT_LT(Vec2(row[7], row[8]).norm(), 1e-6) << record.samples.times_s[i];
    }
  }
}

// What is at rest stays there: at once, not when its time is up.
TEST(RollingBall, AtRestFromTheStart) {
  RollingBall ball = PaperBall("Fig6");
  ball.velocity_m_s = Vec2::Zero();
  ball.spin_rad_s = Vec3::Zero();
  MechanismRecord record;
  ASSERT_TRUE(Simulate(ball, {}, {}, record).ok());
  EXPECT_EQ(record.stop_reason, StopReason::kAtRest);
  EXPECT_EQ(record.end_time_s, 0.0);
}

TEST(RollingBall, StopsWhenAsked) {
  const std::atomic<bool> flag = true;
  MechanismRecord record;
  ASSERT_TRUE(Simulate(PaperBall("Fig6"), {}, StopToken(&flag), record).ok());
  EXPECT_EQ(record.stop_reason, StopReason::kCancelled);
}

TEST(RollingBall, ValidateNamesTheField) {
  const auto message = [](auto change) {
    RollingBall ball;
    change(ball);
    return std::string(Validate(ball, {}).message());
  };
  EXPECT_EQ(message([](RollingBall&) {}), "");
  EXPECT_EQ(message([](RollingBall& b) { b.mass_kg = 0.0; }),
            "mass_kg: 0 must be in [1e-06, 1e+06]");
  EXPECT_EQ(message([](RollingBall& b) { b.patch.lean = 2.0; }), "patch.lean: 2 must be in [0, 1]");
  EXPECT_EQ(message([](RollingBall& b) { b.patch.radius_m = 0.03; }),
            "patch.radius_m: 0.03 must be at most the ball's");
  EXPECT_EQ(message([](RollingBall& b) { b.patch.lean = b.patch.other_lean = 0.5; }),
            "patch.other_lean: 0.5 must be 0, since this ball is rigid");
  EXPECT_EQ(
      message([](RollingBall& b) { b.spin_rad_s.z() = std::numeric_limits<double>::infinity(); }),
      "spin_rad_s.z: inf must be in [-1e+06, 1e+06]");
  EXPECT_EQ(message([](RollingBall& b) { b.duration_s = 0.0; }).substr(0, 11), "duration_s:");
}

}  // namespace
}  // namespace carom
