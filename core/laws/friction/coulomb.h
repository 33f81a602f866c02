#ifndef CAROM_CORE_LAWS_FRICTION_COULOMB_H_
#define CAROM_CORE_LAWS_FRICTION_COULOMB_H_

#include "core/laws/friction/cut_in.h"
#include "core/laws/ranges.h"

namespace carom {

/// |F_T| = mu F_N against the slip, regularised near rest by CutIn().
struct RegularCoulomb {
  static constexpr char kName[] = "coulomb";

  double friction = 0.06;                ///< mu in [0, 10].
  double full_slip_m_s = kFullSlip_m_s;  ///< In [0, 1]; friction is less below it.

  double Coefficient(double slip_m_s) const { return friction * CutIn(slip_m_s, full_slip_m_s); }
  double FullSlip() const { return full_slip_m_s; }

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("friction", self.friction, kFrictionRange);
    visit("full_slip_m_s", self.full_slip_m_s, kFullSlipRange);
  }
};

}  // namespace carom

#endif  // CAROM_CORE_LAWS_FRICTION_COULOMB_H_
