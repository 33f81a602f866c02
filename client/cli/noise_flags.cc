#include "client/cli/noise_flags.h"

#include "client/cli/parameter_flags.h"
#include "client/cli/parameter_text.h"

namespace carom {
namespace {

const ParameterFlags::Field& Magnitude() {
  return FieldOf<carom::v1::IcgaNoise>(carom::v1::IcgaNoise::kMagnitudeFieldNumber);
}

}  // namespace

void NoiseFlags::DeclareNoise(FlagSet* flags) {
  flags->AddNumber("noise", "MAGNITUDE",
                   "of the noise of the ICGA's tournaments: 0.075 m/s of the speed, 0.125\n"
                   "and 0.1 degrees of azimuth and elevation, 0.5 mm of the tip, each times\n"
                   "the magnitude; " +
                       RangeText(Magnitude()) + "; " + DefaultText(Magnitude(), nullptr),
                   &magnitude_);
}

void NoiseFlags::DeclareSeed(FlagSet* flags) {
  flags->AddCount("noise-seed", "S", "decides the noise; default 0", &seed_);
}

void NoiseFlags::Apply(carom::v1::NoiseModel* noise) const {
  noise->mutable_icga()->set_magnitude(magnitude_.value_or(OptionsOf(Magnitude()).default_value()));
}

}  // namespace carom
