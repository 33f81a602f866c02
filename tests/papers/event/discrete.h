#ifndef CAROM_TESTS_PAPERS_EVENT_DISCRETE_H_
#define CAROM_TESTS_PAPERS_EVENT_DISCRETE_H_

#include <cstdint>
#include <vector>

#include "core/laws/settings.h"
#include "core/record/event.h"
#include "core/shot/simulate.h"
#include "core/table/shot.h"

namespace carom::papers {

/// The discrete-time evolution of a scene, however many steps it takes.
struct Stepping {
  StepRule rule = StepRule::kFixed;
  double step_s = 1e-3;   ///< kFixed: the step; else the longest one.
  double depth_m = 0.0;   ///< Not used by kFixed.
  double until_s = 60.0;  ///< Ends here at the latest, else at rest.
};

/// What stepping through a shot found.
struct SteppedShot {
  int64_t steps = 0;
  std::vector<Event> impacts;      ///< At the times at which they were noticed.
  double deepest_overlap_m = 0.0;  ///< Of two balls, or of a ball and a cushion.
  std::vector<BallState> final_states;
};

/// Plays by the core's DiscreteStepper, with steps of any length.
SteppedShot PlayInSteps(const Scene& scene, const Shot& shot, const Stepping& stepping);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_EVENT_DISCRETE_H_
