#include "server/convert/mechanism_convert.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "server/convert/fields.h"
#include "server/convert/request_convert.h"

namespace carom {
namespace {

// The default evaluations of one ball of an aim: some spins lead to long paths, and the search
// rolls many balls.
constexpr int64_t kAimEvaluations = 20'000;

constexpr char kMechanism[] = "mechanism";  // The oneof of a request that says which.

using google::protobuf::Message;

// A run: its parameters, the contacts and constraints that it has, and its integration.
template <class Run>
absl::Status Take(const Message& wire, const ConvertLimits& limits, Run& run) {
  FieldTaker take(wire);
  Run::Parameters(run, take);
  if constexpr (requires { run.patch; }) take.Part("patch", run.patch);
  if constexpr (requires { run.material; }) take.Part("material", run.material);
  if constexpr (requires { run.normal; }) take.Part("normal", run.normal);
  if constexpr (requires { run.friction.index(); }) take.Part("friction", run.friction);
  if constexpr (requires { run.constraints; }) take.Part("constraints", run.constraints);
  if constexpr (requires { run.defect; }) take.Part("defect", run.defect);
  if constexpr (requires { run.balls; }) take.List("balls", run.balls);
  take.Part("integration", run.integration);
  if (run.duration_s > limits.max_duration_s) {
    take.Update(BeyondLimits("duration_s", FormatNumber(run.duration_s), take.Gives("duration_s"),
                             "(0, " + FormatNumber(limits.max_duration_s) + "]"));
  }
  take.Update(CheckEvaluations(wire, limits, run.integration));
  return take.status();
}

Vec2 PlaneVector(const v1::Vector2& wire) { return {wire.x(), wire.y()}; }

PatchSlip ToSlip(const v1::PatchPoint& wire) {
  return {PlaneVector(wire.slip_per_s()), wire.spin_rad_s(), PlaneVector(wire.shift())};
}

// Fields of the blend that the wire leaves out are the paper's for this model.
absl::Status TakeBlend(const v1::ContensouBlend& wire, ContensouModel model,
                       std::optional<ContensouBlend>& blend) {
  const bool two = model == ContensouModel::kTwoParameter;
  return TakeParameters(wire, blend.emplace(two ? kTwoParameterBlend : kFourParameterBlend));
}

absl::Status Take(const Message& message, const ConvertLimits& /*limits*/, PatchSurface& surface) {
  const auto& wire = static_cast<const v1::PatchSurface&>(message);
  absl::Status status = TakeParameters(wire, surface);
  if (wire.has_blend()) status.Update(TakeBlend(wire.blend(), surface.model, surface.blend));
  if (wire.points_size() > 0) surface.points.clear();
  for (const v1::PatchPoint& point : wire.points()) surface.points.push_back(ToSlip(point));
  return status;
}

absl::Status Take(const Message& message, const ConvertLimits& /*limits*/, PatchFit& fit) {
  const auto& wire = static_cast<const v1::PatchFit&>(message);
  absl::Status status = TakeEnum(wire, "model", fit.model);
  if (wire.has_start()) status.Update(TakeBlend(wire.start(), fit.model, fit.start));
  for (const v1::PatchMeasurement& given : wire.rows()) {
    FrictionMeasurement& row = fit.rows.emplace_back();
    row.slip = ToSlip(given.point());
    row.friction = {PlaneVector(given.force()), given.moment()};
    if (given.has_weight()) row.weight = given.weight();
  }
  return status;
}

absl::Status Take(const Message& wire, const ConvertLimits& /*limits*/, PatchPressure& patch) {
  return TakeParameters(wire, patch);
}

absl::Status Take(const Message& wire, const ConvertLimits& limits, RollingBallAim& task) {
  absl::Status status = TakeParameters(wire, task.aim);
  task.ball.integration.max_evaluations = kAimEvaluations;
  const auto& aim = static_cast<const v1::RollingBallAim&>(wire);
  status.Update(UnderPath("ball", Take(aim.ball(), limits, task.ball)));
  if (!status.ok()) return status;
  const int64_t of_a_ball = std::max<int64_t>(task.ball.integration.max_evaluations, 1);
  const int64_t most_runs = limits.max_evaluations / of_a_ball;
  const absl::Status bad_runs =
      CheckLimit("max_runs", task.aim.max_runs, aim.has_max_runs(), most_runs);
  return WithError(bad_runs, [of_a_ball](FieldError& error) {
    absl::StrAppend(&error.must, ", for up to ", of_a_ball, " evaluations a ball");
  });
}

// The tasks in the order of the oneof's arms.
using ArmTask = std::variant<DoublePendulum, RollingBall, NewtonsCradle, BallBearing,
                             RollingBallAim, BouncingBalls, PatchSurface, PatchFit, PatchPressure>;

absl::Status TakeTask(const v1::SimulateMechanismRequest& wire, const ConvertLimits& limits,
                      MechanismTask& task) {
  ArmTask arm;
  const auto take = [&](const Message& given, auto& taken) { return Take(given, limits, taken); };
  absl::Status status = TakeArm(wire, kMechanism, arm, take);
  std::visit([&](auto& taken) { task = std::move(taken); }, arm);
  return status;
}

absl::Status Take(const v1::SpectrumRequest& wire, SpectrumRequest& spectrum) {
  for (const v1::SpectrumChannel& channel : wire.channels()) {
    spectrum.channels.push_back({channel.body(), channel.quantity()});
  }
  return TakeParameters(wire, spectrum);
}

}  // namespace

absl::StatusOr<ConvertedMechanism> ConvertMechanism(const v1::SimulateMechanismRequest& request,
                                                    const ConvertLimits& limits) {
  const bool is_run = !request.has_rolling_ball_aim() && !request.has_patch_surface() &&
                      !request.has_patch_fit() && !request.has_patch_pressure();
  if (!is_run && request.has_detail()) {
    return InvalidField(
        "detail", std::string("given"),
        absl::StrCat("absent beside ", MechanismName(request), ", which is no run"));
  }
  ConvertedMechanism converted;
  const v1::MechanismDetail& detail = request.detail();
  FieldTaker take(detail);
  MechanismDetail::Parameters(converted.detail, take);
  take("sample_times_s", converted.detail.sample_times_s);
  converted.detail.max_samples = limits.max_samples_per_mechanism;
  if (detail.has_spectrum()) {
    absl::Status bad = Take(detail.spectrum(), converted.detail.spectrum.emplace());
    if (!bad.ok()) return UnderPath("detail.spectrum", bad);
  }
  if (absl::Status bad = CheckRanges(request); !bad.ok()) return bad;
  if (absl::Status bad = TakeTask(request, limits, converted.task); !bad.ok()) return bad;
  return converted;
}

std::string MechanismName(const v1::SimulateMechanismRequest& request) {
  const auto* const field = GivenArm(request, kMechanism);
  return field == nullptr ? "none" : field->name();
}

absl::Status ToMechanismPath(const absl::Status& status,
                             const v1::SimulateMechanismRequest& request) {
  return WithError(InWireCase(status), [&](FieldError& error) {
    if (error.path.BeginsWith("detail")) return;
    FieldPath mechanism(MechanismName(request));
    if (request.has_rolling_ball_aim()) {
      const bool of_aim = error.path.BeginsWith("aim");
      if (of_aim) error.path = error.path.Below(1);
      if (!of_aim) mechanism = mechanism / "ball";
    }
    error.path = mechanism / error.path;
  });
}

}  // namespace carom
