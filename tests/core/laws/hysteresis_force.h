#ifndef CAROM_TESTS_CORE_LAWS_HYSTERESIS_FORCE_H_
#define CAROM_TESTS_CORE_LAWS_HYSTERESIS_FORCE_H_

#include <cmath>

#include "core/laws/cluster/hertz_chain.h"

namespace carom::internal {

/// The force of a law at a penetration d (m, negative: apart), N, as the law's comment has it.
inline double ForceOf(const HertzHysteresis& law, double d) {
  if (d >= law.deepest()) return d > 0.0 ? law.virgin() * d * std::sqrt(d) : 0.0;
  const double beyond_set = d - law.Onset();
  return beyond_set > 0.0 ? law.elastic() * beyond_set * std::sqrt(beyond_set) : 0.0;
}

}  // namespace carom::internal

#endif  // CAROM_TESTS_CORE_LAWS_HYSTERESIS_FORCE_H_
