#ifndef CAROM_TESTS_PAPERS_POOL_CUT_SHOT_H_
#define CAROM_TESTS_PAPERS_POOL_CUT_SHOT_H_

#include <array>

#include "core/multibody/constraint_solver.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {

/// The hit fractions of 4.2.
inline constexpr std::array<double, 7> kHitFractions = {.05, .125, .25, .5, .75, .875, .95};

/// The second experiment: a cue ball, `distance_m` away and sliding, into a ball at a hit fraction.
struct CutShot {
  double fraction = 0.5;
  double speed_m_s = 3.0 * kMilesPerHour_m_s;
  double distance_m = 0.635;  ///< Between the centres at the start, along the shot.
  PaperBallBall friction = PaperBallBall::kThrelfall;
  ConstraintMethod method = ConstraintMethod::kBaumgarte;
  bool reduced = false;
  bool as_authors = false;  ///< With their integration and the resin of the named set.
};

/// What came of it.
struct Cut {
  bool complete = false;  ///< Both balls rolled in the end.
  double impact_m_s = 0.0;
  double roll = 0.0;            ///< R w / v at impact: 0 slides, 1 rolls.
  double deflection_deg = 0.0;  ///< Of the cue ball, once both balls roll. No cushion is met.
  Played played;
};

Cut PlayCut(const CutShot& shot);

/// (4.1), degrees.
double RuleOfThirty(double fraction);

/// Speed of the ball's material over the cloth where it would touch it, m/s.
double ClothSlip(const BodyMotion& ball);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_POOL_CUT_SHOT_H_
