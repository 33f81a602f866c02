#ifndef CAROM_TESTS_PAPERS_SMOOTH_RESIN_BALL_H_
#define CAROM_TESTS_PAPERS_SMOOTH_RESIN_BALL_H_

#include "core/material/material.h"

namespace carom::papers {

/// A pool ball of phenolic resin: radius and mass.
inline constexpr double kBall_m = 0.028575;
inline constexpr double kMass_kg = 0.17;

/// Of two of them.
inline double BallStiffness() {
  const Material& resin = *FindMaterial("phenolic_resin");
  return HertzStiffness(resin, kBall_m, resin, kBall_m);
}

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_SMOOTH_RESIN_BALL_H_
