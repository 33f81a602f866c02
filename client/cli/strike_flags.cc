#include "client/cli/strike_flags.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "absl/strings/str_cat.h"

namespace carom {
namespace {

constexpr double kRadPerDeg = std::numbers::pi / 180.0;
constexpr double kBreakSpeed_m_s = 8.0;  // A firm break of a good amateur.

constexpr double kMaxAzimuth_deg = 57295.0;  // The service's 1000 rad.

// Checked here so that the message has the unit that was typed; the service would name radians.
absl::Status CheckAngles(std::optional<double> azimuth_deg, std::optional<double> elevation_deg) {
  // Written so that nan fails.
  if (azimuth_deg && !(std::fabs(*azimuth_deg) <= kMaxAzimuth_deg)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--azimuth: ", *azimuth_deg, " must be in [-57295, 57295] degrees"));
  }
  if (elevation_deg && !(*elevation_deg >= 0.0 && *elevation_deg < 90.0)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--elevation: ", *elevation_deg, " must be in [0, 90) degrees"));
  }
  return absl::OkStatus();
}

}  // namespace

void StrikeFlags::Declare(FlagSet* flags) {
  flags->AddSection("Strike");
  flags->AddNumber("speed", "M_S", "of the cue at impact; default 8 for a rack", &speed_m_s_);
  flags->AddNumber("azimuth", "DEG",
                   "where the cue points: 0 along the table (from the head spot straight\n"
                   "at the foot spot), 90 to the left; default 0",
                   &azimuth_deg_);
  flags->AddNumber("elevation", "DEG", "of the butt above the horizontal; default 0",
                   &elevation_deg_);
  flags->AddNumber("side", "RADII", "tip offset sideways, + is left english; default 0",
                   &side_offset_);
  flags->AddNumber("height", "RADII", "tip offset upwards, + is follow, - is draw; default 0",
                   &height_offset_);
  flags->AddCount("cue-ball", "INDEX", "the ball that is struck; default 0", &cue_ball_);
}

absl::Status StrikeFlags::Apply(bool is_rack, carom::v1::Shot* shot) const {
  const bool has_details =
      azimuth_deg_ || elevation_deg_ || side_offset_ || height_offset_ || cue_ball_;
  if (!speed_m_s_ && !is_rack) {
    if (!has_details) return absl::OkStatus();
    return absl::InvalidArgumentError("a strike needs --speed");
  }
  if (cue_ball_ && *cue_ball_ > std::numeric_limits<uint32_t>::max()) {
    return absl::InvalidArgumentError("--cue-ball: must be the index of a ball");
  }
  if (absl::Status status = CheckAngles(azimuth_deg_, elevation_deg_); !status.ok()) return status;
  carom::v1::CueStrike* const strike = shot->mutable_strike();
  strike->set_cue_ball(static_cast<uint32_t>(cue_ball_.value_or(0)));
  strike->set_speed_m_s(speed_m_s_.value_or(kBreakSpeed_m_s));
  if (azimuth_deg_) strike->set_azimuth_rad(*azimuth_deg_ * kRadPerDeg);
  if (elevation_deg_) strike->set_elevation_rad(*elevation_deg_ * kRadPerDeg);
  if (side_offset_) strike->set_side_offset(*side_offset_);
  if (height_offset_) strike->set_height_offset(*height_offset_);
  return absl::OkStatus();
}

}  // namespace carom
