#ifndef CAROM_CORE_SHOT_SCENE_H_
#define CAROM_CORE_SHOT_SCENE_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "core/event/world.h"
#include "core/laws/settings.h"

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

}  // namespace carom

#endif  // CAROM_CORE_SHOT_SCENE_H_
