#ifndef CAROM_SERVER_CONVERT_MECHANISM_WRITER_H_
#define CAROM_SERVER_CONVERT_MECHANISM_WRITER_H_

#include <cstdint>

#include "carom/v1/mechanism.pb.h"
#include "core/models/rolling_ball/rolling_ball_aim.h"
#include "core/record/mechanism_record.h"

namespace carom {

/// An estimate of a run's bytes on the wire, never too low.
int64_t RunBytes(const MechanismRecord& record);

/// Fills an empty message. Pure and thread-safe, as the next.
void WriteRun(const MechanismRecord& record, v1::MechanismRun& run);

void WriteAimedSpins(const SpinAimResult& result, v1::AimedSpins& spins);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_MECHANISM_WRITER_H_
