#include "client/cli/one_shot.h"

#include "client/shot_range.h"

namespace carom {
namespace {

using carom::v1::Shot;
using carom::v1::ShotColumns;
using carom::v1::SimulateRequest;

// A column's value for the first shot; that of the field where the column has none.
template <class Column, class Value>
Value FirstOr(const Column& column, Value without) {
  return column.empty() ? without : static_cast<Value>(column.Get(0));
}

// Only a value that is there is set: a field that is absent has a default of its own.
template <class Column, class Set>
void CopyFirst(const Column& column, const Set& set) {
  if (!column.empty()) set(column.Get(0));
}

// As ShotColumns says: without speeds no ball is struck.
Shot FirstOf(const ShotColumns& columns) {
  Shot shot;
  shot.set_table_index(FirstOr(columns.table_index(), 0u));
  shot.set_settings_index(FirstOr(columns.settings_index(), 0u));
  shot.set_layout_index(FirstOr(columns.layout_index(), 0u));
  if (columns.speed_m_s().empty()) return shot;
  carom::v1::CueStrike& strike = *shot.mutable_strike();
  strike.set_cue_ball(FirstOr(columns.cue_ball(), 0u));
  strike.set_speed_m_s(columns.speed_m_s(0));
  CopyFirst(columns.azimuth_rad(), [&](double value) { strike.set_azimuth_rad(value); });
  CopyFirst(columns.elevation_rad(), [&](double value) { strike.set_elevation_rad(value); });
  CopyFirst(columns.side_offset(), [&](double value) { strike.set_side_offset(value); });
  CopyFirst(columns.height_offset(), [&](double value) { strike.set_height_offset(value); });
  return shot;
}

}  // namespace

uint64_t CountShots(const SimulateRequest& request) {
  return request.has_columns() ? request.columns().shot_count()
                               : static_cast<uint64_t>(request.shots_size());
}

void KeepShots(uint64_t first, uint64_t count, SimulateRequest* request) {
  carom::v1::SimulateBatchRequest batch;
  if (request->has_columns()) {
    *batch.mutable_columns() = request->columns();
    *request->mutable_columns() = Slice(batch, {first, count}).columns();
  } else {
    *batch.mutable_shots()->mutable_shots() = request->shots();
    *request->mutable_shots() = Slice(batch, {first, count}).shots().shots();
  }
}

Shot FirstShot(const SimulateRequest& request) {
  if (request.has_columns()) return FirstOf(request.columns());
  return request.shots_size() > 0 ? request.shots(0) : Shot();
}

carom::v1::Layout LayoutOf(const SimulateRequest& request, const Shot& shot) {
  const bool is_there = shot.layout_index() < static_cast<uint32_t>(request.layouts_size());
  return is_there ? request.layouts(static_cast<int>(shot.layout_index())) : carom::v1::Layout();
}

carom::v1::Settings SettingsOf(const SimulateRequest& request, const Shot& shot) {
  const bool is_there = shot.settings_index() < static_cast<uint32_t>(request.settings_size());
  return is_there ? request.settings(static_cast<int>(shot.settings_index()))
                  : carom::v1::Settings();
}

}  // namespace carom
