#ifndef CAROM_CORE_LAWS_FRICTION_SLIP_FRICTION_H_
#define CAROM_CORE_LAWS_FRICTION_SLIP_FRICTION_H_

#include <variant>

#include "absl/status/status.h"
#include "core/laws/friction/alciatore.h"
#include "core/laws/friction/ambrosio.h"
#include "core/laws/friction/coulomb.h"
#include "core/laws/friction/threlfall.h"

namespace carom {

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

/// INVALID_ARGUMENT with a path such as "threlfall.tolerance_m_s" for parameters out of range.
absl::Status ValidateSlipFriction(const SlipFriction& friction);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_FRICTION_SLIP_FRICTION_H_
