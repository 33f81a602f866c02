#include "server/convert/event_convert.h"

#include "server/convert/wire_enum.h"

namespace carom {
namespace {

static_assert(static_cast<int>(EventKind::kCueStrike) + kWireOffset == v1::EVENT_KIND_CUE_STRIKE);
static_assert(static_cast<int>(EventKind::kSupportedToAirborne) + kWireOffset ==
              v1::EVENT_KIND_SUPPORTED_TO_AIRBORNE);
static_assert(static_cast<int>(EventKind::kContactEnd) + kWireOffset == v1::EVENT_KIND_CONTACT_END);
static_assert(v1::EventKind_MAX == v1::EVENT_KIND_CONTACT_END);
static_assert(static_cast<int>(StopReason::kAtRest) + kWireOffset == v1::STOP_REASON_AT_REST);
static_assert(static_cast<int>(StopReason::kCancelled) + kWireOffset == v1::STOP_REASON_CANCELLED);
static_assert(static_cast<int>(StopReason::kNumericalFailure) + kWireOffset ==
              v1::STOP_REASON_NUMERICAL_FAILURE);
static_assert(v1::StopReason_MAX == v1::STOP_REASON_NUMERICAL_FAILURE);

}  // namespace

v1::EventKind ToWire(EventKind kind) { return ToWireEnum<v1::EventKind>(kind); }

v1::StopReason ToWire(StopReason reason) { return ToWireEnum<v1::StopReason>(reason); }

void AppendEvent(const Event& event, v1::EventColumns& columns) {
  columns.add_times_s(event.time_s);
  columns.add_kinds(ToWire(event.kind));
  columns.add_balls(static_cast<uint32_t>(event.ball));
  columns.add_others(event.other);
}

}  // namespace carom
