#ifndef CAROM_CORE_LAWS_NORMAL_HERTZ_H_
#define CAROM_CORE_LAWS_NORMAL_HERTZ_H_

#include "core/laws/ranges.h"

namespace carom {

/// F = K d^n, without loss. [Compliant pool table] (3.9), [Smooth contact] (9)
struct HertzLaw {
  static constexpr char kName[] = "hertz";

  double exponent = 1.5;  ///< n in [1, 3]; 1.5 between spheres.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("exponent", self.exponent, kHertzExponentRange);
  }
};

}  // namespace carom

#endif  // CAROM_CORE_LAWS_NORMAL_HERTZ_H_
