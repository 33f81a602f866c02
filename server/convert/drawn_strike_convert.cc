#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "server/convert/distribution_convert.h"
#include "server/convert/drawn_draft.h"
#include "server/convert/wire_names.h"

namespace carom {
namespace {

// A whole number with a default.
absl::Status TakeWhole(bool given, const v1::Distribution& wire, const std::string& path, int end,
                       double otherwise, Distribution& whole) {
  whole = ConstantDistribution{otherwise};
  if (given) return AtPath(ConvertWhole(wire, end, whole), path);
  if (otherwise < end) return absl::OkStatus();
  return Required(path, absl::StrCat("given: there is no ", otherwise));
}

absl::Status TakeAimAtBall(const v1::AimAtBall& wire, DrawnDraft& draft) {
  draft.drawn.strike->aim = Aim::kBall;
  absl::Status bad = TakeWhole(wire.has_ball(), wire.ball(), "ball", draft.most_balls, 1.0,
                               draft.drawn.strike->aim_ball);
  if (!bad.ok()) return bad;
  return TakeAlone(wire.has_hit_offset(), wire.hit_offset(), "hit_offset", {Quantity::kHitOffset},
                   draft);
}

absl::Status TakeAimAtPocket(const v1::AimAtPocket& wire, DrawnDraft& draft) {
  draft.drawn.strike->aim = Aim::kPocket;
  absl::Status bad = TakeWhole(wire.has_ball(), wire.ball(), "ball", draft.most_balls, 1.0,
                               draft.drawn.strike->aim_ball);
  if (!bad.ok()) return bad;
  bad = TakeWhole(wire.has_pocket(), wire.pocket(), "pocket", draft.most_pockets, 0.0,
                  draft.drawn.strike->aim_pocket);
  if (!bad.ok()) return bad;
  return TakeAlone(wire.has_aim_error_rad(), wire.aim_error_rad(), "aim_error_rad",
                   {Quantity::kAimError}, draft);
}

absl::Status TakeAim(const v1::DrawnStrike& wire, DrawnDraft& draft) {
  switch (wire.aim_case()) {
    case v1::DrawnStrike::kAzimuthRad:
      return TakeAlone(true, wire.azimuth_rad(), "azimuth_rad", {Quantity::kAzimuth}, draft);
    case v1::DrawnStrike::kAtBall:
      return AtPath(TakeAimAtBall(wire.at_ball(), draft), "at_ball");
    case v1::DrawnStrike::kAtPocket:
      return AtPath(TakeAimAtPocket(wire.at_pocket(), draft), "at_pocket");
    case v1::DrawnStrike::AIM_NOT_SET:
      break;
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status TakeDrawnStrike(const v1::DrawnStrike& wire, DrawnDraft& draft) {
  if (absl::Status bad = CheckBallIndex("cue_ball", wire.cue_ball(), draft); !bad.ok()) return bad;
  draft.drawn.strike.emplace().cue_ball = static_cast<int>(wire.cue_ball());
  absl::Status status =
      TakeAlone(wire.has_speed_m_s(), wire.speed_m_s(), "speed_m_s", {Quantity::kSpeed}, draft);
  if (status.ok()) status = TakeAim(wire, draft);
  if (status.ok()) {
    status = TakeAlone(wire.has_elevation_rad(), wire.elevation_rad(), "elevation_rad",
                       {Quantity::kElevation}, draft);
  }
  if (status.ok()) {
    status = TakeAlone(wire.has_side_offset(), wire.side_offset(), "side_offset",
                       {Quantity::kSideOffset}, draft);
  }
  if (!status.ok()) return status;
  return TakeAlone(wire.has_height_offset(), wire.height_offset(), "height_offset",
                   {Quantity::kHeightOffset}, draft);
}

absl::Status TakeDrawnPhysics(const v1::DrawnPhysics& wire, DrawnDraft& draft) {
  struct Row {
    bool given;
    const v1::Distribution& distribution;
    Quantity quantity;
  };
  const Row rows[] = {
      {wire.has_gravity_m_s2(), wire.gravity_m_s2(), Quantity::kGravity},
      {wire.has_sliding_friction(), wire.sliding_friction(), Quantity::kSlidingFriction},
      {wire.has_rolling_friction(), wire.rolling_friction(), Quantity::kRollingFriction},
      {wire.has_spinning_friction(), wire.spinning_friction(), Quantity::kSpinningFriction},
      {wire.has_ball_restitution(), wire.ball_restitution(), Quantity::kBallRestitution},
      {wire.has_ball_friction(), wire.ball_friction(), Quantity::kBallFriction},
      {wire.has_cushion_restitution(), wire.cushion_restitution(), Quantity::kCushionRestitution},
      {wire.has_cushion_friction(), wire.cushion_friction(), Quantity::kCushionFriction},
      {wire.has_nose_height_m(), wire.nose_height_m(), Quantity::kNoseHeight},
      {wire.has_mass_kg(), wire.mass_kg(), Quantity::kMass},
      {wire.has_radius_m(), wire.radius_m(), Quantity::kRadius},
  };
  for (const Row& row : rows) {
    const absl::Status bad =
        TakeAlone(row.given, row.distribution, NameOf({row.quantity}), {row.quantity}, draft);
    if (!bad.ok()) return bad;
  }
  return absl::OkStatus();
}

}  // namespace carom
