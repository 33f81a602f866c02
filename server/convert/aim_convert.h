#ifndef CAROM_SERVER_CONVERT_AIM_CONVERT_H_
#define CAROM_SERVER_CONVERT_AIM_CONVERT_H_

#include "absl/status/statusor.h"
#include "carom/v1/aim.pb.h"
#include "core/aim/aim.h"
#include "core/shot/scene.h"
#include "core/table/shot.h"

namespace carom {

/// What a request asks beside its scene and its shot. Paths are those of the request.
absl::StatusOr<aim::Options> ConvertAims(const v1::FindAimsRequest& request, const Scene& scene,
                                         const Shot& shot);

void WriteAims(const aim::Answer& answer, v1::FindAimsResponse& wire);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_AIM_CONVERT_H_
