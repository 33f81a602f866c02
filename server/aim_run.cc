#include "server/aim_run.h"

#include "core/base/version.h"
#include "server/convert/play_convert.h"
#include "server/request_view.h"
#include "server/shot_cursor.h"
#include "server/shot_plan.h"

namespace carom {
absl::Status RunQuestion(const v1::FindAimsRequest& request, SceneStore& scenes, StopToken stop,
                         v1::FindAimsResponse& response) {
  const RequestView view(request);
  if (absl::Status bad = CheckRequest(view, 1); !bad.ok()) return bad;
  auto plan = ShotPlan::Make(view, scenes.limits(), scenes, {stop});
  if (!plan.ok()) return plan.status();
  ShotCursor cursor(**plan);
  if (absl::Status bad = cursor.Load(0); !bad.ok()) return bad;
  const auto options = ConvertAims(request, cursor.scene(), cursor.shot());
  if (!options.ok()) return options.status();
  Workspace workspace;
  const auto answer = aim::FindAims(cursor.scene(), cursor.shot(), *options, stop, workspace);
  if (!answer.ok()) return cursor.ToWire(answer.status());
  response.set_engine_version(kEngineVersion);
  WriteAims(*answer, response);
  return absl::OkStatus();
}

}  // namespace carom
