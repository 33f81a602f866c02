#ifndef CAROM_SERVER_CONVERT_MECHANISM_CONVERT_H_
#define CAROM_SERVER_CONVERT_MECHANISM_CONVERT_H_

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/v1/mechanism.pb.h"
#include "core/models/patch/patch_study.h"
#include "core/models/rolling_ball/rolling_ball.h"
#include "core/record/record.h"
#include "core/shot/simulate_mechanism.h"
#include "server/convert/request_convert.h"

namespace carom {

/// The inverse problem of a rolling ball.
struct RollingBallAim {
  RollingBall ball;
  SpinAim aim;
};

/// What a request asks for: a run, or one of the tasks that are no run.
using MechanismTask =
    std::variant<Mechanism, RollingBallAim, PatchSurface, PatchFit, PatchPressure>;

/// A request in the core's terms.
struct ConvertedMechanism {
  MechanismTask task;
  MechanismDetail detail;
};

/// Every field starts at the core's default and is overwritten where the wire has a value. The
/// errors are INVALID_ARGUMENT with the whole path: a mechanism that is absent, names and enums
/// that are unknown, and what is beyond the server's limits. Ranges of numbers are the core's to
/// check. Pure and thread-safe.
absl::StatusOr<ConvertedMechanism> ConvertMechanism(const v1::SimulateMechanismRequest& request,
                                                    const ConvertLimits& limits);

/// The name of the field that holds the request's mechanism; "none" where there is none.
std::string MechanismName(const v1::SimulateMechanismRequest& request);

/// An error of the core about this request, in the wire's terms.
absl::Status ToMechanismPath(const absl::Status& status,
                             const v1::SimulateMechanismRequest& request);

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
void WritePressureField(const PressureField& field, v1::PressureField& wire);
void WriteFittedBlend(const BlendFit& fit, v1::FittedBlend& fitted);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_MECHANISM_CONVERT_H_
