#include "server/shot_plan.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "server/convert/fields.h"
#include "server/convert/request_convert.h"
#include "server/shot_cursor.h"

namespace carom {
namespace {

/// An index that a shot or a generator gives, checked against the list that it points into.
absl::Status CheckIndex(const char* field, uint32_t index, size_t size) {
  if (index < size) return absl::OkStatus();
  return InvalidField(field, absl::StrCat(index), absl::StrCat("in [0, ", size, ")"));
}

}  // namespace

absl::Status CheckIndices(const RequestView& request, uint32_t table, uint32_t settings,
                          uint32_t layout) {
  absl::Status status =
      CheckIndex("table_index", table, static_cast<size_t>(request.tables.size()));
  status.Update(
      CheckIndex("settings_index", settings, static_cast<size_t>(request.settings.size())));
  status.Update(CheckIndex("layout_index", layout, static_cast<size_t>(request.layouts.size())));
  return status;
}

absl::StatusOr<std::unique_ptr<ShotPlan>> ShotPlan::Make(const RequestView& request,
                                                         const ConvertLimits& limits,
                                                         SceneStore& scenes, Planning planning) {
  std::unique_ptr<ShotPlan> plan(new ShotPlan(request, scenes, std::move(planning)));
  absl::StatusOr<ConvertedDetail> detail = ConvertDetail(request.detail, limits);
  if (!detail.ok()) return UnderPath("detail", detail.status());
  plan->detail_ = *std::move(detail);
  if (absl::Status end = plan->ConvertTables(); !end.ok()) return end;
  if (absl::Status end = plan->ConvertAllSettings(); !end.ok()) return end;
  if (request.generator != nullptr) {
    const absl::Status status = plan->ConvertGenerator(*request.generator);
    if (!status.ok()) return status;
  }
  if (absl::Status bad = plan->CheckColumnsOfStates(); !bad.ok()) return bad;
  if (absl::Status bad = plan->ConvertGoals(); !bad.ok()) return bad;
  plan->planning_ = {};
  return plan;
}

absl::Status ShotPlan::ConvertGoals() {
  const bool has_labels = request_.labels != nullptr;
  if (!has_labels && request_.detail.level() == v1::Detail::LEVEL_LABELS) {
    return InvalidField("detail.level", "LEVEL_LABELS", "in a batch that has labels");
  }
  const v1::Detail& detail = request_.detail;
  const bool has_margins = detail.margins_size() > 0;
  if (!has_labels && !has_margins && request_.filter == nullptr) return absl::OkStatus();
  const goals::KnownParts known = FindKnownParts();
  absl::StatusOr<std::vector<goals::Goal>> margins = ConvertMargins(detail.margins(), known);
  if (!margins.ok()) return UnderPath("detail", margins.status());
  detail_.margins = *std::move(margins);
  absl::StatusOr<ShotGoals> goals = ConvertShotGoals(request_.filter, request_.labels, known);
  if (!goals.ok()) return goals.status();
  goals_ = *std::move(goals);
  detail_.labels = goals_.labels.size();
  detail_.selected = goals_.filter.has_value();
  return absl::OkStatus();
}

goals::KnownParts ShotPlan::FindKnownParts() const {
  if (named_scene_ != nullptr) {
    return {static_cast<int>(named_scene_->layout.balls.size()),
            static_cast<int>(scene_of_name_->table().pockets.size())};
  }
  constexpr int kMostPockets = 8 * sizeof(goals::PocketMask);
  goals::KnownParts known{kMaxBalls, kMostPockets};
  for (const auto& table : tables_) {
    if (!table.ok()) continue;
    const size_t pockets = table->converted.table->pockets.size();
    known.pockets = std::min(known.pockets, static_cast<int>(pockets));
  }
  for (const v1::Layout& layout : request_.layouts) {
    const int balls = CountBalls(layout);
    if (balls > 0) known.balls = std::min(known.balls, balls);
  }
  return known;
}

// By the first shot's layout: the request as a whole is at fault if its columns do not fit that.
absl::Status ShotPlan::CheckColumnsOfStates() const {
  const v1::ShotColumns* const columns = request_.columns;
  if (columns == nullptr || (columns->positions_m().empty() && columns->motions().empty())) {
    return absl::OkStatus();
  }
  const uint32_t table = InColumn(columns->table_index(), 0);
  const uint32_t layout = InColumn(columns->layout_index(), 0);
  if (!CheckIndices(request_, table, /*settings=*/0, layout).ok() || !tables_[table].ok()) {
    return absl::OkStatus();  // The shot tells.
  }
  const auto balls =
      ConvertLayout(request_.layouts.Get(static_cast<int>(layout)), tables_[table]->converted);
  if (!balls.ok()) return absl::OkStatus();  // Likewise.
  return UnderPath("columns", CheckStateColumns(*columns, static_cast<int>(balls->balls.size())));
}

absl::Status ShotPlan::GoOn(int64_t bytes) {
  constexpr int64_t kLeastTaken = 64 << 10;  // Of small plans nobody is asked.
  taken_bytes_ += bytes;
  if (taken_bytes_ > given_bytes_ + kLeastTaken) {
    const int64_t more = taken_bytes_ - std::exchange(given_bytes_, taken_bytes_);
    if (absl::Status full = planning_.take_memory(more); !full.ok()) return full;
  }
  if (!planning_.stop.StopRequested()) return absl::OkStatus();
  return absl::CancelledError("the planning was asked to stop");
}

absl::Status ShotPlan::ConvertTables() {
  tables_.reserve(static_cast<size_t>(request_.tables.size()));
  for (const v1::Table& wire : request_.tables) {
    absl::StatusOr<SceneStore::KnownTable> table = scenes_.FindTable(wire);
    if (!table.ok()) table = UnderPath("tables", tables_.size(), table.status());
    const int64_t bytes = table.ok() ? table->bytes : 0;
    tables_.push_back(std::move(table));
    if (absl::Status end = GoOn(bytes + static_cast<int64_t>(sizeof(tables_[0]))); !end.ok())
      return end;
  }
  return absl::OkStatus();
}

absl::Status ShotPlan::ConvertAllSettings() {
  settings_.reserve(static_cast<size_t>(request_.settings.size()));
  for (const v1::Settings& wire : request_.settings) {
    absl::StatusOr<SceneStore::KnownSettings> settings = scenes_.FindSettings(wire);
    if (!settings.ok()) {
      settings = UnderPath("settings", settings_.size(), settings.status());
    }
    const int64_t bytes = settings.ok() ? settings->bytes : 0;
    settings_.push_back(std::move(settings));
    if (absl::Status end = GoOn(bytes + static_cast<int64_t>(sizeof(settings_[0]))); !end.ok())
      return end;
  }
  return absl::OkStatus();
}

absl::Status ShotPlan::ConvertGenerator(const v1::ShotGenerator& generator) {
  if (generator.has_scene()) return ChooseNamedScene(generator.scene());
  if (generator.has_drawn_shots()) return ConvertDraw(generator.drawn_shots());
  const v1::UniformStrikes& wire = generator.uniform_strikes();
  absl::Status status =
      CheckIndices(request_, wire.table_index(), wire.settings_index(), wire.layout_index());
  if (status.ok()) {
    absl::StatusOr<UniformStrikes> strikes = ConvertStrikes(wire);
    status = strikes.status();
    if (status.ok()) strikes_ = *std::move(strikes);
  }
  return UnderPath("generator.uniform_strikes", status);
}

absl::Status ShotPlan::ConvertDraw(const v1::DrawnShots& wire) {
  DrawnLists lists;
  lists.layouts = &request_.layouts;
  for (const auto& table : tables_) {
    lists.tables.push_back(table.ok() ? table->converted.table.get() : nullptr);
  }
  for (const auto& settings : settings_) {
    lists.settings.push_back(settings.ok() ? settings->settings.get() : nullptr);
  }
  absl::StatusOr<ConvertedDraw> draw = ConvertDrawnShots(wire, lists);
  if (!draw.ok()) return UnderPath("generator.drawn_shots", draw.status());
  draw_ = *std::move(draw);
  if (request_.detail.inputs()) detail_.input_columns = draw_->ColumnNames();
  return draw_->drawn.regions.empty() ? absl::OkStatus() : TryRegions();
}

// Eight failures in a row: of shots of which half find a place, one batch in 256 is refused.
absl::Status ShotPlan::TryRegions() {
  constexpr uint64_t kTries = 8;
  ShotCursor cursor(*this);
  absl::Status status;
  for (uint64_t number = 0; number < kTries; ++number) {
    status = cursor.LoadDrawnShot(number);
    if (!cursor.region_is_full()) return absl::OkStatus();
    if (absl::Status end = GoOn(0); !end.ok()) return end;
  }
  return status;
}

absl::Status ShotPlan::ChooseNamedScene(const std::string& name) {
  named_scene_ = FindNamedScene(name);
  if (named_scene_ == nullptr) {
    return UnknownName("generator.scene", name, NamesOf(NamedScenes()));
  }
  scene_of_name_ = scenes_.FindNamedScene(*named_scene_);
  return absl::OkStatus();
}

absl::StatusOr<Scene> ShotPlan::FindScene(uint32_t table_index, uint32_t settings_index,
                                          const std::vector<BallSpec>& balls) {
  return scenes_.FindScene(*tables_[table_index], *settings_[settings_index], balls);
}

}  // namespace carom
