#include "server/convert/state_convert.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/table/catalog.h"
#include "core/table/rack.h"
#include "server/convert/fields.h"
#include "server/convert/request_convert.h"

namespace carom {
namespace {

using Numbers = google::protobuf::RepeatedField<double>;

Vec3 TakeVector(const Numbers& column, int row) {
  return Vec3(column[3 * row], column[3 * row + 1], column[3 * row + 2]);
}

Vec3 ToVec3(const v1::Vector3& wire) { return Vec3(wire.x(), wire.y(), wire.z()); }

absl::Status CheckRows(const char* path, const Numbers& column, int rows, const char* of_what) {
  return CheckLength(path, column.size(), 3 * static_cast<uint64_t>(rows),
                     absl::StrCat("3 for each of ", rows, of_what));
}

absl::Status CheckColumns(const v1::BallStates& wire) {
  absl::Status status = CheckSize("motions", wire.motions_size(), 1, kMaxBalls);
  int moving = 0;
  status.Update(TakeEach("motions", wire.motions(), [&](int motion, int) {
    if (motion <= v1::MOTION_STATE_UNSPECIFIED || motion > v1::MotionState_MAX) {
      return UnknownEnum({}, motion, "MotionState");
    }
    if (HasVelocities(FromWireEnum<MotionState>(motion))) ++moving;
    return absl::OkStatus();
  }));
  status.Update(CheckRows("positions_m", wire.positions_m(), wire.motions_size(), " balls"));
  status.Update(CheckRows("velocities_m_s", wire.velocities_m_s(), moving, " balls in motion"));
  status.Update(CheckRows("angular_velocities_rad_s", wire.angular_velocities_rad_s(), moving,
                          " balls in motion"));
  return status;
}

// Ball `index` as the set has it. Beyond the set's last ball: as its first, without a name.
void AddBallOfSet(const BallSet& set, size_t index, Layout& layout) {
  const bool in_set = index < set.balls.size();
  layout.balls.push_back(set.balls[in_set ? index : 0]);
  layout.names.push_back(in_set ? set.ball_names[index] : std::string());
}

// The rack's errors name its own fields, or the ball set and the table beside it.
absl::Status AtRack(const absl::Status& status) {
  return WithError(status, [](FieldError& error) {
    if (error.path.BeginsWith("ball_set")) return;
    if (error.path.BeginsWith("table")) return error.Blame("rack");
    error.path = FieldPath("rack") / error.path;
  });
}

absl::StatusOr<Layout> ConvertRack(const RackRecipe& rack, const Table& table) {
  absl::StatusOr<Layout> layout = MakeRack(rack.name, table, *rack.ball_set, rack.options);
  if (!layout.ok()) return AtRack(layout.status());
  return layout;
}

absl::Status AddBall(const v1::LayoutBall& wire, const BallSet& set, Layout& layout) {
  AddBallOfSet(set, layout.balls.size(), layout);
  BallSpec& spec = layout.balls.back();
  if (wire.ball().has_mass_kg()) spec.mass_kg = wire.ball().mass_kg();
  if (wire.ball().has_radius_m()) spec.radius_m = wire.ball().radius_m();
  if (wire.ball().has_inertia_ratio()) spec.inertia_ratio = wire.ball().inertia_ratio();
  if (!wire.ball().name().empty()) layout.names.back() = wire.ball().name();
  if (absl::Status bad = CheckName("ball.name", wire.ball().name()); !bad.ok()) return bad;
  return UnderPath("state",
                   ConvertState(wire.state(), spec.radius_m, layout.states.emplace_back()));
}

absl::StatusOr<Layout> ConvertBalls(const v1::BallList& wire, const BallSet& set) {
  absl::Status size = CheckSize("balls.balls", wire.balls_size(), 1, kMaxBalls);
  if (!size.ok()) return size;
  Layout layout;
  const absl::Status bad = TakeEach("balls.balls", wire.balls(), [&](const auto& ball, int) {
    return AddBall(ball, set, layout);
  });
  if (!bad.ok()) return bad;
  return layout;
}

absl::StatusOr<Layout> ConvertColumns(const v1::BallStates& wire, const BallSet& set) {
  Layout layout;
  if (absl::Status bad = ConvertStates(wire, layout.states); !bad.ok()) {
    return UnderPath("states", bad);
  }
  for (size_t i = 0; i < layout.states.size(); ++i) AddBallOfSet(set, i, layout);
  return layout;
}

}  // namespace

void WritePoint(const Vec2& point_m, v1::Point2& wire) {
  wire.set_x_m(point_m.x());
  wire.set_y_m(point_m.y());
}

// Balls are read by their accessors: by the names of fields a single shot would take 15 000
// instructions more, a twentieth of its server's time.
absl::Status ConvertState(const v1::BallState& wire, double radius_m, BallState& state) {
  state = BallState();
  if (const int motion = wire.motion(); motion != v1::MOTION_STATE_UNSPECIFIED) {
    if (!v1::MotionState_IsValid(motion)) return UnknownEnum("motion", motion, "MotionState");
    state.motion = FromWireEnum<MotionState>(motion);
  }
  if (InPlay(state.motion) && !wire.has_position_m()) return Required("position_m", "given");
  state.position = ToVec3(wire.position_m());
  if (!wire.position_m().has_z()) state.position.z() = radius_m;
  state.velocity = ToVec3(wire.velocity_m_s());
  state.spin = ToVec3(wire.angular_velocity_rad_s());
  return absl::OkStatus();
}

absl::Status ConvertStates(const v1::BallStates& wire, std::vector<BallState>& states) {
  if (absl::Status bad = CheckColumns(wire); !bad.ok()) return bad;
  states.assign(static_cast<size_t>(wire.motions_size()), BallState());
  int moving = 0;
  for (int i = 0; i < wire.motions_size(); ++i) {
    BallState& state = states[static_cast<size_t>(i)];
    state.motion = FromWireEnum<MotionState>(wire.motions(i));
    state.position = TakeVector(wire.positions_m(), i);
    if (!HasVelocities(state.motion)) continue;
    state.velocity = TakeVector(wire.velocities_m_s(), moving);
    state.spin = TakeVector(wire.angular_velocities_rad_s(), moving);
    ++moving;
  }
  return absl::OkStatus();
}

void AppendState(const BallState& state, v1::BallStates& wire) {
  wire.add_motions(ToWire(state.motion));
  AppendRow(state.position, *wire.mutable_positions_m());
  if (!HasVelocities(state.motion)) return;
  AppendRow(state.velocity, *wire.mutable_velocities_m_s());
  AppendRow(state.spin, *wire.mutable_angular_velocities_rad_s());
}

absl::StatusOr<Layout> ConvertLayout(const v1::Layout& layout, const ConvertedTable& table) {
  const std::string& set_name = layout.ball_set().empty() ? table.ball_set : layout.ball_set();
  const BallSet* set = FindBallSet(set_name);
  if (set == nullptr) return UnknownName("ball_set", set_name, NamesOf(BallSets()));
  if (layout.has_rack()) return ConvertRack(*ConvertRackRecipe(layout, table), *table.table);
  if (layout.has_balls()) return ConvertBalls(layout.balls(), *set);
  if (layout.has_states()) return ConvertColumns(layout.states(), *set);
  return RequiredArm(*v1::Layout::descriptor(), "source");
}

int CountBalls(const v1::Layout& layout) {
  if (layout.has_rack()) return static_cast<int>(RackSize(layout.rack().name()));
  return layout.has_balls() ? layout.balls().balls_size() : layout.states().motions_size();
}

}  // namespace carom
