#ifndef CAROM_SERVER_SHOT_CURSOR_H_
#define CAROM_SERVER_SHOT_CURSOR_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "absl/status/status.h"
#include "core/shot/drawn/shot_drawer.h"
#include "server/shot_plan.h"

namespace carom {

/// Turns the shots of a plan, one at a time, into what the core simulates. It remembers the last
/// scene and layout, so that shots which share them cost little. Not thread-safe: one per run of
/// shots.
class ShotCursor {
 public:
  explicit ShotCursor(ShotPlan& plan);

  /// Loads shot `index`, counted from 0. INVALID_ARGUMENT with the whole path when its table,
  /// settings, layout or the shot itself is at fault.
  absl::Status Load(uint32_t index);

  /// The same of number `number` of a plan that draws shots.
  absl::Status LoadDrawnShot(uint64_t number);

  /// Of the last Load() that was OK.
  const Scene& scene() const { return drawn_scene_ ? *drawn_scene_ : *scene_; }
  const Shot& shot() const { return shot_; }

  /// What the last Load() has drawn, a value for each of ConvertedDetail::input_columns.
  std::span<const double> inputs() const;

  /// Whether the last Load() has failed since a region had no place.
  bool region_is_full() const { return drawer_ && drawer_->region_is_full(); }

  /// An error of the core about this shot, said in the wire's terms.
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
  absl::Status LoadStrikes(const v1::UniformStrikes& wire, uint64_t number);
  absl::Status LoadNamed(const NamedScene& named, uint64_t number);
  absl::Status SelectChecked(const Parts& parts);
  absl::Status Select(const Parts& parts);
  absl::Status SelectNew(const Parts& parts);
  /// An error about a field of the shot, by its whole path.
  absl::Status AtShot(const absl::Status& status) const;
  /// An error of the core about a part that was drawn: nothing else on the wire has its values.
  bool IsAboutDrawnPart(const absl::Status& status) const;

  ShotPlan& plan_;
  uint32_t index_ = 0;
  std::optional<Parts> parts_;  ///< Of the last Select().
  absl::Status selected_;       ///< Its outcome.
  Layout layout_;
  std::optional<Scene> scene_;
  Shot shot_;
  v1::Shot listed_;                   ///< Out of columns.
  std::optional<ShotDrawer> drawer_;  ///< Of a plan that draws shots, as are the ones below.
  std::optional<RackRecipe> rack_;    ///< Of the layout, if it is one.
  std::optional<Scene> drawn_scene_;
};

}  // namespace carom

#endif  // CAROM_SERVER_SHOT_CURSOR_H_
