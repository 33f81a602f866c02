#ifndef CAROM_TESTS_PAPERS_EVENT_QUAD_SHOT_H_
#define CAROM_TESTS_PAPERS_EVENT_QUAD_SHOT_H_

#include <array>
#include <vector>

#include "core/shot/simulate.h"
#include "core/table/shot.h"
#include "tests/papers/frame/quad.h"

namespace carom::papers {

using QuadPlace = std::array<Quad, 2>;

/// A shot on the cloth in 34 digits: where its balls come to rest, m.
struct QuadShot {
  std::vector<QuadPlace> places;
  int impacts = 0;
};

/// An event-based simulation of its own, written from the equations of motion and impact without a
/// line of the engine: what only rounding keeps apart from it.
///
/// Requires equal balls, FrictionalBallBall with ConstantFriction{0} and RestitutionCushion, no
/// strike, and noses (line contact) that are met between their ends only; no jaws, pockets or
/// outline. Balls pressed together are not looked after: few impacts, well apart.
QuadShot PlayInQuad(const Scene& scene, const Shot& shot);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_EVENT_QUAD_SHOT_H_
