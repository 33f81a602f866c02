#include "server/convert/drawn_shots_convert.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/table/ball_set.h"
#include "core/table/rack.h"
#include "server/convert/distribution_convert.h"
#include "server/convert/drawn_draft.h"
#include "server/convert/wire_names.h"

namespace carom {
namespace {

int BallsOf(const v1::Layout& layout) {
  if (layout.has_rack()) return static_cast<int>(RackSize(layout.rack().name()));
  const int balls =
      layout.has_balls() ? layout.balls().balls_size() : layout.states().motions_size();
  return std::min(balls, kMaxBalls);
}

absl::Status TakeIndex(bool given, const v1::Distribution& wire, const char* path, size_t size,
                       std::optional<Distribution>& index, std::vector<int>& possible) {
  possible = {0};
  if (!given) return absl::OkStatus();
  const absl::Status bad = ConvertWhole(wire, static_cast<int>(size), index.emplace());
  if (!bad.ok()) return AtPath(bad, path);
  possible = PossibleWholes(*index);
  return absl::OkStatus();
}

absl::Status TakeIndices(const v1::DrawnShots& wire, DrawnDraft& draft) {
  const DrawnLists& lists = draft.lists;
  DrawnShots& drawn = draft.drawn;
  absl::Status status = TakeIndex(wire.has_table_index(), wire.table_index(), "table_index",
                                  lists.tables.size(), drawn.table_index, draft.tables);
  status.Update(TakeIndex(wire.has_settings_index(), wire.settings_index(), "settings_index",
                          lists.settings.size(), drawn.settings_index, draft.settings));
  status.Update(TakeIndex(wire.has_layout_index(), wire.layout_index(), "layout_index",
                          static_cast<size_t>(lists.layouts->size()), drawn.layout_index,
                          draft.layouts));
  if (!status.ok()) return status;
  for (const int i : draft.layouts) {
    draft.most_balls = std::max(draft.most_balls, BallsOf(lists.layouts->Get(i)));
  }
  for (const int i : draft.tables) {
    const Table* const table = lists.tables[static_cast<size_t>(i)];
    if (table == nullptr) continue;
    draft.most_pockets = std::max(draft.most_pockets, static_cast<int>(table->pockets.size()));
  }
  return absl::OkStatus();
}

absl::Status CheckSettings(const DrawnDraft& draft) {
  for (const int i : draft.settings) {
    const Settings* const settings = draft.lists.settings[static_cast<size_t>(i)];
    if (settings == nullptr) continue;
    const absl::Status bad = CheckDrawnLaws(draft.drawn, *settings);
    if (bad.ok()) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(std::string(bad.message()), ", unlike settings[", i, "]"));
  }
  return absl::OkStatus();
}

}  // namespace

std::vector<std::string> ConvertedDraw::ColumnNames() const {
  std::vector<std::string> names;
  for (const QuantityId& id : ColumnsOf(drawn, most_balls)) names.push_back(NameOf(id));
  return names;
}

absl::Status TakeAlone(bool given, const v1::Distribution& wire, const std::string& path,
                       const QuantityId& id, DrawnDraft& draft) {
  if (!given) return absl::OkStatus();
  DrawnAlone alone;
  alone.id = id;
  const absl::Status bad = ConvertDistribution(wire, RangeOf(id.quantity), alone.distribution);
  if (!bad.ok()) return AtPath(bad, path);
  draft.drawn.alone.push_back(std::move(alone));
  draft.drawn.draws_world = draft.drawn.draws_world || IsOfWorld(id.quantity);
  return absl::OkStatus();
}

absl::Status CheckBallIndex(const std::string& path, uint32_t ball, const DrawnDraft& draft) {
  if (ball < static_cast<uint32_t>(draft.most_balls)) return absl::OkStatus();
  return InvalidField(path, absl::StrCat(ball),
                      absl::StrCat("below ", draft.most_balls, ", the most balls of a layout"));
}

absl::StatusOr<ConvertedDraw> ConvertDrawnShots(const v1::DrawnShots& wire,
                                                const DrawnLists& lists) {
  DrawnDraft draft{lists, {}, {}, {}, {}};
  absl::Status status = TakeIndices(wire, draft);
  if (status.ok() && wire.has_strike()) {
    status = AtPath(TakeDrawnStrike(wire.strike(), draft), "strike");
  }
  if (status.ok()) status = AtPath(TakeDrawnPhysics(wire.physics(), draft), "physics");
  if (status.ok()) status = TakeDrawnBalls(wire, draft);
  if (status.ok() && wire.has_selection()) {
    status = AtPath(TakeSelection(wire.selection(), draft), "selection");
  }
  if (status.ok() && wire.has_rack()) status = AtPath(TakeRackDraw(wire.rack(), draft), "rack");
  if (status.ok()) status = TakeCovariances(wire, draft);
  if (status.ok()) status = CheckSettings(draft);
  if (!status.ok()) return status;
  return ConvertedDraw{std::move(draft.drawn), draft.most_balls};
}

std::optional<RackRecipe> ConvertRackRecipe(const v1::Layout& layout, const ConvertedTable& table) {
  if (!layout.has_rack()) return std::nullopt;
  const v1::Rack& wire = layout.rack();
  RackRecipe recipe;
  recipe.name = wire.name();
  recipe.ball_set = FindBallSet(layout.ball_set().empty() ? table.ball_set : layout.ball_set());
  if (wire.has_gap_m()) recipe.options.gap_m = wire.gap_m();
  recipe.options.seed = wire.seed();
  if (wire.has_jitter_m()) recipe.options.jitter_m = wire.jitter_m();
  return recipe;
}

}  // namespace carom
