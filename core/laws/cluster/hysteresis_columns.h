#ifndef CAROM_CORE_LAWS_CLUSTER_HYSTERESIS_COLUMNS_H_
#define CAROM_CORE_LAWS_CLUSTER_HYSTERESIS_COLUMNS_H_

#include <array>
#include <cmath>
#include <cstddef>

#include "core/laws/cluster/contact_group.h"
#include "core/laws/cluster/hysteresis.h"

namespace carom::internal {

/// A number for each contact of a group.
using GroupColumn = std::array<double, kMaxGroupContacts>;

/// The forces of many contacts at once: HertzHysteresis in columns, the same bits without a branch.
///
///   F(d; m) = K d_+^(3/2)                            d >= m
///           = (K/e^3) (d - (1 - e^2) m)_+^(3/2)      d < m
class HysteresisColumns {
 public:
  /// Takes over the contact's law as it is now.
  void Set(std::size_t contact, const HertzHysteresis& law) {
    virgin_[contact] = law.virgin();
    elastic_[contact] = law.elastic();
    deepest_[contact] = law.deepest();
    onset_[contact] = law.Onset();
  }

  /// force = F(penetration) for the first n contacts.
  void Forces(std::size_t n, const double* penetration_m, double* __restrict force_N) const {
    for (std::size_t c = 0; c < n; ++c) {
      const double d = penetration_m[c];
      const bool virgin = d >= deepest_[c];
      const double beyond = virgin ? d : d - onset_[c];
      const double stiffness = virgin ? virgin_[c] : elastic_[c];
      const double compressed = beyond > 0.0 ? beyond : 0.0;
      force_N[c] = stiffness * compressed * std::sqrt(compressed);
    }
  }

 private:
  GroupColumn virgin_;   // K
  GroupColumn elastic_;  // K/e^3
  GroupColumn deepest_;  // m
  GroupColumn onset_;    // (1 - e^2) m
};

}  // namespace carom::internal

#endif  // CAROM_CORE_LAWS_CLUSTER_HYSTERESIS_COLUMNS_H_
