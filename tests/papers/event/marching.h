#ifndef CAROM_TESTS_PAPERS_EVENT_MARCHING_H_
#define CAROM_TESTS_PAPERS_EVENT_MARCHING_H_

#include <optional>
#include <vector>

#include "core/event/contact_record.h"
#include "core/event/trajectory_table.h"
#include "core/event/world.h"
#include "core/record/event.h"
#include "core/shot/simulate.h"
#include "core/table/shot.h"

namespace carom::papers {

/// "Continuous event-based evolution algorithm" as the paper prints it, for comparison: at every
/// event the times of all possible events are computed and all balls are advanced, whereas the
/// engine asks only the balls that the last event touched, and leaves the others on their
/// polynomials. Predictions, motion and laws are the engine's. On the cloth only.

/// The state of all balls as the paper keeps it: phases that all begin now.
struct March {
  TrajectoryTable table;
  ContactRecord contacts;
  int ball_count = 0;
};

/// The shot at t = 0, after its strike if it has one.
March BeginMarch(const Scene& scene, const Shot& shot);

/// Step 2: the earliest of all possible events; nothing when nothing can happen any more.
std::optional<Event> NextEvent(const World& world, const March& march);

/// Step 3: every ball to `time_s`, whether it is involved or not.
void AdvanceAll(double time_s, March& march);

/// Step 4. Requires balls advanced to the event.
void ResolveEvent(const World& world, const Event& event, March& march);

/// All events of the shot; with `rounds` the state before each search as well.
std::vector<Event> MarchThrough(const Scene& scene, const Shot& shot, std::vector<March>* rounds);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_EVENT_MARCHING_H_
