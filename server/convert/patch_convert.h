#ifndef CAROM_SERVER_CONVERT_PATCH_CONVERT_H_
#define CAROM_SERVER_CONVERT_PATCH_CONVERT_H_

#include <vector>

#include "absl/status/status.h"
#include "carom/v1/mechanism.pb.h"
#include "core/models/patch/patch_study.h"
#include "server/convert/request_convert.h"

// A patch evaluated and fitted. Pure and thread-safe.

namespace carom {

/// As in mechanism_fields.h.
absl::Status Take(const v1::PatchSurface& wire, const ConvertLimits& limits, PatchSurface& surface);
absl::Status Take(const v1::PatchFit& wire, const ConvertLimits& limits, PatchFit& fit);

/// Bytes of an answer on the wire, rounded up.
int64_t PatchTableBytes(const PatchSurface& surface);

/// `frictions` are those at the points of `surface`.
void WritePatchTable(const PatchSurface& surface, const std::vector<PatchFriction>& frictions,
                     v1::PatchTable& table);
void WriteFittedBlend(const BlendFit& fit, v1::FittedBlend& fitted);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_PATCH_CONVERT_H_
