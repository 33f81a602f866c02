#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "server/convert/request_convert.h"

namespace carom {
namespace {

using google::protobuf::FieldDescriptor;

constexpr char kSpeed[] = "speed_m_s";
constexpr char kPositions[] = "positions_m";
constexpr char kMotions[] = "motions";

bool IsOfStates(const std::string& name) { return name == kPositions || name == kMotions; }

// A column of what CueStrike has a field for.
bool IsOfStrikes(const std::string& name) {
  return v1::CueStrike::descriptor()->FindFieldByName(name) != nullptr;
}

int SizeOf(const v1::ShotColumns& columns, const FieldDescriptor& column) {
  return columns.GetReflection()->FieldSize(columns, &column);
}

std::string Values(int count) { return absl::StrCat(count, count == 1 ? " value" : " values"); }

absl::Status CheckColumn(const v1::ShotColumns& columns, const FieldDescriptor& column) {
  const int size = SizeOf(columns, column);
  const auto shots = static_cast<int64_t>(columns.shot_count());
  if (size != 0 && size != 1 && size != shots) {
    return InvalidField(column.name(), Values(size),
                        absl::StrCat("0, 1 or ", shots, ", one a shot"));
  }
  if (size != 0 && columns.speed_m_s().empty() && IsOfStrikes(column.name())) {
    return InvalidField(column.name(), Values(size), absl::StrCat("none without ", kSpeed));
  }
  return absl::OkStatus();
}

// `values_of_a_ball`: 2 of positions, 1 of motions.
absl::Status CheckStates(const char* path, int size, int values_of_a_ball, int balls,
                         uint32_t shots) {
  const int64_t wanted = int64_t{values_of_a_ball} * balls * shots;
  if (size == 0 || size == wanted) return absl::OkStatus();
  return InvalidField(path, Values(size),
                      absl::StrCat("0 or ", wanted, ", ", values_of_a_ball, " for each of ", balls,
                                   " balls of each of ", shots, " shots"));
}

// The values of shot `index`, `size` of them, out of those of all.
template <class Value>
void TakeSlice(const google::protobuf::RepeatedField<Value>& all, uint32_t index, int size,
               google::protobuf::RepeatedField<Value>& slice) {
  slice.Clear();
  if (all.empty()) return;
  const int begin = static_cast<int>(index) * size;
  slice.Add(all.begin() + begin, all.begin() + begin + size);
}

// Fields of the strike are given where their columns are.
void TakeStrike(const v1::ShotColumns& columns, uint32_t index, v1::Shot& shot) {
  if (columns.speed_m_s().empty()) {
    shot.clear_strike();
    return;
  }
  v1::CueStrike& strike = *shot.mutable_strike();
  strike.set_cue_ball(InColumn(columns.cue_ball(), index));
  strike.set_speed_m_s(InColumn(columns.speed_m_s(), index));
  // The defaults of the wire are zero.
  strike.set_azimuth_rad(InColumn(columns.azimuth_rad(), index));
  strike.set_elevation_rad(InColumn(columns.elevation_rad(), index));
  strike.set_side_offset(InColumn(columns.side_offset(), index));
  strike.set_height_offset(InColumn(columns.height_offset(), index));
}

// Of a field of shot `index`, or of an element of its list.
int64_t RowOf(const PathStep& field, const FieldDescriptor& column, const v1::ShotColumns& columns,
              uint32_t index, const v1::Shot& shot) {
  const int64_t row = index;
  const int64_t element = std::max<int64_t>(field.index, 0);
  if (field.Is(kPositions)) return row * shot.positions_m_size() + element;
  if (field.Is(kMotions)) return row * shot.motions_size() + element;
  return SizeOf(columns, column) == 1 ? 0 : row;
}

// From a field of the shot below "columns" to its element of a column.
void ToColumn(const v1::ShotColumns& columns, uint32_t index, const v1::Shot& shot,
              FieldError& error) {
  if (!error.path.BeginsWith("columns")) return;
  const PathStep field = error.path[error.path.size() - 1];
  const FieldDescriptor* const column = columns.GetDescriptor()->FindFieldByName(field.name);
  if (column == nullptr || !column->is_repeated()) return;
  const int64_t row = RowOf(field, *column, columns, index, shot);
  error.path = FieldPath("columns") / FieldPath(field.name, row);
}

// Where a ball's field stands on the wire: in the shot, in the layout ball by ball, in columns, or
// nowhere (the rack places the ball).
void ToBall(const WirePaths& paths, FieldError& error) {
  const int64_t ball = error.path[0].index;
  const FieldPath field = error.path.Below(1);
  const FieldPath layout("layouts", paths.layout_index);
  const bool position = field.BeginsWith("position_m");
  if (position && paths.shot != nullptr && !paths.shot->positions_m().empty()) {
    error.path = paths.shot_path / FieldPath("positions_m", 2 * ball);
  } else if (paths.layout->has_balls()) {
    const bool body = field.BeginsWith("mass_kg") || field.BeginsWith("radius_m") ||
                      field.BeginsWith("inertia_ratio");
    error.path = layout / FieldPath("balls.balls", ball) / (body ? "ball" : "state") / field;
  } else if (position && paths.layout->has_states()) {
    error.path = layout / FieldPath("states.positions_m", 3 * ball);
  } else {
    error.Blame(layout / (paths.layout->has_rack() ? "rack" : "states"));
  }
}

void ToRequest(const WirePaths& paths, FieldError& error) {
  const FieldPath& path = error.path;
  if (path.BeginsWith("detail")) return;
  if (path.BeginsWith("samples") || path.BeginsWith("contacts") || path.BeginsWith("derivatives") ||
      path.BeginsWith("probe")) {
    error.path = FieldPath("detail") / path;
  } else if (paths.layout == nullptr || paths.table == nullptr) {
    error.Blame(paths.shot_path / "scene");
  } else if (path.BeginsWith("table")) {
    const FieldPath table("tables", paths.table_index);
    error.path = path.Below(1);
    if (!paths.table->has_geometry()) return error.Blame(table / "preset");
    error.path = table / "geometry" / error.path;
  } else if (path.BeginsWith("settings")) {
    error.path = FieldPath("settings", paths.settings_index) / path.Below(1);
  } else if (path.BeginsWith("strike")) {
    error.path = paths.shot_path / (paths.shot != nullptr ? path : path.Below(1));
  } else if (path.BeginsWith("balls") && path[0].index >= 0) {
    ToBall(paths, error);
  } else {
    error.Blame({"layouts", paths.layout_index});
  }
}

}  // namespace

absl::Status CheckColumns(const v1::ShotColumns& columns) {
  const google::protobuf::Descriptor& type = *v1::ShotColumns::descriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& column = *type.field(i);
    if (!column.is_repeated() || IsOfStates(column.name())) continue;
    if (absl::Status bad = CheckColumn(columns, column); !bad.ok()) return bad;
  }
  return absl::OkStatus();
}

absl::Status CheckStateColumns(const v1::ShotColumns& columns, int balls) {
  absl::Status status =
      CheckStates(kPositions, columns.positions_m_size(), 2, balls, columns.shot_count());
  status.Update(CheckStates(kMotions, columns.motions_size(), 1, balls, columns.shot_count()));
  return status;
}

absl::Status TakeShot(const v1::ShotColumns& columns, uint32_t index, int balls, v1::Shot& shot) {
  if (absl::Status bad = CheckStateColumns(columns, balls); !bad.ok()) return bad;
  TakeSlice(columns.positions_m(), index, 2 * balls, *shot.mutable_positions_m());
  TakeSlice(columns.motions(), index, balls, *shot.mutable_motions());
  TakeStrike(columns, index, shot);
  return absl::OkStatus();
}

absl::Status ToColumnPath(const absl::Status& status, const v1::ShotColumns& columns,
                          uint32_t index, const v1::Shot& shot) {
  return WithError(status, [&](FieldError& error) { ToColumn(columns, index, shot, error); });
}

absl::Status ToWirePath(const absl::Status& status, const WirePaths& paths) {
  return WithError(status, [&](FieldError& error) {
    ToRequest(paths, error);
    if (paths.columns != nullptr) ToColumn(*paths.columns, paths.shot_index, *paths.shot, error);
  });
}

}  // namespace carom
