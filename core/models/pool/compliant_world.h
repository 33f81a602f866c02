#ifndef CAROM_CORE_MODELS_POOL_COMPLIANT_WORLD_H_
#define CAROM_CORE_MODELS_POOL_COMPLIANT_WORLD_H_

#include <vector>

#include "absl/status/status.h"
#include "core/laws/compliant.h"
#include "core/state/ball_state.h"
#include "core/table/ball.h"
#include "core/table/environment.h"
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
/// spins finite and sane, inside the outline, penetrations that a ball at rest could have (1e-5 m
/// between balls, 1 mm into cloth and cushions), welded balls touching. Else INVALID_ARGUMENT at
/// "balls[i].position_m", "settings.compliant.welds[i]" and so on.
absl::Status ValidateCompliantStart(const CompliantWorld& world,
                                    const std::vector<BallState>& states);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_POOL_COMPLIANT_WORLD_H_
