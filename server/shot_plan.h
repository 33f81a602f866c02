#ifndef CAROM_SERVER_SHOT_PLAN_H_
#define CAROM_SERVER_SHOT_PLAN_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/stop_token.h"
#include "core/shot/named_scene.h"
#include "core/shot/simulate.h"
#include "server/convert/estimate_convert.h"
#include "server/convert/request_convert.h"
#include "server/request_view.h"
#include "server/scene_store.h"

namespace carom {

/// What is asked now and then while a request is planned.
struct Planning {
  StopToken stop;
  /// Takes what tables and settings need beside the request; a status other than OK ends the plan.
  std::function<absl::Status(int64_t bytes)> take_memory = [](int64_t) { return absl::OkStatus(); };
};

/// A request in the core's terms, shared by all workers that run its shots: tables and settings are
/// converted once, scenes when a shot first needs them. A table or settings that cannot be
/// converted fails the shots that use it. Thread-safe once made.
class ShotPlan {
 public:
  /// `request` has passed CheckRequest(); it and `scenes`, which has the same limits, outlive the
  /// plan. INVALID_ARGUMENT when the detail, the generator or a goal is malformed; CANCELLED when
  /// `planning` asks to end; and what it says where there is no memory.
  static absl::StatusOr<std::unique_ptr<ShotPlan>> Make(const RequestView& request,
                                                        const ConvertLimits& limits,
                                                        SceneStore& scenes, Planning planning = {});

  const RequestView& request() const { return request_; }
  const ConvertedDetail& detail() const { return detail_; }
  const ShotGoals& goals() const { return goals_; }
  /// The balls and pockets that every layout and every table has. A table that cannot be converted
  /// and a layout without balls do not count; they fail the shots that use them.
  goals::KnownParts FindKnownParts() const;
  /// Null unless the generator names a scene.
  const NamedScene* named_scene() const { return named_scene_; }
  const Scene& scene_of_name() const { return *scene_of_name_; }
  /// Null unless the generator draws strikes.
  const UniformStrikes* strikes() const { return strikes_ ? &*strikes_ : nullptr; }
  /// Null unless the generator draws shots.
  const ConvertedDraw* draw() const { return draw_ ? &*draw_ : nullptr; }

  /// Errors bear the whole path from the request on. The index must be in range.
  const absl::StatusOr<SceneStore::KnownTable>& table(uint32_t index) const {
    return tables_[index];
  }
  const absl::StatusOr<SceneStore::KnownSettings>& settings(uint32_t index) const {
    return settings_[index];
  }

  /// The scene of a valid table and settings; the errors are those of Scene::Make.
  absl::StatusOr<Scene> FindScene(uint32_t table_index, uint32_t settings_index,
                                  const std::vector<BallSpec>& balls);

 private:
  ShotPlan(const RequestView& request, SceneStore& scenes, Planning planning)
      : request_(request), scenes_(scenes), planning_(std::move(planning)) {}

  absl::Status ConvertGoals();
  absl::Status ConvertGenerator(const v1::ShotGenerator& generator);
  absl::Status ConvertDraw(const v1::DrawnShots& wire);
  /// INVALID_ARGUMENT when the first shots of the seed find no place in a region.
  absl::Status TryRegions();
  absl::Status CheckColumnsOfStates() const;
  absl::Status ChooseNamedScene(const std::string& name);
  absl::Status ConvertTables();
  absl::Status ConvertAllSettings();
  /// After a part that takes so many bytes: CANCELLED where the planning is to end, or that there
  /// is no memory.
  absl::Status GoOn(int64_t bytes);

  const RequestView request_;
  ConvertedDetail detail_;
  ShotGoals goals_;
  SceneStore& scenes_;
  Planning planning_;        ///< While Make() runs.
  int64_t taken_bytes_ = 0;  ///< Of those that `planning_` has given, so many are used.
  int64_t given_bytes_ = 0;
  std::vector<absl::StatusOr<SceneStore::KnownTable>> tables_;
  std::vector<absl::StatusOr<SceneStore::KnownSettings>> settings_;
  std::optional<UniformStrikes> strikes_;
  std::optional<ConvertedDraw> draw_;
  const NamedScene* named_scene_ = nullptr;
  std::optional<Scene> scene_of_name_;
};

/// OK when all three point into the request's lists; else the path is that of the field alone.
absl::Status CheckIndices(const RequestView& request, uint32_t table, uint32_t settings,
                          uint32_t layout);

}  // namespace carom

#endif  // CAROM_SERVER_SHOT_PLAN_H_
