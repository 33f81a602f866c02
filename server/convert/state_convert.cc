#include "server/convert/state_convert.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "server/convert/fields.h"

namespace carom {
namespace {

using Numbers = google::protobuf::RepeatedField<double>;

bool IsKnown(int wire_motion) {
  return wire_motion > v1::MOTION_STATE_UNSPECIFIED && wire_motion <= v1::MotionState_MAX;
}

Vec3 TakeVector(const Numbers& column, int row) {
  return Vec3(column[3 * row], column[3 * row + 1], column[3 * row + 2]);
}

Vec3 ToVec3(const v1::Vector3& wire) { return Vec3(wire.x(), wire.y(), wire.z()); }

absl::Status CheckRows(const char* path, const Numbers& column, int rows, const char* of_what) {
  if (column.size() == 3 * rows) return absl::OkStatus();
  return CheckLength(path, column.size(), 3 * static_cast<uint64_t>(rows),
                     absl::StrCat("3 for each of ", rows, of_what));
}

absl::Status CheckMotions(const v1::BallStates& wire, int* moving) {
  absl::Status bad = CheckSize("motions", wire.motions_size(), 1, kMaxBalls);
  if (!bad.ok()) return bad;
  for (int i = 0; i < wire.motions_size(); ++i) {
    if (!IsKnown(wire.motions(i))) {
      return UnknownEnum({"motions", i}, wire.motions(i), "MotionState");
    }
    if (HasVelocities(FromWire(wire.motions(i)))) ++*moving;
  }
  return absl::OkStatus();
}

absl::Status CheckColumns(const v1::BallStates& wire) {
  int moving = 0;
  absl::Status status = CheckMotions(wire, &moving);
  if (!status.ok()) return status;
  status.Update(CheckRows("positions_m", wire.positions_m(), wire.motions_size(), " balls"));
  status.Update(CheckRows("velocities_m_s", wire.velocities_m_s(), moving, " balls in motion"));
  status.Update(CheckRows("angular_velocities_rad_s", wire.angular_velocities_rad_s(), moving,
                          " balls in motion"));
  return status;
}

}  // namespace

void WritePoint(const Vec2& point_m, v1::Point2& wire) {
  wire.set_x_m(point_m.x());
  wire.set_y_m(point_m.y());
}

void AppendVector(const Vec3& vector, google::protobuf::RepeatedField<double>& column) {
  column.Add(vector.x());
  column.Add(vector.y());
  column.Add(vector.z());
}

absl::Status ConvertState(const v1::BallState& wire, double radius_m, BallState& state) {
  state = BallState();
  if (wire.motion() != v1::MOTION_STATE_UNSPECIFIED) {
    if (!IsKnown(wire.motion())) return UnknownEnum("motion", wire.motion(), "MotionState");
    state.motion = FromWire(wire.motion());
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
    state.motion = FromWire(wire.motions(i));
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
  AppendVector(state.position, *wire.mutable_positions_m());
  if (!HasVelocities(state.motion)) return;
  AppendVector(state.velocity, *wire.mutable_velocities_m_s());
  AppendVector(state.spin, *wire.mutable_angular_velocities_rad_s());
}

}  // namespace carom
