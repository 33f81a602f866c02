#include "client/cli/one_shot.h"

#include "carom/client/shot_range.h"

namespace carom {
namespace {

using carom::v1::Shot;
using carom::v1::ShotColumns;
using carom::v1::SimulateRequest;

// A column has no value, one for all shots, or one for each.
template <class Column>
auto ValueAt(const Column& column, int index) {
  return column.Get(column.size() == 1 ? 0 : index);
}

template <class Column, class Value>
Value ValueOr(const Column& column, int index, Value without) {
  return column.empty() ? without : static_cast<Value>(ValueAt(column, index));
}

// Only a value that is there is set: a field that is absent has a default of its own.
template <class Column, class Set>
void CopyValue(const Column& column, int index, const Set& set) {
  if (!column.empty()) set(ValueAt(column, index));
}

// As ShotColumns says: without speeds no ball is struck.
Shot ShotOf(const ShotColumns& columns, int index) {
  Shot shot;
  shot.set_table_index(ValueOr(columns.table_index(), index, 0u));
  shot.set_settings_index(ValueOr(columns.settings_index(), index, 0u));
  shot.set_layout_index(ValueOr(columns.layout_index(), index, 0u));
  if (columns.speed_m_s().empty()) return shot;
  carom::v1::CueStrike& strike = *shot.mutable_strike();
  strike.set_cue_ball(ValueOr(columns.cue_ball(), index, 0u));
  strike.set_speed_m_s(ValueAt(columns.speed_m_s(), index));
  CopyValue(columns.azimuth_rad(), index, [&](double value) { strike.set_azimuth_rad(value); });
  CopyValue(columns.elevation_rad(), index, [&](double value) { strike.set_elevation_rad(value); });
  CopyValue(columns.side_offset(), index, [&](double value) { strike.set_side_offset(value); });
  CopyValue(columns.height_offset(), index, [&](double value) { strike.set_height_offset(value); });
  return shot;
}

}  // namespace

uint64_t CountShots(const SimulateRequest& request) {
  return request.has_columns() ? request.columns().shot_count()
                               : static_cast<uint64_t>(request.shots().shots_size());
}

void KeepShots(uint64_t first, uint64_t count, SimulateRequest* request) {
  carom::v1::SimulateBatchRequest batch;
  if (request->has_columns()) {
    *batch.mutable_columns() = request->columns();
    *request->mutable_columns() = Slice(batch, {first, count}).columns();
  } else {
    *batch.mutable_shots() = request->shots();
    *request->mutable_shots() = Slice(batch, {first, count}).shots();
  }
}

Shot ShotAt(const SimulateRequest& request, int index) {
  if (request.has_columns()) return ShotOf(request.columns(), index);
  return index < request.shots().shots_size() ? request.shots().shots(index) : Shot();
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
