#ifndef CAROM_CLIENT_CLI_RENDER_SHOT_H_
#define CAROM_CLIENT_CLI_RENDER_SHOT_H_

#include <functional>

#include "absl/status/statusor.h"
#include "carom/client/client.h"
#include "carom/v1/simulation.pb.h"
#include "client/picture/shot_scene.h"

namespace carom {

/// Whether balls move under constant accelerations between the events of this engine.
bool IsPiecewiseParabolic(carom::v1::Engine engine);

/// Asks for what a picture of the only shot of `request` needs: events with their states and, of
/// the compliant engine, contacts.
void AskForMotion(carom::v1::SimulateRequest* request);

/// Makes the scene of the only shot of `request`, which AskForMotion() has changed, from the
/// answer's results. The shot must have been simulated. Calls the service for the table, and once
/// more for samples of the same shot, at times that only the first answer tells.
absl::StatusOr<picture::ShotScene> MakeScene(const Client& client, const CallOptions& call,
                                             const carom::v1::SimulateRequest& request,
                                             const carom::v1::ShotResults& results);

/// Simulates the only shot of `request` in the detail that its scene needs, and makes the scene.
absl::StatusOr<picture::ShotScene> PlayScene(const Client& client, const CallOptions& call,
                                             carom::v1::SimulateRequest request);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_RENDER_SHOT_H_
