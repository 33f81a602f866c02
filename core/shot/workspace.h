#ifndef CAROM_CORE_SHOT_WORKSPACE_H_
#define CAROM_CORE_SHOT_WORKSPACE_H_

#include <memory>

#include "core/math/ivp/integrator.h"
#include "core/table/shot.h"

namespace carom {

class DiscreteStepper;
class EventEngine;

/// The private memory of one thread's simulations, reused from shot to shot without allocating.
/// Not thread-safe: one per worker.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;

  EventEngine& event_engine() { return *event_engine_; }
  DiscreteStepper& discrete_stepper() { return *discrete_stepper_; }
  Integrator& integrator() { return integrator_; }

  /// Room for a shot whose layout had to be separated.
  Shot& separated_shot() { return separated_shot_; }

 private:
  std::unique_ptr<EventEngine> event_engine_;
  std::unique_ptr<DiscreteStepper> discrete_stepper_;
  Integrator integrator_;
  Shot separated_shot_;
};

}  // namespace carom

#endif  // CAROM_CORE_SHOT_WORKSPACE_H_
