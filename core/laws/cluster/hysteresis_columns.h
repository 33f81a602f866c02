#ifndef CAROM_CORE_LAWS_CLUSTER_HYSTERESIS_COLUMNS_H_
#define CAROM_CORE_LAWS_CLUSTER_HYSTERESIS_COLUMNS_H_

#include <cstddef>

#include "core/laws/cluster/group_column.h"
#include "core/laws/cluster/hysteresis.h"

namespace carom::internal {

/// HertzHysteresis of many contacts in columns, for the kernels of core/laws/cluster/chain.
struct HysteresisColumns {
  /// Takes over the contact's law as it is now.
  void Set(std::size_t contact, const HertzHysteresis& law) {
    virgin[contact] = law.virgin();
    elastic[contact] = law.elastic();
    deepest[contact] = law.deepest();
    onset[contact] = law.Onset();
  }

  GroupColumn virgin;
  GroupColumn elastic;
  GroupColumn deepest;
  GroupColumn onset;
};

}  // namespace carom::internal

#endif  // CAROM_CORE_LAWS_CLUSTER_HYSTERESIS_COLUMNS_H_
