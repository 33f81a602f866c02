#ifndef CAROM_CORE_SHOT_SIMULATE_H_
#define CAROM_CORE_SHOT_SIMULATE_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/interval.h"
#include "core/base/stop_token.h"
#include "core/event/world.h"
#include "core/laws/settings.h"
#include "core/math/ivp/integrator.h"
#include "core/record/record.h"
#include "core/table/shot.h"

namespace carom {

/// A validated world: table, settings and the balls' masses and radii. Where the balls are is the
/// shot's part. Immutable and cheap to copy; share one between any number of threads.
class Scene {
 public:
  /// INVALID_ARGUMENT with the path of the field at fault: below "table.", "settings." or
  /// "balls[i].".
  static absl::StatusOr<Scene> Make(std::shared_ptr<const Table> table,
                                    std::shared_ptr<const Settings> settings,
                                    std::vector<BallSpec> balls);

  const Table& table() const { return *world_->table; }
  const Settings& settings() const { return *world_->settings; }
  const std::vector<BallSpec>& balls() const { return world_->balls; }
  const World& world() const { return *world_; }

  /// At most so much memory is the scene's own, its table and settings included.
  int64_t memory_bytes() const;

 private:
  explicit Scene(std::shared_ptr<const World> world) : world_(std::move(world)) {}
  std::shared_ptr<const World> world_;
};

/// INVALID_ARGUMENT at "settings.engine" for a scene of another engine: of searches that need the
/// event-driven one.
absl::Status RequireEventDriven(const Scene& scene);

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
