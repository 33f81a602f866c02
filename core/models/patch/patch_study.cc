#include "core/models/patch/patch_study.h"

#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/base/portable_math.h"
#include "core/laws/friction/contensou_friction.h"
#include "core/math/gauss_legendre.h"

namespace carom {
namespace {

constexpr int kMostPoints = 65536;
constexpr int kMostRows = 16384;

absl::Status CheckCount(const char* path, std::size_t count, int least, int most) {
  if (count >= static_cast<std::size_t>(least) && count <= static_cast<std::size_t>(most)) {
    return absl::OkStatus();
  }
  return InvalidField(path, static_cast<double>(count),
                      std::to_string(least) + " to " + std::to_string(most) + " in number");
}

absl::Status CheckPoint(const std::string& path, const PatchSlip& point) {
  const std::pair<const char*, double> rates[] = {{".slip_per_s.x", point.slip_per_s.x()},
                                                  {".slip_per_s.y", point.slip_per_s.y()},
                                                  {".spin_rad_s", point.spin_rad_s}};
  for (const auto& [name, value] : rates) {
    if (kRateRange.Contains(value)) continue;
    return InvalidField(path + name, value, Describe(kRateRange));
  }
  constexpr double kRounding = 1e-12;
  if (!(point.shift.norm() <= 1.0 + kRounding)) {
    return InvalidField(path + ".shift", point.shift.norm(),
                        "at most 1 in length, beyond which the pressure is negative");
  }
  return absl::OkStatus();
}

// The path is below the blend.
absl::Status CheckBlend(const ContensouBlend& blend) {
  ContensouPatch patch;
  patch.four_parameter_blend = blend;
  return WithError(CheckParameters(patch),
                   [](FieldError& error) { error.path = error.path.Below(1); });
}

const ContensouBlend& PapersBlend(ContensouModel model) {
  return model == ContensouModel::kTwoParameter ? kTwoParameterBlend : kFourParameterBlend;
}

absl::Status Check(const PatchSurface& surface) {
  if (auto bad = CheckCount("points", surface.points.size(), 1, kMostPoints); !bad.ok()) return bad;
  if (absl::Status bad = CheckParameters(surface); !bad.ok()) return bad;
  if (surface.blend) {
    if (auto bad = CheckBlend(*surface.blend); !bad.ok()) return UnderPath("blend", bad);
  }
  if (surface.blend && surface.model == ContensouModel::kIntegral) {
    return InvalidField("blend", std::string("given"),
                        "absent with INTEGRAL, which has no parameters");
  }
  for (std::size_t i = 0; i < surface.points.size(); ++i) {
    absl::Status bad = CheckPoint("points[" + std::to_string(i) + "]", surface.points[i]);
    if (!bad.ok()) return bad;
  }
  return absl::OkStatus();
}

absl::Status CheckRow(const std::string& path, const FrictionMeasurement& row) {
  if (auto bad = CheckPoint(path + ".point", row.slip); !bad.ok()) return bad;
  const absl::Status bad = CheckParameters(row);
  return bad.ok() ? bad : UnderPath(path, bad);
}

absl::Status Check(const PatchFit& fit) {
  if (fit.model == ContensouModel::kIntegral) {
    return InvalidField("model", std::string("INTEGRAL"),
                        "FOUR_PARAMETER or TWO_PARAMETER: the integral has nothing to fit");
  }
  const int parameters = fit.model == ContensouModel::kFourParameter ? 4 : 2;
  if (fit.start) {
    if (auto bad = CheckBlend(*fit.start); !bad.ok()) return UnderPath("start", bad);
  }
  if (auto bad = CheckCount("rows", fit.rows.size(), parameters, kMostRows); !bad.ok()) return bad;
  for (std::size_t i = 0; i < fit.rows.size(); ++i) {
    absl::Status bad = CheckRow("rows[" + std::to_string(i) + "]", fit.rows[i]);
    if (!bad.ok()) return bad;
  }
  return absl::OkStatus();
}

}  // namespace

std::vector<PatchSlip> PointsOfFig3() {
  constexpr int kThetas = 25;
  constexpr int kGammas = 13;
  std::vector<PatchSlip> points;
  for (int j = 0; j < kGammas; ++j) {
    const double gamma = kPi * j / (kGammas - 1);
    for (int i = 0; i < kThetas; ++i) {
      const double theta = kPi * (static_cast<double>(i) / (kThetas - 1) - 0.5);
      points.push_back({Vec2(Cos(theta), 0.0), Sin(theta), Vec2(Cos(gamma), Sin(gamma))});
    }
  }
  return points;
}

absl::StatusOr<std::vector<PatchFriction>> EvaluatePatch(const PatchSurface& surface) {
  if (absl::Status bad = Check(surface); !bad.ok()) return bad;
  const ContensouBlend blend = surface.blend.value_or(PapersBlend(surface.model));
  std::vector<PatchFriction> frictions;
  frictions.reserve(surface.points.size());
  for (const PatchSlip& point : surface.points) {
    frictions.push_back(surface.model == ContensouModel::kIntegral
                            ? IntegralFriction(point, surface.smoothing_per_s)
                            : ApproximateFriction(point, blend, surface.smoothing_per_s));
  }
  return frictions;
}

namespace {

// The integral of the scaled pressure times f(at) over the patch. The pressure has a root at the
// rim, which the angle arcsin r takes out; around the centre few points are exact, since pressure
// and f have no more than two waves there.
template <class Function>
double IntegralOverPatch(const Vec2& shift, const Function& f) {
  constexpr int kAround = 8;
  return Integrate(0.0, kHalfPi, [&](double angle) {
    const double r = Sin(angle);
    double ring = 0.0;
    for (int i = 0; i < kAround; ++i) {
      const double around = kTwoPi * i / kAround;
      const Vec2 at = r * Vec2(Cos(around), Sin(around));
      ring += ScaledPressure(at, shift) * f(at);
    }
    return ring * (kTwoPi / kAround) * r * Cos(angle);
  });
}

}  // namespace

absl::StatusOr<PressureField> EvaluatePressure(const PatchPressure& patch) {
  if (absl::Status bad = CheckParameters(patch); !bad.ok()) return bad;
  const double a = patch.radius_m;
  const double force_N = patch.normal_force_N;
  const Vec2 shift = patch.lean * Vec2(Cos(patch.direction_rad), Sin(patch.direction_rad));
  PressureField field;
  const auto place = [&](int i) { return 2.0 * i / (patch.grid - 1) - 1.0; };
  for (int j = 0; j < patch.grid; ++j) {
    for (int i = 0; i < patch.grid; ++i) {
      const Vec2 at(place(i), place(j));
      if (at.squaredNorm() > 1.0) continue;
      field.points_m.push_back(a * at);
      field.pressures_Pa.push_back(force_N / (a * a) * ScaledPressure(at, shift));
    }
  }
  const Vec2 first(IntegralOverPatch(shift, [](const Vec2& at) { return at.x(); }),
                   IntegralOverPatch(shift, [](const Vec2& at) { return at.y(); }));
  field.normal_force_N = force_N * IntegralOverPatch(shift, [](const Vec2&) { return 1.0; });
  if (force_N > 0.0) field.centre_m = a * first;
  // The pressure pushes up at its centre, Eq. (3).
  field.rolling_moment_N_m = force_N * a * Vec2(first.y(), -first.x());
  field.drilling_moment_N_m =
      force_N * a * IntegralOverPatch(shift, [](const Vec2& at) { return at.norm(); });
  return field;
}

absl::StatusOr<BlendFit> FitPatch(const PatchFit& fit, StopToken stop) {
  if (absl::Status bad = Check(fit); !bad.ok()) return bad;
  BlendFitOptions options;
  options.start = fit.start.value_or(PapersBlend(fit.model));
  options.fit_exponents = fit.model == ContensouModel::kFourParameter;
  options.stop = stop;
  absl::StatusOr<BlendFit> fitted = FitBlend(fit.rows, options);
  // Another call with the same rows would fail in the same way.
  if (absl::IsFailedPrecondition(fitted.status())) {
    return UnusableField("rows", std::string(fitted.status().message()) +
                                     "; pure slip and pure spin tell nothing of it, and rows must "
                                     "differ in the ratio of slip to spin");
  }
  if (!fitted.ok()) return fitted;
  if (auto bad = CheckBlend(fitted->blend); !bad.ok()) {
    return WithError(BlameField("rows", bad), [](FieldError& error) {
      error.about.insert(0, "they lead to a blend beyond its range: ");
    });
  }
  return fitted;
}

}  // namespace carom
