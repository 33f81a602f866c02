#ifndef CAROM_CORE_LAWS_NORMAL_FLORES_H_
#define CAROM_CORE_LAWS_NORMAL_FLORES_H_

#include "core/laws/normal/normal_force.h"
#include "core/laws/ranges.h"

namespace carom {

/// F = K d^n (1 + (8/5)((1 - c)/c) d'/v). [Smooth contact] (11), after [Flores et al. 2011].
///
/// The restitution is close to c over the whole range (0.93 gives 0.9256, 0.5 gives 0.4704).
/// `exact` takes the damping that gives c itself, which makes it the same law as the exact
/// LankaraniNikravesh.
struct FloresLaw {
  static constexpr char kName[] = "flores";

  double restitution = 0.93;  ///< c in (0, 1].
  bool exact = false;
  double exponent = 1.5;  ///< n in [1, 3].
  ZeroVelocityPolicy policy = ZeroVelocityPolicy::kHertz;
  bool clip = true;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("restitution", self.restitution, kPositiveRestitutionRange);
    visit("exact", self.exact);
    visit("exponent", self.exponent, kHertzExponentRange);
    visit("clip", self.clip);
  }
};

/// h = (8/5)(1 - c)/c, as printed.
constexpr double PrintedDamping(const FloresLaw& law) {
  return 1.6 * (1.0 - law.restitution) / law.restitution;
}

}  // namespace carom

#endif  // CAROM_CORE_LAWS_NORMAL_FLORES_H_
