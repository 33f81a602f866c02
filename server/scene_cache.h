#ifndef CAROM_SERVER_SCENE_CACHE_H_
#define CAROM_SERVER_SCENE_CACHE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "core/shot/scene.h"
#include "server/mutex.h"

namespace carom {

/// The scenes of one request: one for each table, settings and set of balls that its shots combine,
/// built when first asked for, whether it turns out valid or not. Layouts with the same balls share
/// a scene. Thread-safe.
class SceneCache {
 public:
  /// Scenes kept; further ones are built for each use, which bounds the memory of a hostile
  /// request.
  static constexpr int kMaxScenes = 256;

  /// The errors are those of Scene::Make.
  absl::StatusOr<Scene> Find(uint32_t table_index, uint32_t settings_index,
                             const std::shared_ptr<const Table>& table,
                             const std::shared_ptr<const Settings>& settings,
                             const std::vector<BallSpec>& balls);

 private:
  struct Entry {
    std::vector<BallSpec> balls;
    absl::StatusOr<Scene> scene;
  };
  using Key = std::pair<uint32_t, uint32_t>;

  const Entry* FindEntry(const Key& key, const std::vector<BallSpec>& balls) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Mutex mutex_;
  std::map<Key, std::vector<Entry>> scenes_ ABSL_GUARDED_BY(mutex_);
  int count_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace carom

#endif  // CAROM_SERVER_SCENE_CACHE_H_
