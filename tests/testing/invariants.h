#ifndef CAROM_TESTS_TESTING_INVARIANTS_H_
#define CAROM_TESTS_TESTING_INVARIANTS_H_

#include <string>

#include "core/record/record.h"
#include "core/shot/scene.h"
#include "core/table/shot.h"

namespace carom::testing {

/// What a record with event states and samples shows, without any extended precision.
struct Invariants {
  double worst_energy_gain = 0.0;  ///< Relative to the energy before, over events and spans.
  double worst_overlap_m = 0.0;  ///< Beyond the start's, over all pairs at samples and at the end.
  bool all_finite = true;
  bool in_order = true;        ///< Times never fall.
  bool ended_properly = true;  ///< At rest, or moving at the time limit.
  std::string worst;
};

Invariants CheckInvariants(const Scene& scene, const Shot& shot, const Record& record);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_INVARIANTS_H_
