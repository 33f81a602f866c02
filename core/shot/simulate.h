#ifndef CAROM_CORE_SHOT_SIMULATE_H_
#define CAROM_CORE_SHOT_SIMULATE_H_

#include "absl/status/status.h"
#include "core/base/interval.h"
#include "core/base/stop_token.h"
#include "core/record/record.h"
#include "core/shot/scene.h"
#include "core/shot/workspace.h"
#include "core/table/shot.h"

namespace carom {

/// Detail::sample_period_s where it is not 0 (none), and Detail::sample_times_s: s.
inline constexpr Interval kSamplePeriodRange{1e-6, 1e6};
inline constexpr Interval kSampleTimeRange{0.0, 1e6};

/// The door of the core: plays one shot and writes what `detail` asks for into `record` (cleared
/// first). The answer is a pure function of (scene, shot): the same bits on every thread, machine
/// and detail. Bounded in time by the scene's limits; `stop` is looked at now and then, and ends
/// the shot with StopReason::kCancelled.
///
/// INVALID_ARGUMENT with the field's path ("balls[3].position_m: ...", "strike.speed_m_s: ...",
/// "detail.samples: ...") when the shot does not fit the scene; the record is then empty.
absl::Status Simulate(const Scene& scene, const Shot& shot, const Detail& detail, StopToken stop,
                      Workspace& workspace, Record& record);

}  // namespace carom

#endif  // CAROM_CORE_SHOT_SIMULATE_H_
