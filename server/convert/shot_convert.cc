#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "server/convert/field_ranges.h"
#include "server/convert/request_convert.h"
#include "server/convert/state_convert.h"
#include "server/convert/wire_names.h"

namespace carom {
namespace {

absl::Status TakePositions(const v1::Shot& wire, const Layout& layout, Shot& shot) {
  if (wire.positions_m().empty()) return absl::OkStatus();
  const int balls = static_cast<int>(layout.balls.size());
  if (wire.positions_m_size() != 2 * balls) {
    return InvalidField("positions_m", absl::StrCat(wire.positions_m_size(), " values"),
                        absl::StrCat(2 * balls, ", 2 for each of ", balls, " balls"));
  }
  for (int i = 0; i < balls; ++i) {
    const auto ball = static_cast<size_t>(i);
    shot.start[ball].position =
        Vec3(wire.positions_m(2 * i), wire.positions_m(2 * i + 1), layout.balls[ball].radius_m);
  }
  return absl::OkStatus();
}

// UNSPECIFIED: as in the layout.
absl::Status TakeMotion(v1::MotionState wire, int ball, BallState& state) {
  switch (wire) {
    case v1::MOTION_STATE_UNSPECIFIED:
      return absl::OkStatus();
    case v1::MOTION_STATE_STATIONARY:
    case v1::MOTION_STATE_POCKETED:
    case v1::MOTION_STATE_LEFT_TABLE:
      state.motion = FromWire(wire);
      state.velocity.setZero();
      state.spin.setZero();
      return absl::OkStatus();
    default:
      return InvalidField(absl::StrCat("motions[", ball, "]"), static_cast<int>(wire),
                          "MOTION_STATE_STATIONARY, MOTION_STATE_POCKETED or "
                          "MOTION_STATE_LEFT_TABLE");
  }
}

absl::Status TakeMotions(const v1::Shot& wire, Shot& shot) {
  if (wire.motions().empty()) return absl::OkStatus();
  const int balls = static_cast<int>(shot.start.size());
  if (wire.motions_size() != balls) {
    return InvalidField("motions", absl::StrCat(wire.motions_size(), " values"),
                        absl::StrCat(balls, ", one for each ball"));
  }
  for (int i = 0; i < balls; ++i) {
    absl::Status bad = TakeMotion(wire.motions(i), i, shot.start[static_cast<size_t>(i)]);
    if (!bad.ok()) return bad;
  }
  return absl::OkStatus();
}

absl::Status TakeStrike(const v1::CueStrike& wire, CueStrike& strike) {
  strike = CueStrike();
  strike.cue_ball = ToIndex(wire.cue_ball());
  if (!wire.has_speed_m_s()) return Required("strike.speed_m_s", "given");
  strike.speed_m_s = wire.speed_m_s();
  if (wire.has_azimuth_rad()) strike.azimuth_rad = wire.azimuth_rad();
  if (wire.has_elevation_rad()) strike.elevation_rad = wire.elevation_rad();
  if (wire.has_side_offset()) strike.side_offset = wire.side_offset();
  if (wire.has_height_offset()) strike.height_offset = wire.height_offset();
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

}  // namespace carom
