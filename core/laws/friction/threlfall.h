#ifndef CAROM_CORE_LAWS_FRICTION_THRELFALL_H_
#define CAROM_CORE_LAWS_FRICTION_THRELFALL_H_

#include "core/base/portable_math.h"
#include "core/laws/ranges.h"

namespace carom {

/// mu (1 - e^(-3 v/v0)) up to the slip speed v0, constant beyond. [Compliant pool table] 3.3, Fig
/// 6a, after [Threlfall 1978].
///
/// It never reaches mu: beyond v0 it stays at 1 - e^-3 = 0.950 of it (0.06 acts as 0.0570), as in
/// the published law. catalogue C-17
struct Threlfall {
  static constexpr char kName[] = "threlfall";

  double friction = 0.06;       ///< mu in [0, 10].
  double tolerance_m_s = 0.01;  ///< v0 in (0, 1].

  double Coefficient(double slip_m_s) const {
    // The constant is 1 - e^-3, without the cost of the exponential for most contacts.
    if (slip_m_s >= tolerance_m_s) return friction * 0.95021293163213605;
    return friction * (1.0 - Exp(-3.0 * slip_m_s / tolerance_m_s));
  }
  double FullSlip() const { return tolerance_m_s; }

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("friction", self.friction, kFrictionRange);
    visit("tolerance_m_s", self.tolerance_m_s, kPositiveSlipRange);
  }
};

}  // namespace carom

#endif  // CAROM_CORE_LAWS_FRICTION_THRELFALL_H_
