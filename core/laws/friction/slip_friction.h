#ifndef CAROM_CORE_LAWS_FRICTION_SLIP_FRICTION_H_
#define CAROM_CORE_LAWS_FRICTION_SLIP_FRICTION_H_

#include <variant>

#include "core/base/parameters.h"
#include "core/base/portable_math.h"
#include "core/laws/ball_ball/friction.h"
#include "core/laws/ranges.h"

namespace carom {

/// The slip speed, m/s, below which CutIn() regularises the laws that do not vanish at rest.
/// Ambrosio's law takes the same value in [Compliant pool table] 3.3. At 1 m/s and more it takes up
/// to 8e-4 degrees (with side 2e-3) off the throw of balls whose contact comes to stick.
inline constexpr double kFullSlip_m_s = 1e-3;

/// The share of the friction that acts at a slip speed >= 0: s (3 - s^2)/2 with s = slip/full, 1
/// from `full` on. Coulomb's force jumps where the slip reverses, and integrators chatter on the
/// jump. This factor, times a unit vector along the slip, has no corner at rest and none where it
/// is full. A ball that the law would hold at rest creeps, at most at `full`. With full = 0 the
/// force jumps.
inline double CutIn(double slip_m_s, double full_m_s) {
  if (slip_m_s >= full_m_s) return slip_m_s > 0.0 ? 1.0 : 0.0;
  const double s = slip_m_s / full_m_s;
  return 0.5 * s * (3.0 - s * s);
}

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
    AlsoIn(visit, "from_m_s", self.from_m_s, {0.0, self.full_m_s, Interval::Ends::kOpenHigh});
  }
};

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

/// No tangential force.
struct Frictionless {
  static constexpr char kName[] = "frictionless";

  double Coefficient(double /*slip_m_s*/) const { return 0.0; }
  double FullSlip() const { return 0.0; }

  template <class Self, class Visitor>
  static void Parameters(Self& /*self*/, Visitor& /*visit*/) {}
};

/// Friction at one point, a force against the slip of Coefficient(slip) times the normal force.
/// (The Contensou patch, which couples it to spin, is in contensou.h.)
using SlipFriction =
    std::variant<Frictionless, RegularCoulomb, Threlfall, Ambrosio, RegularAlciatore>;

/// The coefficient at a slip speed >= 0, m/s; 0 at rest.
inline double SlipCoefficient(const SlipFriction& friction, double slip_m_s) {
  return std::visit([slip_m_s](const auto& law) { return law.Coefficient(slip_m_s); }, friction);
}

/// The slip speed up to which friction builds up, m/s; 0 for a jump.
inline double FullSlip(const SlipFriction& friction) {
  return std::visit([](const auto& law) { return law.FullSlip(); }, friction);
}

}  // namespace carom

#endif  // CAROM_CORE_LAWS_FRICTION_SLIP_FRICTION_H_
