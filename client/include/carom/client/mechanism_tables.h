#ifndef CAROM_CLIENT_MECHANISM_TABLES_H_
#define CAROM_CLIENT_MECHANISM_TABLES_H_

#include <span>

#include "absl/status/status.h"
#include "carom/v1/mechanism.pb.h"

namespace carom {

/// OK when the run's columns fit each other, so that readers may walk through them without checks.
/// INTERNAL if not.
absl::Status CheckColumns(const carom::v1::MechanismRun& run);

/// The same for the answer to an aim.
absl::Status CheckColumns(const carom::v1::AimedSpins& spins);

/// The same for a patch's friction.
absl::Status CheckColumns(const carom::v1::PatchTable& table);

/// The same for the pressure on a patch.
absl::Status CheckColumns(const carom::v1::PressureField& field);

/// The values of one channel of a table whose columns fit, one for each of its times.
std::span<const double> ChannelValues(const carom::v1::ChannelTable& table, int channel);

/// The densities of one channel of a spectrum whose columns fit, one for each of its frequencies.
std::span<const double> ChannelDensities(const carom::v1::SpectrumTable& table, int channel);

}  // namespace carom

#endif  // CAROM_CLIENT_MECHANISM_TABLES_H_
