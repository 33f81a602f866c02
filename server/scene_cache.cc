#include "server/scene_cache.h"

#include <algorithm>

namespace carom {
namespace {

bool SameBalls(const std::vector<BallSpec>& a, const std::vector<BallSpec>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const BallSpec& ball, const BallSpec& other) {
                      return ball.mass_kg == other.mass_kg && ball.radius_m == other.radius_m;
                    });
}

}  // namespace

const SceneCache::Entry* SceneCache::FindEntry(const Key& key,
                                               const std::vector<BallSpec>& balls) const {
  const auto entries = scenes_.find(key);
  if (entries == scenes_.end()) return nullptr;
  const auto found =
      std::find_if(entries->second.begin(), entries->second.end(),
                   [&](const Entry& entry) { return SameBalls(entry.balls, balls); });
  return found == entries->second.end() ? nullptr : &*found;
}

absl::StatusOr<Scene> SceneCache::Find(uint32_t table_index, uint32_t settings_index,
                                       const std::shared_ptr<const Table>& table,
                                       const std::shared_ptr<const Settings>& settings,
                                       const std::vector<BallSpec>& balls) {
  const Key key(table_index, settings_index);
  {
    const MutexLock lock(mutex_);
    if (const Entry* entry = FindEntry(key, balls)) return entry->scene;
  }
  // Built outside the lock; that two workers may build the same scene at once does no harm.
  absl::StatusOr<Scene> scene = Scene::Make(table, settings, balls);
  const MutexLock lock(mutex_);
  if (count_ < kMaxScenes && FindEntry(key, balls) == nullptr) {
    scenes_[key].push_back({balls, scene});
    ++count_;
  }
  return scene;
}

}  // namespace carom
