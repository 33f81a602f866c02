#ifndef CAROM_CORE_MODELS_POOL_SHOT_H_
#define CAROM_CORE_MODELS_POOL_SHOT_H_

#include <vector>

#include "absl/status/status.h"
#include "core/laws/compliant.h"
#include "core/math/ivp/integrator.h"
#include "core/record/record.h"
#include "core/record/stop_token.h"
#include "core/table/ball.h"
#include "core/table/environment.h"
#include "core/table/shot.h"
#include "core/table/table.h"

namespace carom {

/// What a compliant shot is played on; all of it outlives the shot.
struct CompliantWorld {
  const Table& table;
  const Environment& environment;
  const CompliantSettings& settings;
  const std::vector<BallSpec>& balls;
};

/// OK when the compliant engine can take these balls where they are: positions, velocities and
/// spins finite and sane, inside the outline, indentations that a ball at rest could have (1e-5 m
/// of balls, 1 mm of cloth and cushions). Else INVALID_ARGUMENT at "balls[i].position_m" and so on.
absl::Status ValidateCompliantStart(const CompliantWorld& world,
                                    const std::vector<BallState>& states);

/// Plays one shot with contact forces, in full 3-D unless settings say otherwise, and writes the
/// same record as the event engine, in the same words: an event is the beginning of a contact, its
/// states are those then; transitions between sliding, rolling and rest are told at the end of the
/// step in which they happen. Environment::flight, simultaneous, settle_speed_m_s and rest_hop_s
/// are the event engine's alone.
///
/// Bounded by the limits of the environment and by CompliantSettings::integration; asks `stop`
/// after every step. The same bits for the same arguments, whatever the detail. Requires valid
/// arguments. False when more samples or contact rows were asked for than the detail allows; the
/// record is then incomplete.
bool PlayCompliant(const CompliantWorld& world, const Shot& shot, const Detail& detail,
                   StopToken stop, Integrator& integrator, Record& record);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_POOL_SHOT_H_
