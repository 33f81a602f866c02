#ifndef CAROM_SERVER_CONVERT_MECHANISM_WRITER_H_
#define CAROM_SERVER_CONVERT_MECHANISM_WRITER_H_

#include <cstdint>
#include <vector>

#include "carom/v1/mechanism.pb.h"
#include "core/models/patch/patch_study.h"
#include "core/models/rolling_ball/rolling_ball_aim.h"
#include "core/record/mechanism_record.h"

namespace carom {

/// An estimate of a run's bytes on the wire, never too low.
int64_t RunBytes(const MechanismRecord& record);

/// Fills an empty message. Pure and thread-safe, as the next.
void WriteRun(const MechanismRecord& record, v1::MechanismRun& run);

void WriteAimedSpins(const SpinAimResult& result, v1::AimedSpins& spins);

/// Bytes of an answer on the wire, rounded up.
int64_t PatchTableBytes(const PatchSurface& surface);

/// `frictions` are those at the points of `surface`.
void WritePatchTable(const PatchSurface& surface, const std::vector<PatchFriction>& frictions,
                     v1::PatchTable& table);
void WriteFittedBlend(const BlendFit& fit, v1::FittedBlend& fitted);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_MECHANISM_WRITER_H_
