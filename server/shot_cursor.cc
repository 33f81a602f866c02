#include "server/shot_cursor.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "server/convert/request_convert.h"

namespace carom {

ShotCursor::ShotCursor(ShotPlan& plan) : plan_(plan) {
  const ConvertedDraw* const draw = plan_.draw();
  if (draw == nullptr) return;
  drawer_.emplace(draw->drawn, plan_.request().generator->seed(), draw->most_balls);
}

std::span<const double> ShotCursor::inputs() const {
  return drawer_ ? drawer_->values().values() : std::span<const double>();
}

absl::Status ShotCursor::Load(uint32_t index) {
  index_ = index;
  const RequestView& request = plan_.request();
  if (request.shots != nullptr) return LoadListed(request.shots->Get(static_cast<int>(index)));
  if (request.columns != nullptr) return LoadFromColumns(*request.columns);
  const uint64_t number = request.first_shot + index;
  if (plan_.named_scene() != nullptr) return LoadNamed(*plan_.named_scene(), number);
  if (plan_.draw() != nullptr) return LoadDrawnShot(number);
  return LoadStrikes(request.generator->uniform_strikes(), number);
}

absl::Status ShotCursor::LoadListed(const v1::Shot& wire) {
  absl::Status status =
      SelectChecked({wire.table_index(), wire.settings_index(), wire.layout_index()});
  if (!status.ok()) return status;
  return AtShot(ConvertShot(wire, layout_, shot_));
}

absl::Status ShotCursor::LoadFromColumns(const v1::ShotColumns& columns) {
  absl::Status status = SelectChecked({InColumn(columns.table_index(), index_),
                                       InColumn(columns.settings_index(), index_),
                                       InColumn(columns.layout_index(), index_)});
  if (!status.ok()) return status;
  const int balls = static_cast<int>(layout_.balls.size());
  if (absl::Status bad = TakeShot(columns, index_, balls, listed_); !bad.ok()) {
    return UnderPath(plan_.request().ShotPath(index_).Text(), bad);
  }
  return AtShot(ConvertShot(listed_, layout_, shot_));
}

absl::Status ShotCursor::LoadStrikes(const v1::UniformStrikes& wire, uint64_t number) {
  absl::Status status = Select({wire.table_index(), wire.settings_index(), wire.layout_index()});
  if (!status.ok()) return status;
  GenerateShot(layout_.states, *plan_.strikes(), plan_.request().generator->seed(), number, shot_);
  return status;
}

absl::Status ShotCursor::LoadDrawnShot(uint64_t number) {
  const ShotDrawer::Parts drawn = drawer_->Begin(number);
  const Parts parts = {static_cast<uint32_t>(drawn.table), static_cast<uint32_t>(drawn.settings),
                       static_cast<uint32_t>(drawn.layout)};
  if (absl::Status bad = Select(parts); !bad.ok()) return bad;
  DrawnGround ground;
  ground.table = plan_.table(parts.table)->converted.table;
  ground.settings = plan_.settings(parts.settings)->settings;
  ground.layout = &layout_;
  ground.rack = rack_ ? &*rack_ : nullptr;
  ground.scene = &*scene_;
  const absl::Status bad = drawer_->Draw(ground, drawn_scene_, shot_);
  if (drawer_->world_is_bad()) return BlameField("generator.drawn_shots", bad);
  return UnderPath("generator.drawn_shots", bad);
}

absl::Status ShotCursor::LoadNamed(const NamedScene& named, uint64_t number) {
  if (!scene_) scene_ = plan_.scene_of_name();
  named.Generate(plan_.request().generator->seed(), number, shot_);
  return absl::OkStatus();
}

absl::Status ShotCursor::SelectChecked(const Parts& parts) {
  absl::Status bad = CheckIndices(plan_.request(), parts.table, parts.settings, parts.layout);
  return bad.ok() ? Select(parts) : AtShot(bad);
}

absl::Status ShotCursor::Select(const Parts& parts) {
  if (parts_ == parts) return selected_;
  parts_ = parts;
  selected_ = SelectNew(parts);
  return selected_;
}

absl::Status ShotCursor::SelectNew(const Parts& parts) {
  const auto& table = plan_.table(parts.table);
  if (!table.ok()) return table.status();
  const auto& settings = plan_.settings(parts.settings);
  if (!settings.ok()) return settings.status();
  absl::StatusOr<Layout> layout =
      ConvertLayout(plan_.request().layouts.Get(static_cast<int>(parts.layout)), table->converted);
  if (!layout.ok()) {
    return UnderPath("layouts", parts.layout, layout.status());
  }
  layout_ = *std::move(layout);
  if (plan_.draw() != nullptr) {
    rack_ = ConvertRackRecipe(plan_.request().layouts.Get(static_cast<int>(parts.layout)),
                              table->converted);
  }
  absl::StatusOr<Scene> scene = plan_.FindScene(parts.table, parts.settings, layout_.balls);
  if (!scene.ok()) return ToWire(scene.status());
  scene_ = *std::move(scene);
  return absl::OkStatus();
}

absl::Status ShotCursor::AtShot(const absl::Status& status) const {
  if (status.ok()) return status;
  const RequestView& request = plan_.request();
  const absl::Status at_path = UnderPath(request.ShotPath(index_).Text(), status);
  if (request.columns == nullptr) return at_path;
  return ToColumnPath(at_path, *request.columns, index_, listed_);
}

bool ShotCursor::IsAboutDrawnPart(const absl::Status& status) const {
  if (plan_.draw() == nullptr) return false;
  const std::optional<FieldError> error = FieldErrorOf(status);
  if (!error) return false;
  const DrawnShots& drawn = plan_.draw()->drawn;
  if (error->path.BeginsWith("balls")) {
    return drawn.draws_world || drawn.rack || drawn.DrawsPlaces();
  }
  const bool of_world = error->path.BeginsWith("settings") || error->path.BeginsWith("table");
  return of_world && drawn.draws_world;
}

absl::Status ShotCursor::ToWire(const absl::Status& status) const {
  if (IsAboutDrawnPart(status)) return BlameField("generator.drawn_shots", status);
  const RequestView& request = plan_.request();
  WirePaths paths;
  paths.shot_path = request.ShotPath(index_);
  if (request.shots != nullptr) paths.shot = &request.shots->Get(static_cast<int>(index_));
  if (request.columns != nullptr) paths.shot = &listed_;
  if (parts_) {
    paths.table = &request.tables.Get(static_cast<int>(parts_->table));
    paths.layout = &request.layouts.Get(static_cast<int>(parts_->layout));
    paths.table_index = parts_->table;
    paths.settings_index = parts_->settings;
    paths.layout_index = parts_->layout;
  }
  paths.columns = request.columns;
  paths.shot_index = index_;
  return ToWirePath(status, paths);
}

}  // namespace carom
