#include "server/convert/shot_columns.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"

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

// What a path says of a shot: its last field, the element of that where the path names one, and
// what follows the field: "speed_m_s", "motions[2]", "side_offset^2 + height_offset^2".
struct ShotField {
  std::string name;
  int element = 0;
  std::string rest;
};

ShotField ParseShotField(std::string_view path) {
  const size_t dot = path.rfind('.');
  if (dot != std::string_view::npos) path.remove_prefix(dot + 1);
  const auto* const end = std::find_if_not(path.begin(), path.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
  });
  ShotField field;
  field.name = std::string(path.begin(), end);
  field.rest = std::string(end, path.end());
  if (field.rest.empty() || field.rest[0] != '[') return field;
  std::from_chars(field.rest.data() + 1, field.rest.data() + field.rest.size(), field.element);
  field.rest.clear();
  return field;
}

int RowOf(const ShotField& field, const FieldDescriptor& column, const v1::ShotColumns& columns,
          uint32_t index, const v1::Shot& shot) {
  const auto row = static_cast<int>(index);
  if (field.name == kPositions) return row * shot.positions_m_size() + field.element;
  if (field.name == kMotions) return row * shot.motions_size() + field.element;
  return SizeOf(columns, column) == 1 ? 0 : row;
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
  constexpr std::string_view kColumns = "columns.";
  const std::string_view message(status.message().data(), status.message().size());
  const size_t colon = message.find(':');
  if (message.substr(0, kColumns.size()) != kColumns || colon == std::string_view::npos) {
    return status;
  }
  const ShotField field = ParseShotField(message.substr(0, colon));
  const FieldDescriptor* const column = columns.GetDescriptor()->FindFieldByName(field.name);
  if (column == nullptr || !column->is_repeated()) return status;
  return absl::Status(status.code(), absl::StrCat("columns.", field.name, "[",
                                                  RowOf(field, *column, columns, index, shot), "]",
                                                  field.rest, std::string(message.substr(colon))));
}

}  // namespace carom
