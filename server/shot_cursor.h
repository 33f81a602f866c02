#ifndef CAROM_SERVER_SHOT_CURSOR_H_
#define CAROM_SERVER_SHOT_CURSOR_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "server/shot_plan.h"

namespace carom {

/// Turns the shots of a plan, one at a time, into what the core simulates. It remembers the last
/// scene and layout, so that shots which share them cost little. Not thread-safe: one per run of
/// shots.
class ShotCursor {
 public:
  explicit ShotCursor(ShotPlan& plan) : plan_(plan) {}

  /// Loads shot `index`, counted from 0. INVALID_ARGUMENT with the whole path when its table,
  /// settings, layout or the shot itself is at fault.
  absl::Status Load(uint32_t index);

  /// Of the last Load() that was OK.
  const Scene& scene() const { return *scene_; }
  const Shot& shot() const { return shot_; }

  /// An error of the core about this shot, told in the wire's terms.
  absl::Status ToWire(const absl::Status& status) const;

 private:
  /// What a shot names; equal parts mean an equal scene and layout.
  struct Parts {
    uint32_t table = 0;
    uint32_t settings = 0;
    uint32_t layout = 0;
    bool operator==(const Parts&) const = default;
  };

  absl::Status LoadListed(const v1::Shot& wire);
  absl::Status LoadFromColumns(const v1::ShotColumns& columns);
  absl::Status LoadDrawn(const v1::UniformStrikes& wire, uint64_t number);
  absl::Status LoadNamed(const NamedScene& named, uint64_t number);
  absl::Status SelectChecked(const Parts& parts);
  absl::Status Select(const Parts& parts);
  absl::Status SelectNew(const Parts& parts);
  /// An error about a field of the shot, by its whole path.
  absl::Status AtShot(const absl::Status& status) const;

  ShotPlan& plan_;
  uint32_t index_ = 0;
  std::optional<Parts> parts_;  ///< Of the last Select().
  absl::Status selected_;       ///< Its outcome.
  Layout layout_;
  std::optional<Scene> scene_;
  Shot shot_;
  v1::Shot listed_;  ///< Out of columns.
};

}  // namespace carom

#endif  // CAROM_SERVER_SHOT_CURSOR_H_
