#ifndef CAROM_CORE_RECORD_EARLY_STOP_H_
#define CAROM_CORE_RECORD_EARLY_STOP_H_

#include <cstdint>
#include <optional>

#include "core/record/event.h"
#include "core/record/record.h"
#include "core/table/environment.h"

namespace carom {

/// Whether the caller wants the shot to end after this event, the last of those that `outcome`
/// tells of. `potted` has the balls that are in pockets, one bit each.
std::optional<StopReason> EarlyStop(const StopRules& rules, const Outcome& outcome, uint32_t potted,
                                    const Event& event);

}  // namespace carom

#endif  // CAROM_CORE_RECORD_EARLY_STOP_H_
