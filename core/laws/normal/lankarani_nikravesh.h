#ifndef CAROM_CORE_LAWS_NORMAL_LANKARANI_NIKRAVESH_H_
#define CAROM_CORE_LAWS_NORMAL_LANKARANI_NIKRAVESH_H_

#include "core/laws/normal/normal_force.h"
#include "core/laws/ranges.h"

namespace carom {

/// F = K d^n (1 + (3/4)(1 - c^2) d'/v). [Compliant pool table] (3.3), (3.7), [Smooth contact] (10),
/// after [Lankarani & Nikravesh 1990].
///
/// The restitution is higher than c (0.93 gives 0.9367, 0.7 gives 0.7960): the derivation assumes
/// little loss. `exact` takes the damping that gives c itself.
struct LankaraniNikravesh {
  static constexpr char kName[] = "lankarani_nikravesh";

  double restitution = 0.93;  ///< c in [0, 1]; in (0, 1] when exact.
  bool exact = false;
  double exponent = 1.5;  ///< n in [1, 3].
  ZeroVelocityPolicy policy = ZeroVelocityPolicy::kHertz;
  bool clip = true;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("restitution", self.restitution, kRestitutionRange);
    visit("exact", self.exact);
    visit("exponent", self.exponent, kHertzExponentRange);
    visit("clip", self.clip);
  }
};

/// h = (3/4)(1 - c^2), as printed.
constexpr double PrintedDamping(const LankaraniNikravesh& law) {
  return 0.75 * (1.0 - law.restitution * law.restitution);
}

}  // namespace carom

#endif  // CAROM_CORE_LAWS_NORMAL_LANKARANI_NIKRAVESH_H_
