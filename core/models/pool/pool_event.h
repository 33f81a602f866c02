#ifndef CAROM_CORE_MODELS_POOL_POOL_EVENT_H_
#define CAROM_CORE_MODELS_POOL_POOL_EVENT_H_

#include "core/base/vec3.h"
#include "core/models/pool/pool_table.h"
#include "core/record/event.h"
#include "core/table/table.h"

namespace carom {

/// The name of a contact or a watch in the log when it begins. A cushion of several noses and jaws,
/// a pocket's liner, or the edge of the bed, is named by the part nearest to the ball's centre.
Event EventOf(const Table& table, const PoolMeaning& meaning, double time_s, const Vec2& centre_m);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_POOL_POOL_EVENT_H_
