#ifndef CAROM_CLIENT_CLI_RENDER_CLOUD_H_
#define CAROM_CLIENT_CLI_RENDER_CLOUD_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "carom/client/client.h"
#include "carom/client/shot_outcome.h"
#include "carom/v1/simulation.pb.h"
#include "client/picture/cloud_svg.h"

namespace carom {

/// Which of a request's shots make a cloud, and of what.
struct CloudOf {
  uint32_t ball = 0;   ///< The ball whose ends are shown.
  uint64_t aimed = 0;  ///< The shot as it is aimed.
};

/// Makes a cloud of all shots of `request` that could be simulated; they have become `outcomes`.
/// INVALID_ARGUMENT unless they are on one table and have the ball. Calls the service for the shot
/// as it is aimed and for the paths of some others.
absl::StatusOr<picture::OutcomeCloud> MakeCloud(const Client& client, const CallOptions& call,
                                                const carom::v1::SimulateRequest& request,
                                                const std::vector<ShotOutcome>& outcomes,
                                                const CloudOf& of);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_RENDER_CLOUD_H_
