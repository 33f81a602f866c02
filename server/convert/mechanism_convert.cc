#include "server/convert/mechanism_convert.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "server/convert/field_ranges.h"
#include "server/convert/mechanism_fields.h"
#include "server/convert/patch_convert.h"
#include "server/convert/take_enum.h"
#include "server/convert/take_parameters.h"
#include "server/convert/wire_names.h"

namespace carom {
namespace {

// The default evaluations of one ball of an aim: some spins lead to long paths, and the search
// rolls many balls.
constexpr int64_t kAimEvaluations = 20'000;

constexpr char kMechanism[] = "mechanism";  // The oneof of a request that says which.

absl::Status Take(const v1::RollingBallAim& wire, const ConvertLimits& limits,
                  RollingBallAim& task) {
  SpinAim& aim = task.aim;
  TakeParameters(wire, aim);
  task.ball.integration.max_evaluations = kAimEvaluations;
  absl::Status bad = Take(wire.ball(), limits, task.ball);
  if (!bad.ok()) return AtPath(bad, "ball");
  const int64_t of_a_ball = std::max<int64_t>(task.ball.integration.max_evaluations, 1);
  const int64_t most_runs = limits.max_evaluations / of_a_ball;
  if (aim.max_runs <= most_runs) return absl::OkStatus();
  absl::Status bad_runs = BeyondLimits("max_runs", absl::StrCat(aim.max_runs), wire.has_max_runs(),
                                       absl::StrCat("[1, ", most_runs, "]"));
  return absl::InvalidArgumentError(
      absl::StrCat(bad_runs.message(), ", for up to ", of_a_ball, " evaluations a ball"));
}

// Converts into a fresh task of this kind.
template <typename Task, typename Wire>
absl::Status TakeTask(const Wire& wire, const ConvertLimits& limits, MechanismTask& task) {
  Task converted;
  absl::Status status = Take(wire, limits, converted);
  task = std::move(converted);
  return status;
}

absl::Status TakeTask(const v1::SimulateMechanismRequest& wire, const ConvertLimits& limits,
                      MechanismTask& task) {
  switch (wire.mechanism_case()) {
    case v1::SimulateMechanismRequest::kDoublePendulum:
      return TakeTask<DoublePendulum>(wire.double_pendulum(), limits, task);
    case v1::SimulateMechanismRequest::kRollingBall:
      return TakeTask<RollingBall>(wire.rolling_ball(), limits, task);
    case v1::SimulateMechanismRequest::kNewtonsCradle:
      return TakeTask<NewtonsCradle>(wire.newtons_cradle(), limits, task);
    case v1::SimulateMechanismRequest::kBallBearing:
      return TakeTask<BallBearing>(wire.ball_bearing(), limits, task);
    case v1::SimulateMechanismRequest::kBouncingBalls:
      return TakeTask<BouncingBalls>(wire.bouncing_balls(), limits, task);
    case v1::SimulateMechanismRequest::kRollingBallAim:
      return TakeTask<RollingBallAim>(wire.rolling_ball_aim(), limits, task);
    case v1::SimulateMechanismRequest::kPatchSurface:
      return TakeTask<PatchSurface>(wire.patch_surface(), limits, task);
    case v1::SimulateMechanismRequest::kPatchFit:
      return TakeTask<PatchFit>(wire.patch_fit(), limits, task);
    case v1::SimulateMechanismRequest::MECHANISM_NOT_SET:
      break;
  }
  return absl::OkStatus();
}

absl::Status Take(const v1::SpectrumRequest& wire, SpectrumRequest& spectrum) {
  for (const v1::SpectrumChannel& channel : wire.channels()) {
    spectrum.channels.push_back({channel.body(), channel.quantity()});
  }
  if (wire.has_period_s()) spectrum.period_s = wire.period_s();
  if (wire.has_from_s()) spectrum.from_s = wire.from_s();
  if (wire.has_segment()) spectrum.welch.segment = ToIndex(wire.segment());
  if (wire.has_overlap()) spectrum.welch.overlap = wire.overlap();
  return TakeEnum("window", "SpectrumWindow", wire.window(),
                  {{v1::SPECTRUM_WINDOW_HANN, SpectrumWindow::kHann},
                   {v1::SPECTRUM_WINDOW_RECTANGULAR, SpectrumWindow::kRectangular}},
                  spectrum.welch.window);
}

}  // namespace

absl::StatusOr<ConvertedMechanism> ConvertMechanism(const v1::SimulateMechanismRequest& request,
                                                    const ConvertLimits& limits) {
  if (request.mechanism_case() == v1::SimulateMechanismRequest::MECHANISM_NOT_SET) {
    return RequiredArm(kMechanism, *v1::SimulateMechanismRequest::descriptor(), kMechanism);
  }
  const bool is_run =
      !request.has_rolling_ball_aim() && !request.has_patch_surface() && !request.has_patch_fit();
  if (!is_run && request.has_detail()) {
    return InvalidField(
        "detail", std::string("given"),
        absl::StrCat("absent beside ", MechanismName(request), ", which is no run"));
  }
  ConvertedMechanism converted;
  const v1::MechanismDetail& detail = request.detail();
  converted.detail.sample_period_s = detail.sample_period_s();
  converted.detail.sample_times_s.assign(detail.sample_times_s().begin(),
                                         detail.sample_times_s().end());
  converted.detail.max_samples = limits.max_samples_per_mechanism;
  if (detail.has_spectrum()) {
    absl::Status bad = Take(detail.spectrum(), converted.detail.spectrum.emplace());
    if (!bad.ok()) return AtPath(bad, "detail.spectrum");
  }
  if (absl::Status bad = CheckRanges(request); !bad.ok()) return bad;
  const absl::Status bad = TakeTask(request, limits, converted.task);
  if (!bad.ok()) return AtPath(bad, MechanismName(request));
  return converted;
}

std::string MechanismName(const v1::SimulateMechanismRequest& request) {
  const auto* const field = GivenArm(request, kMechanism);
  return field == nullptr ? "none" : field->name();
}

absl::Status ToMechanismPath(const absl::Status& status,
                             const v1::SimulateMechanismRequest& request) {
  const std::string message(status.message());
  if (status.ok() || absl::StartsWith(message, "detail.") || absl::StartsWith(message, "detail:")) {
    return status;
  }
  const absl::Status wired = InWireCase(status);
  if (!request.has_rolling_ball_aim()) return AtPath(wired, MechanismName(request));
  constexpr char kOfAim[] = "aim.";
  if (!absl::StartsWith(message, kOfAim)) return AtPath(wired, "rolling_ball_aim.ball");
  const std::string rest(wired.message().substr(sizeof(kOfAim) - 1));
  return AtPath(absl::Status(status.code(), rest), "rolling_ball_aim");
}

}  // namespace carom
