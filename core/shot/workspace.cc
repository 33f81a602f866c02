#include "core/shot/workspace.h"

#include "core/event/discrete_stepper.h"
#include "core/event/engine.h"

namespace carom {

Workspace::Workspace()
    : event_engine_(std::make_unique<EventEngine>()),
      discrete_stepper_(std::make_unique<DiscreteStepper>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

}  // namespace carom
