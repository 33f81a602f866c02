#ifndef CAROM_TESTS_TESTING_SHOTS_INVARIANTS_H_
#define CAROM_TESTS_TESTING_SHOTS_INVARIANTS_H_

#include <string>

#include "core/record/record.h"
#include "core/shot/simulate.h"
#include "core/table/shot.h"

namespace carom::testing {

/// What a record with event states and samples shows, without any extended precision.
struct Invariants {
  double worst_energy_gain = 0.0;   ///< See energy_ledger.h.
  double worst_flight_drift = 0.0;  ///< See energy_ledger.h.
  /// Beyond the start's: of two balls at samples and at the end, of a ball in play with a nose, a
  /// jaw or the slate at samples, events and the end.
  double worst_overlap_m = 0.0;
  bool all_finite = true;
  bool in_order = true;      ///< Times never fall.
  bool on_its_cloth = true;  ///< What is said to be on the cloth is, and answers what drives it in.
  bool by_state_machine = true;  ///< Every event is allowed by tests/testing/state_machine.h.
  /// Nothing left but within a pocket's circle, or over the outline.
  bool left_properly = true;
  /// All at rest (a spin may last for ever), or ended by a limit or a rule that was asked for.
  bool ended_properly = true;
  std::string worst;
};

Invariants CheckInvariants(const Scene& scene, const Shot& shot, const Record& record);

/// One of the limits that end a shot which would go on.
bool AtLimit(StopReason reason);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_SHOTS_INVARIANTS_H_
