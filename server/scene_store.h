#ifndef CAROM_SERVER_SCENE_STORE_H_
#define CAROM_SERVER_SCENE_STORE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "core/shot/named_scene.h"
#include "core/shot/simulate.h"
#include "server/content_cache.h"
#include "server/convert/request_convert.h"

namespace carom {

/// Tables, settings and scenes in the core's terms, kept from call to call: planners send the same
/// table with every request. What is at fault is not kept. Thread-safe.
class SceneStore {
 public:
  /// Together they take at most `max_bytes`; `limits` are those of all settings.
  SceneStore(int64_t max_bytes, const ConvertLimits& limits);

  /// What equal messages share. Equal ids mean equal content; the same content may get another id
  /// once it has been thrown out.
  struct KnownTable {
    ConvertedTable converted;
    uint64_t id = 0;
    int64_t bytes = 0;  ///< Of memory.
  };
  struct KnownSettings {
    std::shared_ptr<const Settings> settings;
    uint64_t id = 0;
    int64_t bytes = 0;  ///< Likewise.
  };

  /// The errors are those of ConvertTable and ConvertSettings.
  absl::StatusOr<KnownTable> FindTable(const v1::Table& wire);
  absl::StatusOr<KnownSettings> FindSettings(const v1::Settings& wire);
  /// The errors are those of Scene::Make.
  absl::StatusOr<Scene> FindScene(const KnownTable& table, const KnownSettings& settings,
                                  const std::vector<BallSpec>& balls);

  Scene FindNamedScene(const NamedScene& named);
  const ConvertLimits& limits() const { return limits_; }

  using CacheStats = ContentCache<Scene>::Stats;
  CacheStats scene_stats() const { return scenes_.stats(); }

 private:
  const ConvertLimits limits_;
  std::atomic<uint64_t> next_id_{0};
  ContentCache<KnownTable> tables_;
  ContentCache<KnownSettings> settings_;
  ContentCache<Scene> scenes_;
};

}  // namespace carom

#endif  // CAROM_SERVER_SCENE_STORE_H_
