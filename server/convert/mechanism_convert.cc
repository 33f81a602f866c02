#include "server/convert/mechanism_convert.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "server/convert/contact_convert.h"
#include "server/convert/fields.h"

namespace carom {
namespace {

// The default evaluations of one ball of an aim: some spins lead to long paths, and the search
// rolls many balls.
constexpr int64_t kAimEvaluations = 20'000;

constexpr char kMechanism[] = "mechanism";  // The oneof of a request that says which.

// Its parameters, and what every mechanism has.
template <typename WireMechanism, typename CoreMechanism>
absl::Status TakeRun(const WireMechanism& wire, const ConvertLimits& limits,
                     CoreMechanism& mechanism) {
  TakeParameters(wire, mechanism);
  if (mechanism.duration_s > limits.max_duration_s) {
    return BeyondLimits("duration_s", FormatNumber(mechanism.duration_s), wire.has_duration_s(),
                        "(0, " + FormatNumber(limits.max_duration_s) + "]");
  }
  absl::Status status = Take(wire.integration(), mechanism.integration);
  status.Update(CheckEvaluations(wire.integration(), limits, mechanism.integration));
  return UnderPath("integration", status);
}

absl::Status Take(const v1::BearingDefect& wire, BearingDefect& defect) {
  TakeParameters(wire, defect);
  return TakeEnum(wire, "place", defect.place);
}

absl::Status Take(const v1::DoublePendulum& wire, const ConvertLimits& limits, DoublePendulum& p) {
  return TakeRun(wire, limits, p);
}

absl::Status Take(const v1::RollingBall& wire, const ConvertLimits& limits, RollingBall& b) {
  absl::Status status = UnderPath("patch", Take(wire.patch(), b.patch));
  status.Update(TakeRun(wire, limits, b));
  return status;
}

absl::Status Take(const v1::NewtonsCradle& wire, const ConvertLimits& limits, NewtonsCradle& c) {
  absl::Status status = UnderPath("material", Take(wire.material(), c.material));
  status.Update(UnderPath("normal", Take(wire.normal(), c.normal)));
  status.Update(UnderPath("constraints", Take(wire.constraints(), c.constraints)));
  status.Update(TakeRun(wire, limits, c));
  return status;
}

absl::Status Take(const v1::BallBearing& wire, const ConvertLimits& limits, BallBearing& b) {
  TakeChoice(wire.friction(), "law", b.friction);
  absl::Status status = TakeEnum(wire, "races", b.races);
  if (wire.has_defect()) {
    status.Update(UnderPath("defect", Take(wire.defect(), b.defect.emplace())));
  }
  status.Update(UnderPath("material", Take(wire.material(), b.material)));
  status.Update(UnderPath("normal", Take(wire.normal(), b.normal)));
  status.Update(TakeRun(wire, limits, b));
  return status;
}

absl::Status Take(const v1::BouncingBalls& wire, const ConvertLimits& limits, BouncingBalls& b) {
  if (wire.balls_size() > 0) b.balls.clear();
  for (const v1::BouncingBall& given : wire.balls()) {
    TakeParameters(given, b.balls.emplace_back());
  }
  TakeChoice(wire.friction(), "law", b.friction);
  absl::Status status = TakeEnum(wire, "surface", b.surface);
  status.Update(UnderPath("normal", Take(wire.normal(), b.normal)));
  status.Update(TakeRun(wire, limits, b));
  return status;
}

Vec2 PlaneVector(const v1::Vector2& wire) { return {wire.x(), wire.y()}; }

PatchSlip ToSlip(const v1::PatchPoint& wire) {
  return {PlaneVector(wire.slip_per_s()), wire.spin_rad_s(), PlaneVector(wire.shift())};
}

// Fields of the blend that the wire leaves out are the paper's for this model.
void TakeBlend(const v1::ContensouBlend& wire, ContensouModel model,
               std::optional<ContensouBlend>& blend) {
  const bool two = model == ContensouModel::kTwoParameter;
  TakeParameters(wire, blend.emplace(two ? kTwoParameterBlend : kFourParameterBlend));
}

absl::Status Take(const v1::PatchSurface& wire, const ConvertLimits& /*limits*/,
                  PatchSurface& surface) {
  if (wire.has_smoothing_per_s()) surface.smoothing_per_s = wire.smoothing_per_s();
  if (absl::Status bad = TakeEnum(wire, "model", surface.model); !bad.ok()) return bad;
  if (wire.has_blend()) TakeBlend(wire.blend(), surface.model, surface.blend);
  if (wire.points_size() > 0) surface.points.clear();
  for (const v1::PatchPoint& point : wire.points()) surface.points.push_back(ToSlip(point));
  return absl::OkStatus();
}

absl::Status Take(const v1::PatchFit& wire, const ConvertLimits& /*limits*/, PatchFit& fit) {
  if (absl::Status bad = TakeEnum(wire, "model", fit.model); !bad.ok()) return bad;
  if (wire.has_start()) TakeBlend(wire.start(), fit.model, fit.start);
  for (const v1::PatchMeasurement& given : wire.rows()) {
    FrictionMeasurement& row = fit.rows.emplace_back();
    row.slip = ToSlip(given.point());
    row.friction = {PlaneVector(given.force()), given.moment()};
    if (given.has_weight()) row.weight = given.weight();
  }
  return absl::OkStatus();
}

absl::Status Take(const v1::RollingBallAim& wire, const ConvertLimits& limits,
                  RollingBallAim& task) {
  SpinAim& aim = task.aim;
  TakeParameters(wire, aim);
  task.ball.integration.max_evaluations = kAimEvaluations;
  absl::Status bad = Take(wire.ball(), limits, task.ball);
  if (!bad.ok()) return UnderPath("ball", bad);
  const int64_t of_a_ball = std::max<int64_t>(task.ball.integration.max_evaluations, 1);
  const int64_t most_runs = limits.max_evaluations / of_a_ball;
  const absl::Status bad_runs =
      CheckLimit("max_runs", aim.max_runs, wire.has_max_runs(), most_runs);
  return WithError(bad_runs, [of_a_ball](FieldError& error) {
    absl::StrAppend(&error.must, ", for up to ", of_a_ball, " evaluations a ball");
  });
}

absl::Status TakeTask(const v1::SimulateMechanismRequest& wire, const ConvertLimits& limits,
                      MechanismTask& task) {
  // Converts into a fresh task of this kind.
  const auto take = [&]<class Task>(std::type_identity<Task>, const auto& arm) {
    Task converted;
    absl::Status status = Take(arm, limits, converted);
    task = std::move(converted);
    return status;
  };
  using std::type_identity;
  if (wire.has_double_pendulum())
    return take(type_identity<DoublePendulum>(), wire.double_pendulum());
  if (wire.has_rolling_ball()) return take(type_identity<RollingBall>(), wire.rolling_ball());
  if (wire.has_newtons_cradle()) return take(type_identity<NewtonsCradle>(), wire.newtons_cradle());
  if (wire.has_ball_bearing()) return take(type_identity<BallBearing>(), wire.ball_bearing());
  if (wire.has_bouncing_balls()) return take(type_identity<BouncingBalls>(), wire.bouncing_balls());
  if (wire.has_rolling_ball_aim()) {
    return take(type_identity<RollingBallAim>(), wire.rolling_ball_aim());
  }
  if (wire.has_patch_surface()) return take(type_identity<PatchSurface>(), wire.patch_surface());
  return take(type_identity<PatchFit>(), wire.patch_fit());
}

absl::Status Take(const v1::SpectrumRequest& wire, SpectrumRequest& spectrum) {
  for (const v1::SpectrumChannel& channel : wire.channels()) {
    spectrum.channels.push_back({channel.body(), channel.quantity()});
  }
  if (wire.has_period_s()) spectrum.period_s = wire.period_s();
  if (wire.has_from_s()) spectrum.from_s = wire.from_s();
  if (wire.has_segment()) spectrum.welch.segment = ToIndex(wire.segment());
  if (wire.has_overlap()) spectrum.welch.overlap = wire.overlap();
  return TakeEnum(wire, "window", spectrum.welch.window);
}

}  // namespace

absl::StatusOr<ConvertedMechanism> ConvertMechanism(const v1::SimulateMechanismRequest& request,
                                                    const ConvertLimits& limits) {
  if (request.mechanism_case() == v1::SimulateMechanismRequest::MECHANISM_NOT_SET) {
    return RequiredArm(*v1::SimulateMechanismRequest::descriptor(), kMechanism);
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
    if (!bad.ok()) return UnderPath("detail.spectrum", bad);
  }
  if (absl::Status bad = CheckRanges(request); !bad.ok()) return bad;
  const absl::Status bad = TakeTask(request, limits, converted.task);
  if (!bad.ok()) return UnderPath(MechanismName(request), bad);
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
