#include "core/shot/probe.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/core/event/rig.h"

namespace carom {
namespace {

using testing::Rig;

enum Field : size_t { kSpeed, kAzimuth };

ProbeReport Probe(const Rig& rig, const ProbeOptions& options) {
  Workspace workspace;
  ProbeReport report;
  const absl::Status status = ProbeShot(rig.MakeScene(), rig.shot, options, {}, workspace, report);
  EXPECT_TRUE(status.ok()) << status;
  return report;
}

// A ball that is struck and slides and rolls to rest; another rests far away.
Rig Struck(double speed_m_s) {
  Rig rig;
  rig.AddBall({0.0, 0.0});
  rig.AddBall({5.0, 3.0});
  rig.settings.environment.cue.end_mass_kg = 0.0;
  rig.shot.strike = CueStrike{};
  rig.shot.strike->speed_m_s = speed_m_s;
  return rig;
}

// The way is c v^2: a speed that is off by d makes an error of c d^2. With the aim off by a, the
// ball is off the tangent by the sagitta, 2 c v^2 sin(a / 2) along the chord: the error's square is
// (1 - cos a)^2 + (a - sin a)^2 by the way's.
TEST(Probe, ErrsByTheCurvatureOfAStraightShot) {
  const Rig rig = Struck(1.5);
  const Vec3 end = rig.Play().final_states[0].position;
  ProbeOptions options;
  options.draws = 8;
  options.noise.fields[kSpeed] = ConstantDistribution{0.1};
  ProbeReport report = Probe(rig, options);
  EXPECT_EQ(report.played, 8);
  ASSERT_EQ(report.balls.size(), 2u);
  EXPECT_EQ(report.balls[0].kept, 8);
  EXPECT_NEAR(report.balls[0].worst_error_m, end.x() / (1.5 * 1.5) * 0.01, 1e-9);
  EXPECT_NEAR(report.balls[0].median_error_m, report.balls[0].worst_error_m, 1e-12);
  EXPECT_EQ(report.balls[1].kept, 8);
  EXPECT_EQ(report.balls[1].worst_error_m, 0.0);

  options.noise.fields[kSpeed] = ConstantDistribution{0.0};
  options.noise.fields[kAzimuth] = ConstantDistribution{0.05};
  report = Probe(rig, options);
  EXPECT_NEAR(report.balls[0].worst_error_m,
              end.x() * std::hypot(1.0 - std::cos(0.05), 0.05 - std::sin(0.05)), 1e-9);
}

// Errors of a speed that is drawn evenly within d of what was meant are evenly the squares: their
// median is a quarter of the worst possible.
TEST(Probe, TellsMedianAndWorst) {
  const Rig rig = Struck(1.5);
  const double curvature = rig.Play().final_states[0].position.x() / (1.5 * 1.5);
  ProbeOptions options;
  options.draws = 2000;
  options.noise.fields[kSpeed] = UniformDistribution{-0.1, 0.1};
  const ProbeReport report = Probe(rig, options);
  EXPECT_LE(report.balls[0].worst_error_m, curvature * 0.01 + 1e-9);
  EXPECT_GT(report.balls[0].worst_error_m, curvature * 0.01 * 0.98);
  // The median of n even numbers has a deviation of 1 / (2 sqrt n) = 0.011; squares double it.
  EXPECT_NEAR(report.balls[0].median_error_m, curvature * 0.0025, 4.0 * 0.011 * 0.01 * curvature);
}

// An aim that is off by more than the balls' size misses: both balls have other events.
TEST(Probe, CountsBallsThatKeepTheirEvents) {
  Rig rig = Struck(1.5);
  rig.shot.start[1].position = {0.5, 0.01, rig.shot.start[1].position.z()};
  rig.AddBall({-3.0, 0.0});
  ProbeOptions options;
  options.draws = 3;
  options.noise.fields[kAzimuth] = ConstantDistribution{0.5};
  const ProbeReport report = Probe(rig, options);
  EXPECT_EQ(report.played, 3);
  EXPECT_EQ(report.balls[0].kept, 0);
  EXPECT_TRUE(std::isnan(report.balls[0].worst_error_m));
  EXPECT_EQ(report.balls[1].kept, 0);
  EXPECT_EQ(report.balls[2].kept, 3);
}

TEST(Probe, NeedsAStrikeAndTheEventEngine) {
  Workspace workspace;
  ProbeReport report;
  const auto error = [&](const Rig& rig) {
    const absl::Status status = ProbeShot(rig.MakeScene(), rig.shot, {}, {}, workspace, report);
    return std::string(status.message()).substr(0, 14);
  };
  Rig rig = Struck(1.0);
  rig.settings.engine = Engine::kCompliant;
  EXPECT_EQ(error(rig), "probe: given m");
  rig.settings.engine = Engine::kEventDriven;
  rig.shot.strike.reset();
  EXPECT_EQ(error(rig), "probe: given m");
}

}  // namespace
}  // namespace carom
