#include "client/cli/strike_flags.h"

#include "absl/strings/str_cat.h"

namespace carom {
namespace {

using Wire = carom::v1::CueStrike;

constexpr double kBreakSpeed_m_s = 8.0;  // A firm break of a good amateur.

}  // namespace

void StrikeFlags::Declare(FlagSet* flags) {
  flags->AddSection("Strike");
  parameters_.Declare(FieldOf<Wire>(Wire::kSpeedMSFieldNumber), flags,
                      absl::StrCat("default ", kBreakSpeed_m_s, " for a rack"));
  for (int number :
       {Wire::kAzimuthRadFieldNumber, Wire::kElevationRadFieldNumber, Wire::kSideOffsetFieldNumber,
        Wire::kHeightOffsetFieldNumber, Wire::kCueBallFieldNumber}) {
    parameters_.Declare(FieldOf<Wire>(number), flags);
  }
}

absl::Status StrikeFlags::Apply(bool is_rack, carom::v1::Shot* shot) const {
  const ParameterFlags::Field& strike = *shot->GetDescriptor()->FindFieldByName("strike");
  parameters_.ApplyWithin(strike, shot);
  if (parameters_.Given(FieldOf<Wire>(Wire::kSpeedMSFieldNumber))) return absl::OkStatus();
  if (is_rack) {
    shot->mutable_strike()->set_speed_m_s(kBreakSpeed_m_s);
    return absl::OkStatus();
  }
  if (!shot->has_strike()) return absl::OkStatus();
  return absl::InvalidArgumentError("a strike needs --speed");
}

}  // namespace carom
