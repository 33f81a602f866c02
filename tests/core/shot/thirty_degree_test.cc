// The 30-degree rule: where a rolling cue ball goes after it has met a ball at rest and rolls
// again.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/shot/simulate.h"
#include "tests/testing/csv.h"

namespace carom {
namespace {

constexpr double kRadius_m = 0.028575;
constexpr double kDistance_m = 0.635;

// Deflection of the cue ball, rad, once it rolls after its first contact. It starts sliding at
// `speed_m_s`, kDistance_m before the contact; `fraction` is the ball-hit fraction f.
double Deflection(const FrictionalBallBall& law, double fraction, double speed_m_s) {
  auto settings = std::make_shared<Settings>();
  settings->laws.ball_ball = law;
  settings->environment.cloth = {
      .sliding_friction = 0.2, .rolling_friction = 0.0, .spinning_friction = 0.0};
  settings->environment.stop.at_time_s = 10.0;
  const auto scene = Scene::Make(std::make_shared<Table>(), settings, std::vector<BallSpec>(2));
  EXPECT_TRUE(scene.ok()) << scene.status();
  const double off = 2.0 * kRadius_m * (1.0 - fraction);
  Shot shot;
  shot.start.resize(2);
  shot.start[0].position = Vec3(-kDistance_m, 0.0, kRadius_m);
  shot.start[0].velocity = Vec3(speed_m_s, 0.0, 0.0);
  shot.start[0].motion = MotionState::kSliding;
  shot.start[1].position =
      Vec3(std::sqrt(4.0 * kRadius_m * kRadius_m - off * off), -off, kRadius_m);
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
  constexpr double kThreeMph = 1.34112;  // catalogue C-28
  int rows = 0;
  for (const testing::CsvRow& row : testing::ReadCsv("rule30_predictions.csv")) {
    SCOPED_TRACE(row.Text("mu_bb") + " e " + row.Text("e") + " f " + row.Text("f"));
    const double deflection = Deflection(LawOf(row), row.Number("f"), kThreeMph);
    EXPECT_NEAR(RadiansToDegrees(deflection), row.Number("CB_final_deflection_deg"), 1e-4);
    ++rows;
  }
  EXPECT_EQ(rows, 42);
}

// catalogue C-30: Eq. (4.1) of [Compliant pool table].
TEST(ThirtyDegreeRule, IdealBallsFollowTheFormula) {
  for (const double f : {0.05, 0.125, 0.25, 0.5, 0.75, 0.875, 0.95}) {
    const double sine = 1.0 - f;
    const double cosine = std::sqrt(1.0 - sine * sine);
    const double expected = Atan2(sine * cosine, sine * sine + 0.4);
    const FrictionalBallBall ideal{1.0, ConstantFriction{0.0}};
    EXPECT_NEAR(Deflection(ideal, f, 1.34112), expected, 1e-10);
  }
}

// catalogue C-33: the greatest deflection at 3 mph, 33.846 degrees at f = 0.535.
TEST(ThirtyDegreeRule, HasItsMaximumNearHalfABall) {
  const FrictionalBallBall law{0.93, ConstantFriction{0.06}};
  double best = 0.0;
  double at = 0.0;
  for (double f = 0.4; f < 0.7; f += 0.005) {
    const double deflection = Deflection(law, f, 1.34112);
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
