#include "server/scene_store.h"

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace carom {
namespace {

// Of a shared object beside itself: its counts, and what the allocator adds.
constexpr size_t kSharedBytes = 48;

template <class Item>
size_t HeapBytes(const std::vector<Item>& items) {
  return items.capacity() * sizeof(Item);
}

int64_t BytesInCore(const Table& table) {
  return static_cast<int64_t>(sizeof(table) + kSharedBytes + HeapBytes(table.noses) +
                              HeapBytes(table.jaws) + HeapBytes(table.pockets) +
                              HeapBytes(table.rail_tops) + HeapBytes(table.bed_outline_m));
}

constexpr int64_t kSettingsBytes = sizeof(Settings) + kSharedBytes;

template <class Number>
void Append(Number number, std::string& content) {
  static_assert(std::is_trivially_copyable_v<Number>);
  content.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

// A scene depends on nothing else.
std::string ContentOf(uint64_t table_id, uint64_t settings_id, const std::vector<BallSpec>& balls) {
  std::string content;
  content.reserve(2 * sizeof(uint64_t) + 3 * sizeof(double) * balls.size());
  Append(table_id, content);
  Append(settings_id, content);
  for (const auto& [mass_kg, radius_m, inertia_ratio] : balls) {
    Append(mass_kg, content);
    Append(radius_m, content);
    Append(inertia_ratio, content);
  }
  return content;
}

}  // namespace

// Most of the bytes are the scenes'.
SceneStore::SceneStore(int64_t max_bytes, const ConvertLimits& limits)
    : limits_(limits),
      tables_(max_bytes / 8),
      settings_(max_bytes / 8),
      scenes_(max_bytes * 3 / 4) {}

absl::StatusOr<SceneStore::KnownTable> SceneStore::FindTable(const v1::Table& wire) {
  std::string content = wire.SerializeAsString();
  if (std::optional<KnownTable> known = tables_.Find(content)) return *std::move(known);
  absl::StatusOr<ConvertedTable> converted = ConvertTable(wire);
  if (!converted.ok()) return converted.status();
  const int64_t bytes = BytesInCore(*converted->table);
  return tables_.Keep(std::move(content), {*std::move(converted), next_id_++, bytes}, bytes);
}

absl::StatusOr<SceneStore::KnownSettings> SceneStore::FindSettings(const v1::Settings& wire) {
  std::string content = wire.SerializeAsString();
  if (std::optional<KnownSettings> known = settings_.Find(content)) return *std::move(known);
  absl::StatusOr<std::shared_ptr<const Settings>> settings = ConvertSettings(wire, limits_);
  if (!settings.ok()) return settings.status();
  return settings_.Keep(std::move(content), {*std::move(settings), next_id_++, kSettingsBytes},
                        kSettingsBytes);
}

absl::StatusOr<Scene> SceneStore::FindScene(const KnownTable& table, const KnownSettings& settings,
                                            const std::vector<BallSpec>& balls) {
  std::string content = ContentOf(table.id, settings.id, balls);
  if (std::optional<Scene> known = scenes_.Find(content)) return *std::move(known);
  // Built outside the lock; that two workers may build the same scene at once does no harm.
  absl::StatusOr<Scene> scene = Scene::Make(table.converted.table, settings.settings, balls);
  if (!scene.ok()) return scene;
  const int64_t bytes = scene->memory_bytes();
  return scenes_.Keep(std::move(content), *std::move(scene), bytes);
}

Scene SceneStore::FindNamedScene(const NamedScene& named) {
  // Longer than the two ids that other contents begin with, and no id is as large as these letters.
  std::string content = absl::StrCat("generator.scene ", named.name);
  if (std::optional<Scene> known = scenes_.Find(content)) return *std::move(known);
  Scene scene = named.MakeScene();
  const int64_t bytes = scene.memory_bytes();
  return scenes_.Keep(std::move(content), std::move(scene), bytes);
}

}  // namespace carom
