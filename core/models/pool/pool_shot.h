#ifndef CAROM_CORE_MODELS_POOL_POOL_SHOT_H_
#define CAROM_CORE_MODELS_POOL_POOL_SHOT_H_

#include "core/base/stop_token.h"
#include "core/math/ivp/integrator.h"
#include "core/models/pool/compliant_world.h"
#include "core/record/record.h"
#include "core/table/shot.h"

namespace carom {

/// Plays one shot with contact forces, in full 3-D unless settings say otherwise, and writes the
/// same record as the event engine: an event is the beginning of a contact, its
/// states are those then; transitions between sliding, rolling and rest are recorded at the end of
/// the step in which they happen, with the states before and after (pool_motion.h). States are
/// true, however a shot ends: a ball at rest has no velocity, and a ball that moves has its own.
/// Environment::flight, simultaneous, settle_speed_m_s and rest_hop_s are the event engine's alone.
///
/// Bounded by the limits of the environment and by CompliantSettings::integration; asks `stop`
/// after every step. The same bits for the same arguments, whatever the detail. Requires valid
/// arguments. False when more samples or contact rows were asked for than the detail allows; the
/// record is then incomplete.
bool PlayCompliant(const CompliantWorld& world, const Shot& shot, const Detail& detail,
                   StopToken stop, Integrator& integrator, Record& record);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_POOL_POOL_SHOT_H_
