#ifndef CAROM_SERVER_PLAY_RUN_H_
#define CAROM_SERVER_PLAY_RUN_H_

#include "absl/status/status.h"
#include "carom/v1/play.pb.h"
#include "carom/v1/rules.pb.h"
#include "core/base/stop_token.h"
#include "server/scene_store.h"

namespace carom {

/// Each converts and answers one request. INVALID_ARGUMENT with the field's path; CANCELLED once
/// `stop` asks. The answers are pure functions of the requests.
absl::Status RunQuestion(const v1::PlanShotRequest& request, SceneStore& scenes, StopToken stop,
                         v1::PlanShotResponse& response);
absl::Status RunQuestion(const v1::PlayMatchRequest& request, SceneStore& scenes, StopToken stop,
                         v1::PlayMatchResponse& response);
absl::Status RunQuestion(const v1::PlaceBallsRequest& request, SceneStore& scenes, StopToken stop,
                         v1::PlaceBallsResponse& response);

}  // namespace carom

#endif  // CAROM_SERVER_PLAY_RUN_H_
