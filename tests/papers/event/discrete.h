#ifndef CAROM_TESTS_PAPERS_EVENT_DISCRETE_H_
#define CAROM_TESTS_PAPERS_EVENT_DISCRETE_H_

#include <cstdint>
#include <vector>

#include "core/record/event.h"
#include "core/shot/scene.h"
#include "core/table/shot.h"

namespace carom::papers {

/// How long the steps of the discrete-time evolution are. [Event-based] names three ways.
enum class StepRule {
  kFixed,       ///< All of step_s.
  kBySpeed,     ///< So short that the two fastest balls cannot overlap by more than depth_m.
  kByDistance,  ///< So short that no pair can: time until the nearest two could meet, and depth_m.
};

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

/// The paper's other algorithm, "discrete time evolution": advance all balls by a step, look which
/// of them overlap, resolve those and go on. It plays by the engine's own motion (core/motion) and
/// impacts (core/event/resolve), and differs in nothing but when they are applied: an impact where
/// the overlap is noticed, a change of motion at the end of the step in which it falls.
/// Requires Flight::kOff; noses, jaws and pockets as the engine sees them, no outline.
SteppedShot PlayInSteps(const Scene& scene, const Shot& shot, const Stepping& stepping);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_EVENT_DISCRETE_H_
