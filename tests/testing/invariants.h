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
  /// Beyond the start's: of two balls at samples and at the end, of a ball in play with a nose or
  /// jaw at samples, events and the end.
  double worst_overlap_m = 0.0;
  bool all_finite = true;
  bool in_order = true;        ///< Times never fall.
  bool stayed_inside = true;   ///< Nothing left a table that noses surround but through a pocket.
  bool ended_properly = true;  ///< All at rest (a spin may last for ever), or the time limit.
  std::string worst;
};

Invariants CheckInvariants(const Scene& scene, const Shot& shot, const Record& record);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_INVARIANTS_H_
