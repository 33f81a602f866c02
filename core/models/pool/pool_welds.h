#ifndef CAROM_CORE_MODELS_POOL_POOL_WELDS_H_
#define CAROM_CORE_MODELS_POOL_POOL_WELDS_H_

#include <span>
#include <vector>

#include "absl/status/status.h"
#include "core/models/pool/compliant_world.h"
#include "core/models/pool/pool_table.h"
#include "core/state/ball_state.h"

namespace carom {

/// Balls that are held together in pairs, as [Compliant pool table] 2 holds bodies together: each
/// weld is a constraint of six rows at the point where its balls touch at the start, and they meet
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

#endif  // CAROM_CORE_MODELS_POOL_POOL_WELDS_H_
