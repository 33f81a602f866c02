#ifndef CAROM_CLIENT_CLI_ONE_SHOT_H_
#define CAROM_CLIENT_CLI_ONE_SHOT_H_

#include <cstdint>

#include "absl/status/status.h"
#include "carom/v1/simulation.pb.h"

namespace carom {

/// How many shots a request has, listed or in columns.
uint64_t CountShots(const carom::v1::SimulateRequest& request);

/// Leaves of the request's shots those of [first, first + count) only, which must be there.
void KeepShots(uint64_t first, uint64_t count, carom::v1::SimulateRequest* request);

/// A shot of a request that has been played, listed or in columns.
carom::v1::Shot ShotAt(const carom::v1::SimulateRequest& request, int index);

/// The layout and the settings of a shot of a request that has been played; the defaults where it
/// has none.
carom::v1::Layout LayoutOf(const carom::v1::SimulateRequest& request, const carom::v1::Shot& shot);
carom::v1::Settings SettingsOf(const carom::v1::SimulateRequest& request,
                               const carom::v1::Shot& shot);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_ONE_SHOT_H_
