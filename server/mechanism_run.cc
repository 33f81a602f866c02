#include "server/mechanism_run.h"

#include <algorithm>
#include <string>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/base/field_error.h"
#include "core/base/version.h"
#include "server/convert/mechanism_convert.h"
#include "server/convert/state_convert.h"
#include "server/split.h"

namespace carom {
namespace {

LogFields OutcomeOf(const MechanismRecord& record) {
  const std::string& reason = v1::StopReason_Name(ToWire(record.stop_reason));
  return {{"stop", std::string(absl::StripPrefix(reason, "STOP_REASON_"))},
          {"evaluations", int64_t{record.evaluations}}};
}

/// What makes an answer large: its field and what to take fewer of.
struct AnswerPart {
  const char* path;
  const char* fewer;
};

/// The task of one request.
class MechanismRun {
 public:
  MechanismRun(const v1::SimulateMechanismRequest& request, const MechanismSurroundings& around,
               v1::SimulateMechanismResponse& response)
      : request_(request), around_(around), response_(response) {}

  absl::Status Answer(const Mechanism& mechanism, MechanismDetail detail);
  absl::Status Answer(const RollingBallAim& task, const MechanismDetail& detail);
  absl::Status Answer(const PatchSurface& task, const MechanismDetail& detail);
  absl::Status Answer(const PatchFit& task, const MechanismDetail& detail);
  absl::Status Answer(const PatchPressure& task, const MechanismDetail& detail);

 private:
  /// Takes memory for an answer of so many bytes, of which some are reserved already. OUT_OF_RANGE
  /// where it fits no message.
  absl::Status ReserveAnswer(const AnswerPart& part, int64_t bytes, int64_t reserved_bytes = 0);
  absl::Status Cancelled();

  const v1::SimulateMechanismRequest& request_;
  const MechanismSurroundings& around_;
  v1::SimulateMechanismResponse& response_;
};

absl::Status MechanismRun::ReserveAnswer(const AnswerPart& part, int64_t bytes,
                                         int64_t reserved_bytes) {
  const int64_t max_bytes = around_.limits.max_message_bytes;
  if (bytes > max_bytes) {
    return ToStatus({part.path, "", absl::StrCat("the answer takes ", bytes, " bytes,"),
                     absl::StrCat("at most ", max_bytes, ": take fewer ", part.fewer)},
                    absl::StatusCode::kOutOfRange);
  }
  return around_.take_memory(kAnswerCopies * std::max<int64_t>(bytes - reserved_bytes, 0));
}

absl::Status MechanismRun::Cancelled() {
  around_.outcome = {{"stop", std::string("CANCELLED")}};
  return around_.control.OverStatus();
}

absl::Status MechanismRun::Answer(const Mechanism& mechanism, MechanismDetail detail) {
  constexpr AnswerPart kSamples{"detail", "samples, or a shorter duration"};
  MechanismRecord record;
  int64_t reserved_bytes = 0;
  detail.may_keep = [&](int64_t bytes) {
    reserved_bytes = bytes;
    return ReserveAnswer(kSamples, bytes);
  };
  const absl::Status bad = SimulateMechanism(mechanism, detail, around_.stop, record);
  if (!bad.ok()) return ToMechanismPath(bad, request_);
  around_.outcome = OutcomeOf(record);
  if (record.stop_reason == StopReason::kCancelled) return around_.control.OverStatus();
  if (absl::Status full = ReserveAnswer(kSamples, RunBytes(record), reserved_bytes); !full.ok()) {
    return full;
  }
  WriteRun(record, *response_.mutable_run());
  return absl::OkStatus();
}

absl::Status MechanismRun::Answer(const RollingBallAim& task, const MechanismDetail&) {
  const absl::StatusOr<SpinAimResult> result = AimRollingBall(task.ball, task.aim, around_.stop);
  if (absl::IsCancelled(result.status())) return Cancelled();
  if (!result.ok()) return ToMechanismPath(result.status(), request_);
  around_.outcome = {{"runs", int64_t{result->runs}}};
  WriteAimedSpins(*result, *response_.mutable_aimed_spins());
  return absl::OkStatus();
}

absl::Status MechanismRun::Answer(const PatchSurface& task, const MechanismDetail&) {
  const auto frictions = EvaluatePatch(task);
  if (!frictions.ok()) return ToMechanismPath(frictions.status(), request_);
  around_.outcome = {{"points", static_cast<int64_t>(frictions->size())}};
  constexpr AnswerPart kPoints{"patch_surface.points", "points"};
  if (absl::Status full = ReserveAnswer(kPoints, PatchTableBytes(task)); !full.ok()) return full;
  WritePatchTable(task, *frictions, *response_.mutable_patch_table());
  return absl::OkStatus();
}

absl::Status MechanismRun::Answer(const PatchFit& task, const MechanismDetail&) {
  const absl::StatusOr<BlendFit> fit = FitPatch(task, around_.stop);
  if (absl::IsCancelled(fit.status())) return Cancelled();
  if (!fit.ok()) return ToMechanismPath(fit.status(), request_);
  around_.outcome = {{"iterations", int64_t{fit->iterations}}};
  WriteFittedBlend(*fit, *response_.mutable_fitted_blend());
  return absl::OkStatus();
}

// A grid at its finest takes 1.6 MB.
absl::Status MechanismRun::Answer(const PatchPressure& task, const MechanismDetail&) {
  const absl::StatusOr<PressureField> field = EvaluatePressure(task);
  if (!field.ok()) return ToMechanismPath(field.status(), request_);
  const auto points = static_cast<int64_t>(field->points_m.size());
  around_.outcome = {{"points", points}};
  constexpr AnswerPart kGrid{"patch_pressure.grid", "points"};
  constexpr int64_t kPointBytes = 24;
  if (absl::Status full = ReserveAnswer(kGrid, 512 + kPointBytes * points); !full.ok()) return full;
  WritePressureField(*field, *response_.mutable_pressure_field());
  return absl::OkStatus();
}

}  // namespace

absl::Status RunMechanism(const v1::SimulateMechanismRequest& request,
                          const MechanismSurroundings& around,
                          v1::SimulateMechanismResponse& response) {
  const absl::StatusOr<ConvertedMechanism> converted =
      ConvertMechanism(request, ToConvertLimits(around.limits));
  if (!converted.ok()) return converted.status();
  response.set_engine_version(kEngineVersion);
  MechanismRun run(request, around, response);
  return std::visit([&](const auto& task) { return run.Answer(task, converted->detail); },
                    converted->task);
}

}  // namespace carom
