#ifndef CAROM_CORE_LAWS_FRICTION_ALCIATORE_H_
#define CAROM_CORE_LAWS_FRICTION_ALCIATORE_H_

#include "core/base/portable_math.h"
#include "core/laws/ball_ball/friction.h"
#include "core/laws/friction/cut_in.h"
#include "core/laws/ranges.h"

namespace carom {

/// mu(v) = a + b e^(-c v) at the present slip speed, regularised near rest by CutIn(). [Compliant
/// pool table] (3.8), the fit of [Alciatore, TP A.14].
struct RegularAlciatore {
  static constexpr char kName[] = "alciatore";

  AlciatoreFriction fit = {};
  double full_slip_m_s = kFullSlip_m_s;  ///< In [0, 1]; friction is less below it.

  double Coefficient(double slip_m_s) const {
    return CutIn(slip_m_s, full_slip_m_s) * (fit.a + fit.b * Exp(-fit.c_s_per_m * slip_m_s));
  }
  double FullSlip() const { return full_slip_m_s; }

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    AlciatoreFriction::Parameters(self.fit, visit);
    visit("full_slip_m_s", self.full_slip_m_s, kFullSlipRange);
  }
};

}  // namespace carom

#endif  // CAROM_CORE_LAWS_FRICTION_ALCIATORE_H_
