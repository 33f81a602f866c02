#ifndef CAROM_SERVER_CONVERT_EVENT_CONVERT_H_
#define CAROM_SERVER_CONVERT_EVENT_CONVERT_H_

#include "carom/v1/result.pb.h"
#include "core/record/event.h"

// The wire keeps 0 for what is unspecified and shifts the core's numbers by one.

namespace carom {

v1::EventKind ToWire(EventKind kind);
v1::StopReason ToWire(StopReason reason);

/// Appends one event to the four columns that every log has.
void AppendEvent(const Event& event, v1::EventColumns& columns);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_EVENT_CONVERT_H_
