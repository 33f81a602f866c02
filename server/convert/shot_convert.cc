#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "server/convert/fields.h"
#include "server/convert/request_convert.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

absl::Status TakePositions(const v1::Shot& wire, const Layout& layout, Shot& shot) {
  if (wire.positions_m().empty()) return absl::OkStatus();
  const int balls = static_cast<int>(layout.balls.size());
  if (wire.positions_m_size() != 2 * balls) {
    return CheckLength("positions_m", wire.positions_m_size(), 2 * layout.balls.size(),
                       absl::StrCat("2 for each of ", balls, " balls"));
  }
  for (int i = 0; i < balls; ++i) {
    const auto ball = static_cast<size_t>(i);
    shot.start[ball].position =
        Vec3(wire.positions_m(2 * i), wire.positions_m(2 * i + 1), layout.balls[ball].radius_m);
  }
  return absl::OkStatus();
}

// UNSPECIFIED: as in the layout.
absl::Status TakeMotion(int wire, BallState& state) {
  switch (wire) {
    case v1::MOTION_STATE_UNSPECIFIED:
      return absl::OkStatus();
    case v1::MOTION_STATE_STATIONARY:
    case v1::MOTION_STATE_POCKETED:
    case v1::MOTION_STATE_LEFT_TABLE:
      state.motion = FromWireEnum<MotionState>(wire);
      state.velocity.setZero();
      state.spin.setZero();
      return absl::OkStatus();
    default:
      return InvalidField({}, wire,
                          "MOTION_STATE_STATIONARY, MOTION_STATE_POCKETED or "
                          "MOTION_STATE_LEFT_TABLE");
  }
}

absl::Status TakeMotions(const v1::Shot& wire, Shot& shot) {
  if (wire.motions().empty()) return absl::OkStatus();
  absl::Status wrong =
      CheckLength("motions", wire.motions_size(), shot.start.size(), "one for each ball");
  if (!wrong.ok()) return wrong;
  return TakeEach("motions", wire.motions(), [&](int motion, int ball) {
    return TakeMotion(motion, shot.start[Index(ball)]);
  });
}

absl::Status TakeStrike(const v1::CueStrike& wire, CueStrike& strike) {
  if (!wire.has_speed_m_s()) return Required("strike.speed_m_s", "given");
  // The defaults of the wire and of the core are zero.
  strike = {ToIndex(wire.cue_ball()), wire.speed_m_s(),   wire.azimuth_rad(),
            wire.elevation_rad(),     wire.side_offset(), wire.height_offset()};
  return absl::OkStatus();
}

// Both ends are in the range of the strike's field of this name.
absl::Status TakeRange(const char* path, const v1::Range& wire, Range& range) {
  const FieldRange allowed = RangeOf<v1::CueStrike>(path);
  if (!allowed.Contains(wire.lo()) || !allowed.Contains(wire.hi()) || wire.lo() > wire.hi()) {
    return InvalidField(
        path, absl::StrCat("[", FormatNumber(wire.lo()), ", ", FormatNumber(wire.hi()), "]"),
        absl::StrCat("an interval [lo, hi] with both ends ", allowed.Text()));
  }
  range.lo = wire.lo();
  range.hi = wire.hi();
  return absl::OkStatus();
}

absl::Status TakeTimes(const v1::SampleRequest& wire, Detail& detail) {
  double previous_s = 0.0;
  return TakeEach("times_s", wire.times_s(), [&](double time_s, int) {
    if (time_s < previous_s) {
      return InvalidField({}, time_s,
                          "at least " + FormatNumber(previous_s) + ", since times ascend");
    }
    detail.sample_times_s.push_back(time_s);
    previous_s = time_s;
    return absl::OkStatus();
  });
}

absl::Status TakeQuantities(const v1::SampleRequest& wire, ConvertedDetail& converted) {
  if (wire.quantities().empty()) return absl::OkStatus();
  converted.quantities.fill(false);
  const absl::Status status = TakeEach("quantities", wire.quantities(), [&](int quantity, int) {
    if (quantity <= v1::QUANTITY_UNSPECIFIED || quantity > v1::Quantity_MAX) {
      return UnknownEnum({}, quantity, "Quantity");
    }
    converted.quantities[Index(quantity - 1)] = true;
    return absl::OkStatus();
  });
  const auto wanted = [&](v1::Quantity q) { return converted.quantities[Index(q - 1)]; };
  converted.detail.sample_orientations = wanted(v1::QUANTITY_ORIENTATION);
  converted.detail.sample_energies = wanted(v1::QUANTITY_ENERGY);
  converted.detail.sample_violations = wanted(v1::QUANTITY_CONSTRAINT_VIOLATION);
  converted.detail.sample_accelerations = wanted(v1::QUANTITY_ACCELERATION);
  converted.detail.sample_angular_accelerations = wanted(v1::QUANTITY_ANGULAR_ACCELERATION);
  return status;
}

absl::Status TakeSamples(const v1::SampleRequest& wire, ConvertedDetail& converted) {
  Detail& detail = converted.detail;
  if (!wire.has_period_s() && wire.times_s().empty()) {
    return Required("period_s", "given, or times_s");
  }
  FieldTaker take(wire);
  take.Update(CheckSize("times_s", wire.times_s_size(), 0, detail.max_samples));
  if (take.status().ok()) take.Update(CheckRanges(wire));
  if (take.status().ok()) take.Update(TakeTimes(wire, detail));
  take("period_s", detail.sample_period_s);
  take.Bits("balls", detail.sample_balls);
  take.Update(TakeQuantities(wire, converted));
  return take.status();
}

absl::Status TakeDerivatives(const v1::Detail& wire, ConvertedDetail& converted) {
  if (!converted.balls && (wire.derivatives_size() > 0 || wire.has_probe())) {
    return InvalidField(wire.has_probe() ? "probe" : "derivatives", "given",
                        "absent at the level LABELS");
  }
  if (wire.margins_size() > 0 && wire.derivatives().empty()) {
    return InvalidField("margins", "given", "absent without derivatives");
  }
  converted.derivatives.assign(wire.derivatives().begin(), wire.derivatives().end());
  if (!wire.has_probe()) return absl::OkStatus();
  ConvertedProbe& probe = converted.probe.emplace();
  FieldTaker take(wire.probe());
  take.Update(CheckRanges(wire.probe()));
  take("seed", probe.seed);
  take.OrDefault("draws", probe.draws);
  take.Update(ConvertNoise(wire.probe().noise(), probe.noise));
  return UnderPath("probe", take.status());
}

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
int64_t RowOf(const PathElement& field, const FieldDescriptor& column,
              const v1::ShotColumns& columns, uint32_t index, const v1::Shot& shot) {
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
  const PathElement field = error.path[error.path.size() - 1];
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

absl::Status ConvertShot(const v1::Shot& shot, const Layout& layout, Shot& out) {
  out.start = layout.states;
  if (absl::Status bad = TakePositions(shot, layout, out); !bad.ok()) return bad;
  if (absl::Status bad = TakeMotions(shot, out); !bad.ok()) return bad;
  if (!shot.has_strike()) {
    out.strike.reset();
    return absl::OkStatus();
  }
  return TakeStrike(shot.strike(), out.strike.emplace());
}

absl::StatusOr<UniformStrikes> ConvertStrikes(const v1::UniformStrikes& strikes) {
  if (!strikes.has_speed_m_s()) return Required("speed_m_s", "given");
  UniformStrikes converted;
  converted.cue_ball = ToIndex(strikes.cue_ball());
  absl::Status status = TakeRange("speed_m_s", strikes.speed_m_s(), converted.speed_m_s);
  status.Update(TakeRange("azimuth_rad", strikes.azimuth_rad(), converted.azimuth_rad));
  status.Update(TakeRange("elevation_rad", strikes.elevation_rad(), converted.elevation_rad));
  status.Update(TakeRange("side_offset", strikes.side_offset(), converted.side_offset));
  status.Update(TakeRange("height_offset", strikes.height_offset(), converted.height_offset));
  if (!status.ok()) return status;
  return converted;
}

absl::StatusOr<ConvertedDetail> ConvertDetail(const v1::Detail& detail,
                                              const ConvertLimits& limits) {
  if (!v1::Detail::Level_IsValid(detail.level())) {
    return UnknownEnum("level", detail.level(), "Detail.Level");
  }
  ConvertedDetail converted;
  converted.balls = detail.level() != v1::Detail::LEVEL_LABELS;
  converted.detail.max_samples = limits.max_samples_per_shot;
  converted.detail.max_log_bytes = limits.max_log_bytes;
  const bool events =
      detail.level() == v1::Detail::LEVEL_EVENTS || detail.level() == v1::Detail::LEVEL_SAMPLES;
  converted.detail.events = events;
  converted.detail.event_states = events && detail.event_states();
  converted.detail.candidates = events && detail.candidates();
  converted.detail.touches = converted.balls && detail.touches();
  converted.detail.samples = detail.level() == v1::Detail::LEVEL_SAMPLES;
  converted.detail.contacts = detail.contacts();
  converted.cost = detail.cost();
  if (absl::Status bad = TakeDerivatives(detail, converted); !bad.ok()) return bad;
  if (!converted.detail.samples) {
    if (!detail.has_samples()) return converted;
    return InvalidField("samples", "", "absent, unless the level is SAMPLES");
  }
  absl::Status bad = TakeSamples(detail.samples(), converted);
  if (!bad.ok()) return UnderPath("samples", bad);
  return converted;
}

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
