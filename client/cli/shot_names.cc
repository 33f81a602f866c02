#include "client/cli/shot_names.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/one_shot.h"
#include "client/cli/words.h"

namespace carom {
namespace {

constexpr char kDefaultTable[] = "pool_9ft";  // As SimulateRequest.tables says.

// The geometry of table `index` where the request holds it, else null and the preset's name.
const carom::v1::TableGeometry* FindGeometry(const carom::v1::SimulateRequest& request,
                                             uint32_t index, std::string* preset) {
  *preset = kDefaultTable;
  if (index >= static_cast<uint32_t>(request.tables_size())) return nullptr;
  const carom::v1::Table& table = request.tables(static_cast<int>(index));
  if (table.has_geometry()) return &table.geometry();
  if (!table.preset().empty()) *preset = table.preset();
  return nullptr;
}

}  // namespace

ShotNames::ShotNames(const carom::v1::Layout& layout, const carom::v1::Shot& shot,
                     carom::v1::TableGeometry table)
    : table_(std::move(table)) {
  for (int i = 0; i < layout.balls().balls_size(); ++i) {
    const std::string& name = layout.balls().balls(i).ball().name();
    if (!name.empty()) balls_.emplace(static_cast<uint32_t>(i), name);
  }
  if (shot.has_strike()) cue_ball_ = shot.strike().cue_ball();
}

std::string ShotNames::Ball(uint32_t index) const {
  const auto named = balls_.find(index);
  if (named != balls_.end()) return named->second;
  return index == cue_ball_ ? "the cue ball" : absl::StrCat("ball ", index);
}

std::string ShotNames::Pocket(uint32_t index) const {
  const bool has_name = index < static_cast<uint32_t>(table_.pockets_size()) &&
                        !table_.pockets(static_cast<int>(index)).name().empty();
  if (!has_name) return absl::StrCat("pocket ", index);
  return absl::StrCat("the ", Words(table_.pockets(static_cast<int>(index)).name()));
}

RequestNames::RequestNames(const Client& client, const carom::v1::SimulateRequest& request)
    : client_(client), request_(request) {}

ShotNames RequestNames::OfShot(int index) {
  const carom::v1::Shot shot = ShotAt(request_, index);
  const bool has_layout = shot.layout_index() < static_cast<uint32_t>(request_.layouts_size());
  return ShotNames(has_layout ? request_.layouts(static_cast<int>(shot.layout_index()))
                              : carom::v1::Layout::default_instance(),
                   shot, FindTable(shot.table_index()));
}

carom::v1::TableGeometry RequestNames::FindTable(uint32_t index) {
  std::string preset;
  if (const auto* const geometry = FindGeometry(request_, index, &preset)) return *geometry;
  const auto [known, is_new] = presets_.try_emplace(preset);
  if (is_new) {
    const auto answer = client_.GetTable(preset);
    if (answer.ok()) known->second = answer->geometry();
  }
  return known->second;
}

absl::StatusOr<carom::v1::TableGeometry> TableOf(const Client& client,
                                                 const carom::v1::SimulateRequest& request,
                                                 uint32_t index, const CallOptions& call) {
  std::string preset;
  if (const auto* const geometry = FindGeometry(request, index, &preset)) return *geometry;
  const auto answer = client.GetTable(preset, call);
  if (!answer.ok()) return answer.status();
  return answer->geometry();
}

}  // namespace carom
