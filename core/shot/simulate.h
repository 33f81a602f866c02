#ifndef CAROM_CORE_SHOT_SIMULATE_H_
#define CAROM_CORE_SHOT_SIMULATE_H_

#include <memory>

#include "absl/status/status.h"
#include "core/base/interval.h"
#include "core/base/stop_token.h"
#include "core/math/ivp/integrator.h"
#include "core/record/record.h"
#include "core/shot/scene.h"
#include "core/table/shot.h"

namespace carom {

class DiscreteStepper;
class EventEngine;
class TangentPlayer;
namespace estimate {
class KeptNoise;
}

/// The private memory of one thread's simulations, reused from shot to shot without allocating.
/// Not thread-safe: one per worker.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;

  EventEngine& event_engine() { return *event_engine_; }
  DiscreteStepper& discrete_stepper() { return *discrete_stepper_; }
  Integrator& integrator() { return integrator_; }
  TangentPlayer& tangent_player();     ///< Made when it is first asked for.
  estimate::KeptNoise& probe_noise();  ///< As is this.

  /// Room for a shot whose layout had to be separated.
  Shot& separated_shot() { return separated_shot_; }

 private:
  std::unique_ptr<EventEngine> event_engine_;
  std::unique_ptr<DiscreteStepper> discrete_stepper_;
  std::unique_ptr<TangentPlayer> tangent_player_;
  std::unique_ptr<estimate::KeptNoise> probe_noise_;
  Integrator integrator_;
  Shot separated_shot_;
};

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
