#include "server/shot_plan.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/convert/catalog_convert.h"
#include "server/convert/wire_names.h"

namespace carom {
namespace {

/// An index that a shot or a generator gives, checked against the list that it points into.
absl::Status CheckIndex(const char* field, uint32_t index, size_t size) {
  if (index < size) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(field, ": ", index, " must be in [0, ", size, ")"));
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
                                                         const ConvertLimits& limits) {
  std::unique_ptr<ShotPlan> plan(new ShotPlan(request));
  absl::StatusOr<ConvertedDetail> detail = ConvertDetail(request.detail, limits);
  if (!detail.ok()) return AtPath(detail.status(), "detail");
  plan->detail_ = *std::move(detail);
  plan->ConvertTables();
  plan->ConvertAllSettings(limits);
  if (request.generator != nullptr) {
    const absl::Status status = plan->ConvertGenerator(*request.generator);
    if (!status.ok()) return status;
  }
  return plan;
}

void ShotPlan::ConvertTables() {
  tables_.reserve(static_cast<size_t>(request_.tables.size()));
  for (const v1::Table& wire : request_.tables) {
    absl::StatusOr<ConvertedTable> table = ConvertTable(wire);
    if (!table.ok()) table = AtPath(table.status(), absl::StrCat("tables[", tables_.size(), "]"));
    tables_.push_back(std::move(table));
  }
}

void ShotPlan::ConvertAllSettings(const ConvertLimits& limits) {
  settings_.reserve(static_cast<size_t>(request_.settings.size()));
  for (const v1::Settings& wire : request_.settings) {
    absl::StatusOr<std::shared_ptr<const Settings>> settings = ConvertSettings(wire, limits);
    if (!settings.ok()) {
      settings = AtPath(settings.status(), absl::StrCat("settings[", settings_.size(), "]"));
    }
    settings_.push_back(std::move(settings));
  }
}

absl::Status ShotPlan::ConvertGenerator(const v1::ShotGenerator& generator) {
  if (generator.has_scene()) return ChooseNamedScene(generator.scene());
  const v1::UniformStrikes& wire = generator.uniform_strikes();
  absl::Status status =
      CheckIndices(request_, wire.table_index(), wire.settings_index(), wire.layout_index());
  if (status.ok()) {
    absl::StatusOr<UniformStrikes> strikes = ConvertStrikes(wire);
    status = strikes.status();
    if (status.ok()) strikes_ = *std::move(strikes);
  }
  return AtPath(status, "generator.uniform_strikes");
}

absl::Status ShotPlan::ChooseNamedScene(const std::string& name) {
  named_scene_ = FindNamedScene(name);
  if (named_scene_ == nullptr) {
    return UnknownName("generator.scene", name, SceneNames());
  }
  scene_of_name_ = named_scene_->MakeScene();
  return absl::OkStatus();
}

absl::StatusOr<Scene> ShotPlan::FindScene(uint32_t table_index, uint32_t settings_index,
                                          const std::vector<BallSpec>& balls) {
  return scenes_.Find(table_index, settings_index, tables_[table_index]->table,
                      *settings_[settings_index], balls);
}

}  // namespace carom
