#ifndef CAROM_SERVER_AIM_RUN_H_
#define CAROM_SERVER_AIM_RUN_H_

#include "absl/status/status.h"
#include "carom/v1/aim.pb.h"
#include "core/base/stop_token.h"
#include "server/scene_store.h"

namespace carom {

/// Converts, searches and answers one request of FindAims. INVALID_ARGUMENT with the field's path;
/// CANCELLED once `stop` asks. The answer is a pure function of the request.
absl::Status RunQuestion(const v1::FindAimsRequest& request, SceneStore& scenes, StopToken stop,
                         v1::FindAimsResponse& response);

}  // namespace carom

#endif  // CAROM_SERVER_AIM_RUN_H_
