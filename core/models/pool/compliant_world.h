#ifndef CAROM_CORE_MODELS_POOL_COMPLIANT_WORLD_H_
#define CAROM_CORE_MODELS_POOL_COMPLIANT_WORLD_H_

#include <span>
#include <vector>

#include "absl/status/status.h"
#include "core/laws/compliant.h"
#include "core/models/pool/pool_table.h"
#include "core/state/trajectory.h"
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

/// Balls that are held together in pairs, as [Compliant pool table] 2 holds bodies together: each
/// weld is a constraint of six rows at the point where its balls touch at the start, and they touch
/// in no other way.

/// OK when the welds of the settings name balls of the world. INVALID_ARGUMENT with a path such as
/// "welds[1].second".
absl::Status ValidateWeldedBalls(const CompliantSettings& settings, int ball_count);

/// OK when the balls that are welded are in play and touch: their surfaces within 1e-5 m, which is
/// the most that balls may overlap at a start. Else as above. Requires what ValidateWeldedBalls
/// takes.
absl::Status ValidateWeldedStart(const CompliantWorld& world, std::span<const BallState> states);

/// The table of a shot with its welds. Requires what both take.
PoolTableModel MakeWeldedTable(const CompliantWorld& world, std::span<const BallState> states);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_POOL_COMPLIANT_WORLD_H_
