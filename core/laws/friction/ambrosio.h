#ifndef CAROM_CORE_LAWS_FRICTION_AMBROSIO_H_
#define CAROM_CORE_LAWS_FRICTION_AMBROSIO_H_

#include "core/laws/ranges.h"

namespace carom {

/// mu c_d, where c_d rises from 0 at the slip speed v0 to 1 at v1. [Compliant pool table] 3.3, Fig
/// 6b, after [Ambrosio 2003]. There is no friction below v0.
struct Ambrosio {
  static constexpr char kName[] = "ambrosio";

  double friction = 0.2;   ///< mu in [0, 10].
  double from_m_s = 1e-4;  ///< v0 in [0, v1).
  double full_m_s = 1e-3;  ///< v1 in (0, 1].

  double Coefficient(double slip_m_s) const {
    if (slip_m_s <= from_m_s) return 0.0;
    if (slip_m_s >= full_m_s) return friction;
    return friction * (slip_m_s - from_m_s) / (full_m_s - from_m_s);
  }
  double FullSlip() const { return full_m_s; }

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("friction", self.friction, kFrictionRange);
    visit("from_m_s", self.from_m_s, kFullSlipRange);
    visit("full_m_s", self.full_m_s, kPositiveSlipRange);
  }
};

}  // namespace carom

#endif  // CAROM_CORE_LAWS_FRICTION_AMBROSIO_H_
