#ifndef CAROM_CORE_LAWS_BALL_CUSHION_FACTORS_H_
#define CAROM_CORE_LAWS_BALL_CUSHION_FACTORS_H_

#include "core/table/factor_table.h"

namespace carom {

/// What the coefficients of a cushion's law are multiplied by, at the speed and the angle at which
/// the ball comes. [Han 2005] measured e = 0.39 + 0.257 v - 0.044 v^2, v in m/s along the cushion's
/// normal, and mu = 0.471 - 0.241 theta, theta in rad from that normal. Factors, not coefficients,
/// for the reason that Cloth::rolling_factor gives.
struct CushionFactors {
  FactorTable restitution{};  ///< Of the velocity's horizontal part along the normal, m/s.
  FactorTable friction{};     ///< Of the angle between its horizontal part and the normal, rad.

  bool IsNone() const { return restitution.size() == 0 && friction.size() == 0; }
};

}  // namespace carom

#endif  // CAROM_CORE_LAWS_BALL_CUSHION_FACTORS_H_
