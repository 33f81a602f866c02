#include "tests/papers/pool/cut_shot.h"

#include <cmath>

#include "core/base/constants.h"
#include "tests/papers/pool/named_set.h"
#include "tests/testing/degrees.h"

namespace carom::papers {

double ClothSlip(const BodyMotion& ball) {
  return ball.VelocityAt(Vec3(0.0, 0.0, -kPaperBall.radius_m)).head<2>().norm();
}

double RuleOfThirty(double fraction) {
  const double sine = 1.0 - fraction;
  const double cosine = std::sqrt(1.0 - sine * sine);
  return RadiansToDegrees(std::atan2(sine * cosine, sine * sine + 0.4));
}

Cut PlayCut(const CutShot& shot) {
  // The law of the cloth fades out below 1 mm/s of slip, and no path bends any more.
  constexpr double kRolls_m_s = 1e-3;
  Game game;
  game.settings = PaperTable2(shot.friction, PaperCushion::kFrictionless);
  game.settings.horizontal = shot.reduced;
  game.constraints.method = shot.method;
  game.cushions = PaperCushions::kNone;
  game.duration_s = 10.0;
  game.integration.largest_step_s = 1e-4;
  if (shot.reduced) game.integration.largest_step_s = 0.01;
  const double radius = kPaperBall.radius_m;
  game.AddBall(0.0, 0.0, shot.reduced ? radius : kCueBallHeight_m, Vec3(shot.speed_m_s, 0.0, 0.0));
  game.AddBall(shot.distance_m, (1.0 - shot.fraction) * 2.0 * radius);
  if (shot.as_authors) {
    game.settings.ball_material = PaperResin();
    game = AsAuthors(game, game.integration.largest_step_s);
  }

  Cut cut;
  bool hit = false;
  Looks looks;
  looks.step = [&](const GameView& view) {
    const BodyMotion cue = view.Ball(0);
    const BodyMotion object = view.Ball(1);
    if (!hit && object.velocity_m_s.head<2>().norm() > 1e-6) hit = true;
    if (!hit) {
      cut.impact_m_s = cue.velocity_m_s.head<2>().norm();
      cut.roll = radius * cue.spin_rad_s.head<2>().norm() / cut.impact_m_s;
      return true;
    }
    const bool apart = (object.position_m - cue.position_m).norm() > 2.0 * radius;
    cut.complete = apart && ClothSlip(cue) < kRolls_m_s && ClothSlip(object) < kRolls_m_s;
    return !cut.complete;
  };
  cut.played = PlayGame(game, looks);
  const Vec3& v = cut.played.balls[0].velocity_m_s;
  cut.deflection_deg = RadiansToDegrees(std::atan2(std::fabs(v.y()), v.x()));
  return cut;
}

}  // namespace carom::papers
