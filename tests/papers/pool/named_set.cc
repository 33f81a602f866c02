#include "tests/papers/pool/named_set.h"

#include "tests/testing/bouncing_ball.h"

namespace carom::papers {

Material PaperResin() {
  Material resin = *FindMaterial("phenolic_resin");
  resin.name = "resin of the named set";
  resin.modulus_Pa = 3e9;
  resin.source =
      "an assumption: phenolics have 2.76 to 4.83 GPa [Callister & Rethwisch, Fundamentals of "
      "Materials Science and Engineering, 3rd ed., Table B.2]; of 2, 2.5, 3, 3.5, 4.5, 5.84 and "
      "10.5 GPa the middle one of those at which yellow meets red at 0.7 s (pool-23)";
  return resin;
}

Game NamedSetBreak(double gap_m, bool reduced) {
  Game game = BreakGame(gap_m, reduced);
  game.settings = PaperTable2(PaperBallBall::kAlciatore, PaperCushion::kFrictionless);
  game.settings.horizontal = reduced;
  game.settings.ball_material = PaperResin();
  return game;
}

Game AsAuthors(Game game, double step_s) {
  game.integration = testing::ToolOptions(1e-3, 1e-6, game.duration_s);
  game.integration.largest_step_s = step_s;
  game.integration.locate_guards = false;
  return game;
}

}  // namespace carom::papers
