#ifndef CAROM_CORE_LAWS_CLUSTER_STIFFNESS_H_
#define CAROM_CORE_LAWS_CLUSTER_STIFFNESS_H_

#include "core/material/material.h"

namespace carom {

/// Hertz's stiffness of a table's contacts, N/m^(3/2).
///
/// The outcome of an impact of a group depends on the ratios of its contacts' K only, not on their
/// scale. Relative to balls of phenolic resin:
///   slate   2.8      a rigid plane: slate is ten times as stiff as resin, and its cloth is thin
///   cushion 1/355    rubber; contacts with it last some ten times as long as those of balls

/// Two balls of phenolic resin.
inline double BallBallStiffness(double radius_a_m, double radius_b_m) {
  return HertzStiffness(2.0 * Softness(kResinModulus_Pa, kResinPoisson),
                        EffectiveRadius(radius_a_m, radius_b_m));
}

/// A ball and something flat and rigid: slate, rail top, rim of a pocket.
inline double SlateStiffness(double radius_m) {
  return HertzStiffness(Softness(kResinModulus_Pa, kResinPoisson), radius_m);
}

/// A ball and the rubber of a nose or jaw.
inline double CushionStiffness(double radius_m) {
  return HertzStiffness(
      Softness(kResinModulus_Pa, kResinPoisson) + Softness(kCushionModulus_Pa, kCushionPoisson),
      radius_m);
}

}  // namespace carom

#endif  // CAROM_CORE_LAWS_CLUSTER_STIFFNESS_H_
