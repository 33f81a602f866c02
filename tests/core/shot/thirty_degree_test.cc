// The 30-degree rule: where a rolling cue ball goes after it has met a ball at rest and rolls
// again.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/laws/compliant.h"
#include "core/shot/simulate.h"
#include "tests/testing/csv.h"
#include "tests/testing/degrees.h"

namespace carom {
namespace {

constexpr double kRadius_m = 0.028575;
constexpr double kDistance_m = 0.635;

constexpr double kThreeMph_m_s = 1.34112;
constexpr double kSevenMph_m_s = 3.12928;

// The cue ball slides at `speed_m_s`, kDistance_m from where it meets a ball at rest;
// `fraction` is the ball-hit fraction f.
Shot CutShot(double fraction, double speed_m_s) {
  const double off = 2.0 * kRadius_m * (1.0 - fraction);
  Shot shot;
  shot.start.resize(2);
  shot.start[0].position = Vec3(-kDistance_m, 0.0, kRadius_m);
  shot.start[0].velocity = Vec3(speed_m_s, 0.0, 0.0);
  shot.start[0].motion = MotionState::kSliding;
  shot.start[1].position =
      Vec3(std::sqrt(4.0 * kRadius_m * kRadius_m - off * off), -off, kRadius_m);
  return shot;
}

// Deflection of the cue ball of that shot, rad, once it rolls after its first contact.
double Deflection(const FrictionalBallBall& law, double fraction, double speed_m_s) {
  auto settings = std::make_shared<Settings>();
  settings->laws.ball_ball = law;
  settings->environment.cloth = {
      .sliding_friction = 0.2, .rolling_friction = 0.0, .spinning_friction = 0.0};
  settings->environment.stop.at_time_s = 10.0;
  const auto scene = Scene::Make(std::make_shared<Table>(), settings, std::vector<BallSpec>(2));
  EXPECT_TRUE(scene.ok()) << scene.status();
  const Shot shot = CutShot(fraction, speed_m_s);
  Detail detail;
  detail.events = detail.event_states = true;
  Workspace workspace;
  Record record;
  EXPECT_TRUE(Simulate(*scene, shot, detail, StopToken(), workspace, record).ok());
  bool met = false;
  for (std::size_t i = 0; i < record.events.size(); ++i) {
    const Event& event = record.events[i];
    met = met || event.kind == EventKind::kBallBall;
    if (!met || event.kind != EventKind::kSlidingToRolling || event.ball != 0) continue;
    const Vec3& v = record.event_states[2 * i].after.velocity;
    return Atan2(v.y(), v.x());
  }
  ADD_FAILURE() << "the cue ball never rolls again";
  return 0.0;
}

FrictionalBallBall LawOf(const testing::CsvRow& row) {
  FrictionalBallBall law;
  law.restitution = row.Number("e");
  if (row.Text("mu_bb") == "Alciatore") {
    law.friction = AlciatoreFriction{};
  } else {
    law.friction = ConstantFriction{row.Text("mu_bb") == "mu=0" ? 0.0 : row.Number("mu_bb")};
  }
  return law;
}

// catalogue C-31, and C-30 in its rows without friction and loss.
TEST(ThirtyDegreeRule, AgreesWithTheTable) {
  int rows = 0;
  for (const testing::CsvRow& row : testing::ReadCsv("rule30_predictions.csv")) {
    SCOPED_TRACE(row.Text("mu_bb") + " e " + row.Text("e") + " f " + row.Text("f"));
    const double deflection = Deflection(LawOf(row), row.Number("f"), kThreeMph_m_s);
    EXPECT_NEAR(RadiansToDegrees(deflection), row.Number("CB_final_deflection_deg"), 1e-4);
    ++rows;
  }
  EXPECT_EQ(rows, 42);
}

// The same of compliant balls; once the cue ball rolls again, its path does not bend any more.
double CompliantDeflection(double fraction, double speed_m_s) {
  auto settings = std::make_shared<Settings>();
  settings->engine = Engine::kCompliant;
  settings->compliant = PaperTable2(PaperBallBall::kThrelfall, PaperCushion::kFrictionless);
  settings->compliant.start = CompliantStart::kSeated;
  settings->environment.stop.at_time_s = 1.5;
  const std::vector<BallSpec> balls(2, {0.17, kRadius_m});
  const auto scene = Scene::Make(std::make_shared<Table>(), settings, balls);
  EXPECT_TRUE(scene.ok()) << scene.status();
  Workspace workspace;
  Record record;
  const Shot shot = CutShot(fraction, speed_m_s);
  EXPECT_TRUE(Simulate(*scene, shot, {}, StopToken(), workspace, record).ok());
  const BallState& cue = record.final_states[0];
  EXPECT_LT((cue.velocity - kRadius_m * cue.spin.cross(UnitZ())).head<2>().norm(), 1e-3);
  return RadiansToDegrees(Atan2(cue.velocity.y(), cue.velocity.x()));
}

// catalogue C-31
TEST(ThirtyDegreeRule, HoldsForCompliantBalls) {
  const std::pair<double, double> rigid_deg[] = {
      {0.05, 12.53177}, {0.125, 19.63466}, {0.25, 27.00042}, {0.5, 33.71872},
      {0.75, 28.00359}, {0.875, 16.95183}, {0.95, 7.235197}};
  const FrictionalBallBall law{0.93, ConstantFriction{0.06}};
  for (const auto& [f, expected_deg] : rigid_deg) {
    EXPECT_NEAR(CompliantDeflection(f, kThreeMph_m_s), expected_deg, 0.5) << f;
    EXPECT_NEAR(RadiansToDegrees(Deflection(law, f, kThreeMph_m_s)), expected_deg, 1e-4) << f;
  }
}

// The experiment's other speed, at which rigid balls have the slip and friction of compliant ones.
TEST(ThirtyDegreeRule, EnginesAgreeAtSevenMilesPerHour) {
  const FrictionalBallBall law{0.93, ConstantFriction{0.06}};
  for (const double f : {0.25, 0.5}) {
    const double rigid_deg = RadiansToDegrees(Deflection(law, f, kSevenMph_m_s));
    EXPECT_NEAR(CompliantDeflection(f, kSevenMph_m_s), rigid_deg, 0.5) << f;
  }
}

// catalogue C-28
TEST(ThirtyDegreeRule, SpeedsInMilesPerHour) {
  constexpr double kMile_m = 1609.344;
  EXPECT_DOUBLE_EQ(kThreeMph_m_s, 3.0 * kMile_m / 3600.0);
  EXPECT_DOUBLE_EQ(kSevenMph_m_s, 7.0 * kMile_m / 3600.0);
}

// catalogue C-30: Eq. (4.1) of [Compliant pool table].
TEST(ThirtyDegreeRule, IdealBallsFollowTheFormula) {
  const std::pair<double, double> rule_deg[] = {{0.05, 12.829974496959}, {0.125, 19.971988186951},
                                                {0.25, 27.266854626089}, {0.5, 33.670496508315},
                                                {0.75, 27.626486473766}, {0.875, 16.614735329748},
                                                {0.95, 7.0724449405183}};
  const FrictionalBallBall ideal{1.0, ConstantFriction{0.0}};
  for (const auto& [f, expected_deg] : rule_deg) {
    EXPECT_NEAR(RadiansToDegrees(Deflection(ideal, f, kThreeMph_m_s)), expected_deg, 1e-10) << f;
  }
  // The greatest, where the cut is asin(sqrt(2)/3) = 28.125505702 degrees.
  const auto beside = [&](double df) {
    return RadiansToDegrees(Deflection(ideal, 1.0 - std::sqrt(2.0) / 3.0 + df, kThreeMph_m_s));
  };
  EXPECT_NEAR(1.0 - std::sqrt(2.0) / 3.0, 0.52859548, 5e-9);
  EXPECT_NEAR(beside(0.0), 33.748988595888, 1e-10);
  EXPECT_LT(beside(1e-4), beside(0.0));
  EXPECT_LT(beside(-1e-4), beside(0.0));
}

// catalogue C-33: the greatest deflection at 3 mph, 33.846 degrees at f = 0.535.
TEST(ThirtyDegreeRule, HasItsMaximumNearHalfABall) {
  const FrictionalBallBall law{0.93, ConstantFriction{0.06}};
  double best = 0.0;
  double at = 0.0;
  for (double f = 0.4; f < 0.7; f += 0.005) {
    const double deflection = Deflection(law, f, kThreeMph_m_s);
    if (deflection > best) {
      best = deflection;
      at = f;
    }
  }
  EXPECT_NEAR(at, 0.535, 0.02);
  EXPECT_NEAR(RadiansToDegrees(best), 33.846, 1e-3);
}

}  // namespace
}  // namespace carom
